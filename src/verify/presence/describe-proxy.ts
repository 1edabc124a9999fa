import { given } from "../../base/records.ts";
import type { ProxyHop, ProxyKind, ProxyVerification } from "../report.ts";

/** All steps from a contract to the code that it runs; none of one that is no proxy. */
export function hopsOf(
  proxy: Omit<ProxyVerification, "verdict" | "reason"> | undefined,
): readonly ProxyHop[] {
  return proxy === undefined ? [] : [proxy, ...(proxy.further ?? [])];
}

const PROXY_KINDS: Readonly<Record<ProxyKind, string>> = {
  eip1167: "clone (EIP-1167) of",
  eip7511: "clone (EIP-7511) of",
  eip1967: "upgradable proxy (EIP-1967) to",
  beacon: "beacon proxy (EIP-1967) to",
};

/** What a proxy runs, and who can change that. */
export function describeProxy(
  proxy: Omit<ProxyVerification, "verdict" | "reason">,
): string {
  const { beacon, admin } = proxy;
  const steps = hopsOf(proxy).map(
    ({ kind, implementation }) => `${PROXY_KINDS[kind]} ${implementation}`,
  );
  return given(
    steps.join(", a "),
    beacon && `beacon ${beacon}`,
    admin && `admin ${admin}`,
  ).join(", ");
}

/** Why it is unknown whether a contract is a proxy, or not readable, as a reason. */
export function describeUnknownProxy(why: string, how = "unknown"): string {
  return `whether it is a proxy is ${how}: ${why}`;
}
