import { ownValue } from "../../base/records.ts";
import type { ResolvedContract } from "../../config/types.ts";
import {
  type ContractVerification,
  contractId,
  type NetworkFindings,
} from "../report.ts";
import { isSameText } from "./compare-proxy.ts";
import type { Lock, LockedNetwork } from "./lock-file.ts";

/** The contracts of a network, in its configuration or in a report. */
type NamedContracts = readonly (
  | ResolvedContract
  | Pick<ContractVerification, "kind" | "key" | "index" | "address">
)[];

/**
 * The own contracts in an entry that have another name now, each with it: neither name
 * means another contract, and the address is the same.
 */
function renamedContracts(
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
function withNames(
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

/** A network, and the contracts that it has now. */
type LockableNetwork = Pick<NetworkFindings, "hardhatNetwork"> & {
  readonly contracts: NamedContracts;
};

/** A network's entry in the lock file, with the names that its contracts have now. */
export function lockedNetworkOf(
  network: LockableNetwork,
  lock: Lock,
): LockedNetwork | undefined {
  const entry = entryOf(network, lock);
  return entry && withNames(entry, renamedContracts(entry, network.contracts));
}

/** The names of a network's contracts in the lock file that are not those of now. */
export function renamedIn(
  network: LockableNetwork,
  lock: Lock,
): ReadonlyMap<string, string> {
  const entry = entryOf(network, lock);
  return entry ? renamedContracts(entry, network.contracts) : new Map();
}

function entryOf({ hardhatNetwork }: LockableNetwork, { networks }: Lock) {
  return hardhatNetwork === null
    ? undefined
    : ownValue(networks, hardhatNetwork);
}
