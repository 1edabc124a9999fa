import hre from "hardhat";

import ownDispenser from "../ignition/modules/dispenser.ts";

const connection = await hre.alpha.connect();
const { alpha, ignition, networkName } = connection;
const deployed = await ignition.deploy(ownDispenser, {
  // Separates the deployments of Hardhat networks. Ignition's default contains only
  // the chain id, which is the same for a sandbox and its live network, and for the
  // third network and Gnosis Chain.
  deploymentId: networkName,
  parameters: { OwnDispenser: { router: alpha.contracts.router } },
});
const { address, read } = await alpha.contract("dispenser", {
  address: deployed.dispenser.address,
});
console.log(
  `Deployed ${address} on ${alpha.name} for the router ${await read.router()}.`,
);
await connection.close();
