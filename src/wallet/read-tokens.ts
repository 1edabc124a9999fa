import type { Address } from "../base/address.ts";
import {
  type Expectations,
  isSandboxNetwork,
} from "../connect/ask-networks.ts";
import type { SelectedNetwork } from "../connect/select-networks.ts";
import type { RpcTransport } from "../rpc/types.ts";
import { judgeToken, tokenCalls } from "../verify/identity/judge-token.ts";
import { callContracts } from "../verify/reading/call-contracts.ts";
import { NetworkReader } from "../verify/reading/network-reader.ts";
import type { BlockReader } from "../verify/reading/reader.ts";
import type { CallReading } from "../verify/reading/readings.ts";
import type { ContractVerification } from "../verify/report.ts";
import { verificationTargets } from "../verify/targets.ts";
import { verifyNetwork } from "../verify/verify-network.ts";
import type { WalletToken } from "./report.ts";
import type { TokenReading } from "./token-request.ts";

/** The payment tokens of a network, as a node returned them. */
export interface ReadTokens {
  readonly readings: ReadonlyMap<WalletToken["kind"], TokenReading>;
  /** Why the node is proven to be on another chain, if it is. */
  readonly wrongChain?: string;
}

/**
 * Reads symbol and decimals of a network's payment tokens. The absence of a token
 * needs the same proof as in `alpha verify`.
 */
export async function readTokens(
  transport: RpcTransport,
  selected: SelectedNetwork,
  { chain, limits, remedy }: Expectations,
): Promise<ReadTokens> {
  const { network, hardhatNetwork } = selected;
  const isSandbox = isSandboxNetwork(selected);
  const verified = await verifyNetwork(transport, {
    network: network.name,
    hardhatNetwork,
    chain,
    limits,
    ...(remedy === undefined ? {} : { remedy }),
    targets: verificationTargets(network, isSandbox).filter(
      ({ kind }) => kind === "token",
    ),
  });
  const { block, cause, contracts, outcome, reason } = verified;
  const present = contracts.flatMap(({ verdict, address }) =>
    verdict === "present" && address !== undefined ? [address] : [],
  );
  const answers =
    block === undefined
      ? new Map<Address, readonly CallReading[]>()
      : await askTokens(
          new NetworkReader(transport, chain).at({
            ...block,
            number: BigInt(block.number),
          }),
          present,
        );
  return {
    readings: new Map(
      contracts.flatMap((contract) => {
        const { role, address } = contract;
        return role === "euro" || role === "alpha"
          ? [[role, readingOf(contract, answers.get(address ?? "0x"))]]
          : [];
      }),
    ),
    ...(block === undefined && outcome === "failed" && reason !== undefined
      ? { wrongChain: reason }
      : {}),
  };

  function readingOf(
    { verdict, reason: why = "it was not read" }: ContractVerification,
    calls: readonly CallReading[] | undefined,
  ): TokenReading {
    if (verdict === "absent" || verdict === "delegated") {
      return { verdict: "wrong", reason: `there is no token contract: ${why}` };
    }
    if (verdict !== "present" || calls === undefined) {
      const help = cause?.remedy;
      return {
        verdict: "unread",
        reason: why,
        ...(help === undefined ? {} : { remedy: help }),
      };
    }
    const judged = judgeToken(calls, {});
    if (judged.verdict !== "recognised") {
      const verdict = judged.verdict === "wrong" ? "wrong" : "unread";
      return { verdict, reason: judged.reason };
    }
    const { symbol, decimals } = judged;
    const source = isSandbox ? "sandbox" : "node";
    return { verdict: "read", source, symbol, decimals };
  }
}

async function askTokens(
  reader: BlockReader,
  addresses: readonly Address[],
): Promise<ReadonlyMap<Address, readonly CallReading[]>> {
  const calls = addresses.map(tokenCalls);
  const readings = await callContracts(reader, calls.flat());
  const each = calls[0]?.length ?? 0;
  return new Map(
    addresses.map((address, index) => [
      address,
      readings.slice(each * index, each * (index + 1)),
    ]),
  );
}
