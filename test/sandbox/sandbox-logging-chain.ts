// Run in a process of its own, whose stdout is then the chain's log.

import { createSandbox } from "../support/sandbox-connection.ts";
import { SANDBOX_PLANS } from "../support/sandbox-plans.ts";

const { connection, request } = await createSandbox(SANDBOX_PLANS.devnet.plan, {
  loggingEnabled: process.argv[2] === "enabled",
});
process.stdout.write("populated\n");
await request("eth_chainId");
await request("evm_mine");
await connection.close();
