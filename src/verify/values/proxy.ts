import type { Address } from "../../base/address.ts";
import type { Hex } from "../../base/hex.ts";
import { isSameText } from "../../base/text.ts";
import { kindNamed } from "../../contracts/code-kinds.ts";

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

/**
 * Tells whether a proxy is as it was locked, in what the lock has of it;
 * `undefined` where some of the code hashes were not read, and the rest is the
 * same.
 */
export function isSameProxy(
  locked: ProxyChain | undefined,
  proxy: ProxyChain | undefined,
): boolean | undefined {
  if (locked === undefined || proxy === undefined) {
    return locked === proxy;
  }
  const [was, is] = [hopsOf(locked), hopsOf(proxy)];
  const isSamePath =
    was.length === is.length &&
    was.every(
      ({ kind, implementation }, index) =>
        isSameKind(kind, is[index]?.kind) &&
        isSameText(implementation, is[index]?.implementation),
    ) &&
    isSameText(locked.beacon, proxy.beacon) &&
    (isSameText(locked.admin, proxy.admin) ||
      (locked.admin === undefined && locked.kind !== proxy.kind));
  const hashes = hashesOf(locked).map((hash, index) => {
    const now = hashesOf(proxy)[index];
    return hash === undefined || (now && hash === now);
  });
  if (!isSamePath || hashes.includes(false)) {
    return false;
  }
  return !hashes.includes(undefined) || undefined;
}

/**
 * Tells whether a kind is the locked one, or a form of it, which the version
 * that wrote the lock did not tell from it. The code that tells the form is
 * compared by its hash.
 */
export function isSameKind(locked: string, now: string | undefined): boolean {
  return locked === now || locked === kindNamed(now)?.like;
}

/** The code hashes of what a proxy runs, as far as they are known. */
export function hashesOf(proxy: ProxyChain) {
  return hopsOf(proxy).map((hop) => hop.implementationCodeHash);
}
