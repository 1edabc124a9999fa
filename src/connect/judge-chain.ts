import type { Hex } from "../base/hex.ts";
import type { Decoded } from "../base/records.ts";
import type { ChainWithSameId } from "../networks/definition.ts";
import type { BlockHeader } from "../rpc/decode-block.ts";

/** The known properties of the chain that an endpoint should serve. */
export interface ExpectedChain {
  readonly chainId: number;
  /** The hash of block 0, if it is pinned. */
  readonly genesisHash?: string | undefined;
  /** Other chains that have the same chain id. */
  readonly chainsWithSameId: readonly OtherChain[];
}

/** Another chain with the same id, identified by its genesis block. */
export type OtherChain = Pick<ChainWithSameId, "name" | "genesisHash">;

/** Tells whether block 0 is required to identify the chain. */
export function wantsGenesis({
  genesisHash,
  chainsWithSameId,
}: ExpectedChain): boolean {
  return genesisHash !== undefined || chainsWithSameId.length > 0;
}

/** The chain of an endpoint, as it reports it. */
export interface ChainView {
  readonly chainId: Decoded<number>;
  /** Block 0; `undefined` if it was not requested. */
  readonly genesis: Decoded<BlockHeader> | undefined;
}

/** Tells whether an endpoint serves the expected chain. */
export type ChainVerdict =
  | {
      readonly verdict: "right";
      /**
       * The reason why it is not certain enough to prove that something is
       * absent.
       */
      readonly doubt?: string;
    }
  | { readonly verdict: "unknown"; readonly reason: string }
  | {
      readonly verdict: "wrong";
      readonly found: FoundChain;
      readonly reason: string;
    };

/** The reason why nothing is concluded from the answers of an endpoint. */
export const MORE_THAN_ONE_CHAIN = "answers come from more than one chain";

/** The chain that an endpoint serves instead of the expected one. */
export type FoundChain =
  | { readonly by: "chain-id"; readonly chainId: number }
  /** A known chain with the expected chain id, identified by its block 0. */
  | { readonly by: "genesis"; readonly name: string }
  /** A chain with the expected chain id, but not the pinned block 0. */
  | { readonly by: "pinned-genesis"; readonly hash: Hex };

/**
 * Tells whether the endpoint serves the expected chain: by chain id, and by
 * genesis block if the network pins one or another chain has the same id.
 */
export function judgeChain(
  view: ChainView,
  expected: ExpectedChain,
): ChainVerdict {
  const { chainId, genesisHash, chainsWithSameId } = expected;
  if (!view.chainId.ok) {
    return {
      verdict: "unknown",
      reason: `its chain id could not be read: ${view.chainId.reason}`,
    };
  }
  if (view.chainId.value !== chainId) {
    return {
      verdict: "wrong",
      found: { by: "chain-id", chainId: view.chainId.value },
      reason: `it serves chain id ${view.chainId.value}, not ${chainId}`,
    };
  }
  if (!wantsGenesis(expected)) {
    return { verdict: "right" };
  }
  const genesis = genesisOf(view);
  if (!genesis.ok) {
    const what =
      genesisHash === undefined
        ? `chain id ${chainId} is also ${chainsWithSameId.map(({ name }) => name).join(" and ")}'s`
        : "its genesis is pinned in the config";
    return {
      verdict: "right",
      doubt: `${what}, and block 0 could not be read: ${genesis.reason}`,
    };
  }
  const { hash } = genesis.value;
  const other = chainsWithSameId.find(
    (candidate) => candidate.genesisHash.toLowerCase() === hash.toLowerCase(),
  );
  if (other !== undefined) {
    return {
      verdict: "wrong",
      found: { by: "genesis", name: other.name },
      reason: `it serves ${other.name}, which has the chain id ${chainId} too`,
    };
  }
  if (
    genesisHash === undefined ||
    genesisHash.toLowerCase() === hash.toLowerCase()
  ) {
    return { verdict: "right" };
  }
  return {
    verdict: "wrong",
    found: { by: "pinned-genesis", hash },
    reason: `its block 0 is ${hash}, not the configured genesisHash ${genesisHash}: it is another chain, or one that was reset`,
  };
}

/** Block 0, if the node returned it. */
function genesisOf({ genesis }: ChainView): Decoded<BlockHeader> {
  if (genesis === undefined) {
    return { ok: false, reason: "it was not requested" };
  }
  if (genesis.ok && genesis.value.number !== 0n) {
    return {
      ok: false,
      reason: `the node returned block ${genesis.value.number} instead`,
    };
  }
  return genesis;
}
