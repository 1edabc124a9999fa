import { buildModule } from "@nomicfoundation/hardhat-ignition/modules";
import dispenserArtifact from "@oceanprotocol/contracts/artifacts/contracts/pools/dispenser/Dispenser.sol/Dispenser.json" with {
  type: "json",
};

// Hardhat 2 compiled it. Ignition keeps what it deployed, and its tasks read
// nothing that is in the format of that time.
const artifact = { ...dispenserArtifact, _format: "hh3-artifact-1" };

/** A dispenser of one's own, for the router of whatever network it is. */
export default buildModule("OwnDispenser", (module) => {
  const router = module.getParameter("router");
  const dispenser = module.contract("Dispenser", artifact, [router]);
  return { dispenser };
});
