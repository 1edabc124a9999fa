import { isSameText } from "../../base/text.ts";
import { hopsOf, type ProxyChain } from "./proxy.ts";

/**
 * Whether a proxy is as it was locked, in what the lock has of it; `undefined` where
 * some of the code hashes were not read, and the rest is the same.
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
        kind === is[index]?.kind &&
        isSameText(implementation, is[index]?.implementation),
    ) &&
    isSameText(locked.beacon, proxy.beacon) &&
    isSameText(locked.admin, proxy.admin);
  const hashes = hashesOf(locked).map((hash, index) => {
    const now = hashesOf(proxy)[index];
    return hash === undefined || (now && hash === now);
  });
  return !isSamePath || hashes.includes(false)
    ? false
    : !hashes.includes(undefined) || undefined;
}

/** The code hashes of what a proxy runs, as far as they are known. */
export function hashesOf(proxy: ProxyChain) {
  return hopsOf(proxy).map((hop) => hop.implementationCodeHash);
}
