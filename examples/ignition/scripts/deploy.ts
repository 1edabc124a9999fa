import assert from "node:assert/strict";

import { network } from "hardhat";

import ownDispenser from "../ignition/modules/dispenser.ts";

const connection = await network.create();
const { alpha, ignition, networkName } = connection;
assert(alpha, "Run this with --network devnetSandbox, or another of ours.");
const deployed = await ignition.deploy(ownDispenser, {
  // A deployment of its own for each Hardhat network: Ignition's default is the
  // chain id, which the third network shares with Gnosis Chain, and a node of
  // your own with the live network.
  deploymentId: networkName,
  parameters: { OwnDispenser: { router: alpha.contracts.router } },
});
const { address, read } = await alpha.contract("dispenser", {
  address: deployed.dispenser.address,
});
console.log(`Deployed ${address} on ${alpha.name},`);
console.log(`for the router ${await read.router()}.`);
await connection.close();
