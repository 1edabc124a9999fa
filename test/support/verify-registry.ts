import type { ResolvedAlphaNetwork } from "../../src/config/types.ts";
import type { RpcTransport } from "../../src/rpc/types.ts";
import type {
  NetworkVerification,
  VerifyLevel,
} from "../../src/verify/report.ts";
import { verificationTargets } from "../../src/verify/targets.ts";
import {
  type NetworkToVerify,
  verifyNetwork,
} from "../../src/verify/verify-network.ts";
import { expectValidReport } from "./schema.ts";

/** Verifies a network's data against a sandbox; the report is a valid one. */
export async function verifyRegistry(
  transport: RpcTransport,
  network: ResolvedAlphaNetwork,
  level: VerifyLevel,
  strict = false,
  policy: NetworkToVerify["policy"] = undefined,
): Promise<NetworkVerification> {
  const verification = await verifyNetwork(transport, {
    network: network.name,
    hardhatNetwork: `${network.name}Sandbox`,
    chain: {
      chainId: network.values.chainId,
      genesisHash: undefined,
      chainsWithSameId: [],
    },
    limits: {
      maxBlockAge: network.maxBlockAge,
      inProcess: true,
      startBlock: network.values.startBlock,
    },
    targets: verificationTargets(network, true),
    level,
    strict,
    policy,
  });
  expectValidReport("verify", {
    schemaVersion: 1,
    task: "verify",
    level,
    ...(strict ? { strict } : {}),
    outcome: verification.outcome,
    networks: [verification],
  });
  return verification;
}
