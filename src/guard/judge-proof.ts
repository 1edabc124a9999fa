import type { Address } from "../networks/definition.ts";
import type { ChainVerdict } from "../node/judge-chain.ts";
import type { AccountCode } from "../rpc/decode/decode-code.ts";
import type { Decoded } from "../rpc/types.ts";

/** What an endpoint says of the chain that it serves. */
export interface ProofReadings {
  readonly chain: ChainVerdict;
  /** The registry's path of the router's address, for people to find it. */
  readonly routerPath: string;
  readonly router: Address | undefined;
  /** The code there; `undefined` where there is no address to ask for. */
  readonly code: Decoded<AccountCode> | undefined;
}

/** Whether the endpoint serves the chain that is meant, and why it is not known to. */
export type Proof =
  | { readonly verdict: "proven" }
  | {
      /** `wrong`: another chain. `unproven`: nobody knows. */
      readonly verdict: "wrong" | "unproven";
      readonly reason: string;
    };

/**
 * Whether it is proven which chain an endpoint serves: by its chain id, its block
 * 0 where another chain has the same chain id, and the network's router.
 * Everything else refuses, since a signed transaction cannot be taken back.
 */
export function judgeProof(readings: ProofReadings): Proof {
  const { chain, routerPath, router, code } = readings;
  if (chain.verdict !== "right") {
    const { verdict, reason } = chain;
    return verdict === "wrong" ? { verdict, reason } : unproven(reason);
  }
  if (chain.doubt !== undefined) {
    return unproven(chain.doubt);
  }
  if (router === undefined || code === undefined) {
    return unproven(
      `the address of the network's router, which would show it, is unset: set ${routerPath}`,
    );
  }
  if (!code.ok) {
    return unproven(
      `the network's router at ${router}, which would show it, could not be read: ${code.reason}`,
    );
  }
  return code.value.kind === "code"
    ? { verdict: "proven" }
    : unproven(
        `it has no contract at ${router}, where the network's router stands: it is another chain, or a node that is not in sync, or ${routerPath} is not right`,
      );
}

function unproven(reason: string): Proof {
  return { verdict: "unproven", reason };
}
