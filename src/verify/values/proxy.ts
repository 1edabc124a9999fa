import type { Address } from "../../base/address.ts";
import type { Hex } from "../../base/hex.ts";

/**
 * How a proxy finds the code that it runs, such as `eip1967`: the name of a kind in
 * `src/contracts/code-kinds.ts`. Later versions may have others.
 */
export type ProxyKind = string;

/** One step in a chain of proxies. */
export interface ProxyHop {
  readonly kind: ProxyKind;
  readonly implementation: Address;
  /** The hash of the implementation's code. */
  readonly implementationCodeHash?: Hex | undefined;
}

/** The implementations of a proxy, and who may change them. */
export interface ProxyChain extends ProxyHop {
  /** The contract that names the implementation. */
  readonly beacon?: Address | undefined;
  /** The address that may change the implementation (EIP-1967). */
  readonly admin?: Address | undefined;
  /**
   * The contracts that the implementation runs in turn, in the order of the
   * chain.
   */
  readonly further?: readonly ProxyHop[] | undefined;
}

/** All steps from a contract to the code that it runs; none of one that is no proxy. */
export function hopsOf(proxy: ProxyChain | undefined): readonly ProxyHop[] {
  if (proxy === undefined) {
    return [];
  }
  return [proxy, ...(proxy.further ?? [])];
}
