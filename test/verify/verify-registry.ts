import type { ResolvedAlphaNetwork } from "../../src/config/types.ts";
import type { RpcTransport } from "../../src/rpc/types.ts";
import { verificationTargets } from "../../src/verify/expect/targets.ts";
import type { JudgedNetwork } from "../../src/verify/found.ts";
import { judgedReport } from "../../src/verify/judge-network.ts";
import type { VerifyLevel } from "../../src/verify/report.ts";
import {
  type NetworkToVerify,
  verifyNetwork,
} from "../../src/verify/verify-network.ts";
import { reportOf } from "../../src/verify/words/report.ts";
import { expectValidReport } from "../support/schema.ts";

/** Verifies a network's data against a sandbox; the report is a valid one. */
export async function verifyRegistry(
  transport: RpcTransport,
  network: ResolvedAlphaNetwork,
  level: VerifyLevel,
  strict = false,
  policy: NetworkToVerify["policy"] = undefined,
  locked: NetworkToVerify["locked"] = undefined,
): Promise<JudgedNetwork> {
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
    locked,
  });
  const judged = judgedReport({ level, strict }, [verification]);
  expectValidReport("verify", reportOf(judged));
  return verification;
}
