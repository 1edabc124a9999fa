import { buildModule } from "@nomicfoundation/hardhat-ignition/modules";
import dispenserArtifact from "@oceanprotocol/contracts/artifacts/contracts/pools/dispenser/Dispenser.sol/Dispenser.json" with {
  type: "json",
};

// The artifact was compiled with Hardhat 2. Ignition stores it with the deployment,
// but its tasks only read the format of Hardhat 3.
const artifact = { ...dispenserArtifact, _format: "hh3-artifact-1" };

/** Deploys another dispenser for the router of a network. */
export default buildModule("OwnDispenser", (module) => {
  const router = module.getParameter("router");
  const dispenser = module.contract("Dispenser", artifact, [router]);
  return { dispenser };
});
