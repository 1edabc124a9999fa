import { describeProxy } from "../report.ts";
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

/** A proxy, and the code hashes of what it runs. */
export function proxyText(proxy: LockedProxy | undefined): string | undefined {
  return (
    proxy &&
    [
      describeProxy(proxy),
      ...hashesOf(proxy).flatMap((hash) =>
        hash === undefined ? [] : [`code hash ${hash}`],
      ),
    ].join(", ")
  );
}

function hashesOf({ implementationCodeHash, further = [] }: LockedProxy) {
  return [
    implementationCodeHash,
    ...further.map((hop) => hop.implementationCodeHash),
  ];
}

/** Whether both are the same in some spelling, or not there. */
export function isSameText(
  locked: string | undefined,
  actual: string | undefined,
): boolean {
  return locked?.toLowerCase() === actual?.toLowerCase();
}
