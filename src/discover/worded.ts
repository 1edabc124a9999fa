import type { ContractVerification } from "../verify/found.ts";
import type { Reason } from "../verify/values/reason.ts";
import { sentence } from "../verify/words/sentences.ts";
import type { JudgedContract } from "./judge-registry.ts";
import type { DiscoveredContract, WordedContract } from "./report.ts";

/** A contract as it is reported. */
export function reportedContract({
  found: { kind: _kind, role: _role, ...found },
  role,
  values,
}: JudgedContract): DiscoveredContract {
  if (values === undefined) {
    const { key, verdict, reason } = found;
    return { key, role, ...worded({ verdict, reason }) };
  }
  return { ...wordedContract(found), role, ...values };
}

/** Puts the reasons of a contract into words. */
function wordedContract({
  proxy,
  proxyUnread,
  identity,
  ...contract
}: Omit<ContractVerification, "kind" | "role">): WordedContract {
  const why = proxyUnread && sentence(proxyUnread.reason);
  return {
    ...worded(contract),
    ...(proxy && { proxy: worded(proxy) }),
    ...(why && {
      [proxyUnread.kind === "hidden" ? "proxyNotReadable" : "proxyUnknown"]:
        why,
    }),
    ...(identity && { identity: worded(identity) }),
  };
}

/** Puts the reason of a finding into words. */
function worded<T extends { readonly reason?: Reason | undefined }>({
  reason,
  ...rest
}: T): Omit<T, "reason"> & { readonly reason?: string | undefined } {
  return reason === undefined ? rest : { ...rest, reason: sentence(reason) };
}
