import { buildModule } from "@nomicfoundation/hardhat-ignition/modules";
import dispenserArtifact from "@oceanprotocol/contracts/artifacts/contracts/pools/dispenser/Dispenser.sol/Dispenser.json" with {
  type: "json",
};

/** A dispenser of one's own, for the router of whatever network it is. */
export default buildModule("OwnDispenser", (module) => {
  const router = module.getParameter("router");
  const dispenser = module.contract("Dispenser", dispenserArtifact, [router]);
  return { dispenser };
});
