import { isSameText } from "../../base/text.ts";
import { describeProxy, hopsOf } from "../presence/describe-proxy.ts";
import type { LockedProxy } from "./lock-file.ts";

/**
 * Whether a proxy is as it was locked, in what the lock has of it; `undefined` where
 * some of the code hashes were not read, and the rest is the same.
 */
export function isSameProxy(
  locked: LockedProxy | undefined,
  proxy: LockedProxy | undefined,
): boolean | undefined {
  if (locked === undefined || proxy === undefined) {
    return locked === proxy;
  }
  const is = hashesOf(proxy);
  const hashes = hashesOf(locked).map((was, index) =>
    was === undefined ? true : is[index] && was === is[index],
  );
  return !isSameText(describeProxy(locked), describeProxy(proxy)) ||
    hashes.includes(false)
    ? false
    : !hashes.includes(undefined) || undefined;
}

/** What a proxy runs and who names that, in parts of which each may differ. */
function partsOf(proxy: LockedProxy | undefined): readonly string[] {
  if (proxy === undefined) {
    return [];
  }
  const { admin, beacon, ...runs } = proxy;
  return [
    describeProxy(runs),
    ...hashesOf(proxy).map((hash) => hash && `code hash ${hash}`),
    beacon && `beacon ${beacon}`,
    admin && `admin ${admin}`,
  ].filter((part) => part !== undefined);
}

/** The parts of a proxy that another one does not have; `undefined` without any. */
export function differingParts(
  proxy: LockedProxy | undefined,
  other: LockedProxy | undefined,
): string | undefined {
  const others = new Set(partsOf(other).map((part) => part.toLowerCase()));
  const parts = partsOf(proxy).filter(
    (part) => !others.has(part.toLowerCase()),
  );
  return parts.join(", ") || undefined;
}

/** The code hashes of what a proxy runs, as far as they are known. */
export function hashesOf(proxy: LockedProxy) {
  return hopsOf(proxy).map((hop) => hop.implementationCodeHash);
}
