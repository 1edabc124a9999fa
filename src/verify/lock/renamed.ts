import type { ResolvedContract } from "../../config/types.ts";
import { type ContractVerification, contractId } from "../report.ts";
import { isSameText } from "./compare-proxy.ts";
import type { LockedNetwork } from "./lock-file.ts";

/** The contracts of a network, in its configuration or in a report. */
export type NamedContracts = readonly (
  | ResolvedContract
  | Pick<ContractVerification, "kind" | "key" | "index" | "address">
)[];

/**
 * The own contracts in an entry that have another name now, each with it: neither name
 * means another contract, and the address is the same.
 */
export function renamedContracts(
  { contracts: locked }: LockedNetwork,
  contracts: NamedContracts,
): ReadonlyMap<string, string> {
  const own = new Map(
    contracts
      .filter(({ kind }) => kind === "own")
      .map((one) => [contractId(one), one.address]),
  );
  const added = new Map([...own].filter(([id]) => !Object.hasOwn(locked, id)));
  const renamed = new Map<string, string>();
  for (const [was, { address }] of Object.entries(locked)) {
    const isGone = was.startsWith("own.") && !own.has(was);
    const [is] =
      [...added].find(([, now]) => isGone && isSameText(now, address)) ?? [];
    if (is !== undefined) {
      renamed.set(was, is);
      added.delete(is);
    }
  }
  return renamed;
}

/** An entry with its own contracts and their values under the names of now. */
export function withNames(
  entry: LockedNetwork,
  renamed: ReadonlyMap<string, string>,
): LockedNetwork {
  const nameOf = (id: string) =>
    id.replace(/^own\.[^.]+/, (was) => renamed.get(was) ?? was);
  const named = <T>(values: Readonly<Record<string, T>>) =>
    Object.fromEntries(
      Object.entries(values).map(([id, value]) => [nameOf(id), value]),
    );
  const { contracts, policy } = entry;
  return { ...entry, contracts: named(contracts), policy: named(policy) };
}
