import { type Address, isAddress } from "../../base/address.ts";
import { describeReleases, identifyCode } from "../identity/releases.ts";
import type { BlockReader } from "../reading/reader.ts";
import { codeKey } from "../reading/readings.ts";
import { distinctAddresses, type VerificationTarget } from "../targets.ts";
import type { LockedValue } from "./control-questions.ts";

/** The policy facts that list contracts which have releases. */
const LISTS: ReadonlySet<string> = new Set([
  "router.exchanges",
  "router.dispensers",
  "factory.tokenTemplates",
  "factory.nftTemplates",
]);
/** Each is a read of a whole code. */
const MAX_NAMED = 16;

/**
 * What contracts are that the registry does not have, by {@link codeKey}; `undefined`
 * of code that is not recognised, or could not be read.
 */
export type UnlistedNames = ReadonlyMap<string, string | undefined>;

/** One list on chain, and what of it the registry does not have. */
interface UnlistedItems {
  readonly id: string;
  readonly addresses: readonly Address[];
}

/** The contracts in the lists on chain that the registry does not have. */
export function unlistedItems(
  lists: readonly (readonly [id: string, items: LockedValue | undefined])[],
  targets: readonly VerificationTarget[],
): readonly UnlistedItems[] {
  const known = new Set(distinctAddresses(targets).map(codeKey));
  return lists.flatMap(([id, items]): UnlistedItems[] => {
    const addresses = (
      LISTS.has(id) && typeof items === "object" ? items : []
    ).flatMap((item) => {
      // Templates are followed by whether they are active.
      const [address] = item.split(",");
      return isAddress(address) && !known.has(codeKey(address))
        ? [address]
        : [];
    });
    return addresses.length === 0 ? [] : [{ id, addresses }];
  });
}

/** Which released contracts these are, as far as their codes can be read. */
export async function readUnlistedNames(
  reader: BlockReader,
  items: readonly UnlistedItems[],
  known: UnlistedNames = new Map(),
): Promise<UnlistedNames> {
  const addresses = new Set(
    items.flatMap((list) => list.addresses.map(codeKey)),
  );
  const unknown = [...addresses].filter((key) => !known.has(key));
  const names = await Promise.all(
    unknown.slice(0, MAX_NAMED).map(async (key) => {
      const reading = await reader.readCode(`0x${key.slice(2)}`);
      const release =
        reading.kind === "code" && reading.code !== undefined
          ? await identifyCode(reading.code)
          : undefined;
      const name =
        release && `${release.contract} ${describeReleases(release.versions)}`;
      return [key, name] as const;
    }),
  );
  return new Map([...known, ...names]);
}

/** What the chain lists and the registry does not: neither is the other's measure. */
export function unlistedNotes(
  items: readonly UnlistedItems[],
  names: UnlistedNames,
): readonly string[] {
  return items.map(({ id, addresses }) => {
    const told = addresses.slice(0, MAX_NAMED).map((address) => {
      const name = names.get(codeKey(address));
      return `${address} (${name ?? "not recognised"})`;
    });
    const more = addresses.length - told.length;
    return `${id} has contracts that are not in the registry: ${told.join(", ")}${more > 0 ? ` and ${more} more` : ""}.`;
  });
}
