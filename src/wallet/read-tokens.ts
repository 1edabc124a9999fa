import type { Address } from "../base/address.ts";
import {
  type Expectations,
  isSandboxNetwork,
} from "../connect/ask-networks.ts";
import type { SelectedNetwork } from "../connect/select-networks.ts";
import type { RpcTransport } from "../rpc/types.ts";
import {
  distinctAddresses,
  isOtherInSandbox,
  verificationTargets,
} from "../verify/expect/targets.ts";
import type { ContractVerification } from "../verify/found.ts";
import { judgeToken, tokenCalls } from "../verify/identity/judge-token.ts";
import { isOnSandbox } from "../verify/presence/verify-presence.ts";
import type { CallReading } from "../verify/questions/readings.ts";
import { verifyNetwork } from "../verify/verify-network.ts";
import { sentence } from "../verify/words/sentences.ts";
import type { TokenReading } from "./token-request.ts";

/** The payment tokens of a network, as a node returned them. */
export interface ReadTokens {
  /** Where they were read; `null` if no node was asked. */
  readonly endpoint: string | null;
  /** By role: `euro`, `alpha`. */
  readonly readings: ReadonlyMap<string | undefined, TokenReading>;
  /** The proof that the node is on another chain, if it is. */
  readonly wrongChain?: string | undefined;
}

/**
 * Reads symbol and decimals of a network's payment tokens. The absence of a token
 * needs the same proof as in `alpha verify`.
 */
export async function readTokens(
  transport: RpcTransport,
  selected: SelectedNetwork,
  expectations: Expectations,
): Promise<ReadTokens> {
  const { network, hardhatNetwork } = selected;
  let isSandbox = isSandboxNetwork(selected);
  const targets = verificationTargets(network, isSandbox).filter(
    ({ kind }) => kind === "token",
  );
  const called = new Map<Address, readonly (CallReading | undefined)[]>();
  const verified = await verifyNetwork(transport, {
    network: network.name,
    hardhatNetwork,
    ...expectations,
    targets,
    also: (answers) => {
      for (const address of distinctAddresses(targets)) {
        const calls = tokenCalls(address).map((call) =>
          answers.get({ kind: "call", call }),
        );
        called.set(address, calls);
      }
      // One that is served over a port.
      if (targets.some(isOtherInSandbox)) {
        isSandbox = isOnSandbox(answers);
      }
    },
  });
  const { block, cause, contracts, outcome, why } = verified;
  const readings = contracts.map(
    (contract) => [contract.role, readToken(contract)] as const,
  );
  return {
    endpoint: transport.endpoint,
    readings: new Map(readings),
    wrongChain: block === undefined && outcome === "failed" ? why : undefined,
  };

  function readToken({
    verdict,
    address,
    reason = { code: "not-read" },
  }: ContractVerification): TokenReading {
    const unread = sentence(reason);
    if (verdict === "absent" || verdict === "delegated") {
      return {
        verdict: "wrong",
        reason: `there is no token contract: ${unread}`,
      };
    }
    if (verdict !== "present" || address === undefined) {
      return { verdict: "unread", reason: unread, remedy: cause?.remedy };
    }
    const judged = judgeToken(called.get(address) ?? [], {});
    if (judged.verdict !== "recognised") {
      const isWrong = judged.verdict === "wrong";
      const verdict = isWrong ? "wrong" : "unread";
      return { verdict, reason: sentence(judged.reason) };
    }
    const { symbol, decimals } = judged;
    const source = isSandbox ? "sandbox" : "node";
    return { verdict: "read", source, symbol, decimals };
  }
}
