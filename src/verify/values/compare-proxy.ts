import { isSameText } from "../../base/text.ts";
import { kindNamed } from "../../contracts/code-kinds.ts";
import { hopsOf, type ProxyChain } from "./proxy.ts";

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
