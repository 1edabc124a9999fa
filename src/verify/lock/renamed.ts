import { ownValue } from "../../base/records.ts";
import { isSameText } from "../../base/text.ts";
import type { ContractVerification, NetworkFindings } from "../found.ts";
import type { Lock, LockedNetwork } from "../lock-file/lock-file.ts";
import { contractId, ownContractIn } from "../values/path.ts";

/** A network, and the contracts that it has now. */
interface LockableNetwork extends Pick<NetworkFindings, "hardhatNetwork"> {
  readonly contracts: readonly Pick<
    ContractVerification,
    "kind" | "key" | "address"
  >[];
}

/** A network's entry in the lock file, with the names that its contracts have now. */
export function lockedNetworkOf(
  network: LockableNetwork,
  lock: Lock,
): LockedNetwork | undefined {
  const entry = entryOf(network, lock);
  if (entry === undefined) {
    return undefined;
  }
  const renamed = renamedIn(network, lock);
  const nameOf = (id: string) => {
    const was = ownContractIn(id) ?? "";
    const is = renamed.get(was);
    return is === undefined ? id : `${is}${id.slice(was.length)}`;
  };
  const named = <T>(values: Readonly<Record<string, T>>) =>
    Object.fromEntries(
      Object.entries(values).map(([id, value]) => [nameOf(id), value]),
    );
  const { contracts, policy, inUse, acceptedGaps } = entry;
  return {
    ...entry,
    contracts: named(contracts),
    policy: named(policy),
    ...(inUse && { inUse: inUse.map(nameOf) }),
    ...(acceptedGaps && { acceptedGaps: acceptedGaps.map(nameOf) }),
  };
}

/**
 * The own contracts in the lock file that have another name now, each with it: neither
 * name means another contract, and the address is the same.
 */
export function renamedIn(
  network: LockableNetwork,
  lock: Lock,
): ReadonlyMap<string, string> {
  const locked = entryOf(network, lock)?.contracts ?? {};
  const own = new Map(
    network.contracts
      .filter(({ kind }) => kind === "own")
      .map((one) => [contractId(one), one.address]),
  );
  const renamed = new Map<string, string>();
  const added = new Map([...own].filter(([id]) => !Object.hasOwn(locked, id)));
  for (const [was, { address }] of Object.entries(locked)) {
    const [is] = [...added].find(([, now]) => isSameText(now, address)) ?? [];
    if (is !== undefined && ownContractIn(was) === was && !own.has(was)) {
      renamed.set(was, is);
      added.delete(is);
    }
  }
  return renamed;
}

function entryOf({ hardhatNetwork }: LockableNetwork, { networks }: Lock) {
  return ownValue(networks, hardhatNetwork ?? "");
}
