import type { ProxyVerification } from "../report.ts";
import type { LockedProxy } from "./lock-file.ts";

/**
 * Whether a proxy is as it was locked, in what the lock has of it; `undefined` where
 * some of the code hashes were not read, and the rest is the same.
 */
export function isSameProxy(
  locked: LockedProxy | undefined,
  proxy: ProxyVerification | undefined,
): boolean | undefined {
  if (locked === undefined || proxy === undefined) {
    return locked === proxy;
  }
  const hashes = hopsOf(locked).map(
    ({ implementationCodeHash: was }, index) => {
      const is = hopsOf(proxy)[index]?.implementationCodeHash;
      return was === undefined
        ? true
        : is === undefined
          ? undefined
          : isSameText(was, is);
    },
  );
  if (
    !isSameText(withoutHashes(locked), withoutHashes(proxy)) ||
    hashes.includes(false)
  ) {
    return false;
  }
  return hashes.includes(undefined) ? undefined : true;
}

/** What a proxy runs, and who can change that, in words. */
export function proxyText(proxy: LockedProxy | undefined): string | undefined {
  if (proxy === undefined) {
    return undefined;
  }
  const { beacon, admin } = proxy;
  return [
    ...hopsOf(proxy).flatMap(
      ({ kind, implementation, implementationCodeHash }) => [
        `${kind} to ${implementation}`,
        ...(implementationCodeHash === undefined
          ? []
          : [`code hash ${implementationCodeHash}`]),
      ],
    ),
    ...(beacon === undefined ? [] : [`beacon ${beacon}`]),
    ...(admin === undefined ? [] : [`admin ${admin}`]),
  ].join(", ");
}

function hopsOf({ further = [], ...proxy }: LockedProxy) {
  return [proxy, ...further];
}

function withoutHashes(proxy: LockedProxy): string | undefined {
  return proxyText({
    ...proxy,
    implementationCodeHash: undefined,
    further: proxy.further?.map((hop) => ({
      ...hop,
      implementationCodeHash: undefined,
    })),
  });
}

/** Whether both are the same in some spelling, or not there. */
export function isSameText(
  locked: string | undefined,
  actual: string | undefined,
): boolean {
  return locked?.toLowerCase() === actual?.toLowerCase();
}
