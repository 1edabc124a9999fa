import { readError } from "../read-source-file.ts";
import { asString } from "../source-kind.ts";
import type {
  ReadDuplicate,
  ReadMember,
  ReadObject,
  ReadUnknown,
  ReadValue,
} from "../values.ts";

const EXPECTED =
  "Expected a list of chains, an object with such a list under chains, an object of chains by name, or one chain";

/** One chain of a portal's file, in any dialect. */
export interface ReadChain extends ReadObject {
  /** Its name, if the file is an object of chains by name. */
  readonly label: string | undefined;
  /** The name of its list, if that is a further one of the file. */
  readonly list?: string | undefined;
}

/** Chains, and the places that may hold more. */
export interface FoundChains {
  readonly chains: readonly ReadChain[];
  /** Lists of chains, and chains by name, that a later one of the same name overrides. */
  readonly duplicates: readonly ReadDuplicate[];
  readonly unknownParts: readonly ReadUnknown[];
}

export interface ChainsOptions {
  /** The names that lists of chains may have in an object. Default: `chains`. */
  readonly listNames?: readonly string[] | undefined;
  /** True if an object without a chain id is an entry, too. Default: none is. */
  readonly isEntry?: ((value: ReadObject) => boolean) | undefined;
}

/**
 * Finds the chains in the value of a portal's file, in any of its shapes.
 *
 * @throws HardhatPluginError with the place of a value that has none of the shapes, or
 * is unknown.
 */
export function chainsIn(
  value: ReadValue,
  file: string,
  { listNames = ["chains"], isEntry = () => false }: ChainsOptions = {},
): FoundChains {
  if (value.kind === "unknown") {
    const message = `The chains are not known: this ${value.reason}. Write the list as a literal.`;
    throw readError(file, message, value.place);
  }
  if (value.kind === "list") {
    const items = value.items.map((item) => [undefined, item] as const);
    return chainsAmong(items, file, "Expected a chain in the list of chains");
  }
  if (value.kind === "scalar") {
    throw readError(file, `${EXPECTED}.`, value.place);
  }
  const [list, ...others] = namedLists(value, listNames);
  if (list !== undefined) {
    if (list.value.kind === "object" && !isChain(list.value)) {
      throw readError(file, `${EXPECTED}.`, list.value.place);
    }
    return withLists(chainsIn(list.value, file), value, [list, ...others]);
  }
  if (isChain(value)) {
    const chains = [{ ...value, label: undefined }];
    return { chains, duplicates: [], unknownParts: [] };
  }
  const named = [...value.members.values()].map(
    (member) => [member.name, member.value] as const,
  );
  const found = chainsAmong(named, file, EXPECTED);
  if (found.chains.some((chain) => isChain(chain) || isEntry(chain))) {
    return { ...found, duplicates: value.duplicates };
  }
  throw readError(file, `${EXPECTED}.`, value.place);
}

export function namedLists(
  { members }: ReadObject,
  names: readonly string[],
): readonly ReadMember[] {
  return names.flatMap((name) => members.get(name) ?? []);
}

/**
 * Adds the chains of further lists, and the lists that these override. A file whose first
 * list is empty has no chains.
 *
 * @param found those of the first list
 * @param container the object with the lists
 */
export function withLists(
  found: FoundChains,
  container: ReadObject,
  lists: readonly ReadMember[],
): FoundChains {
  const names = lists.map(({ name }) => name);
  const duplicates = container.duplicates
    .filter(({ name }) => names.includes(name))
    .concat(found.duplicates);
  const chains = [...found.chains];
  const unknownParts = [...found.unknownParts];
  if (chains.length + unknownParts.length === 0) {
    return { ...found, duplicates };
  }
  for (const { name: list, value } of lists.slice(1)) {
    for (const item of value.kind === "list" ? value.items : [value]) {
      if (item.kind === "object" && value.kind === "list") {
        chains.push({ ...item, label: undefined, list });
      } else if (item.kind === "unknown") {
        unknownParts.push(item);
      } else {
        const reason = "is not a list of chains";
        unknownParts.push({ kind: "unknown", place: item.place, reason });
      }
    }
  }
  return { chains, duplicates, unknownParts };
}

/** @param values each with its name, if it has one; every object is taken for a chain */
function chainsAmong(
  values: readonly (readonly [label: string | undefined, value: ReadValue])[],
  file: string,
  expected: string,
): FoundChains {
  const chains: ReadChain[] = [];
  const unknownParts: ReadUnknown[] = [];
  for (const [label, value] of values) {
    if (value.kind === "object") {
      chains.push({ ...value, label });
    } else if (value.kind === "unknown") {
      unknownParts.push(value);
    } else {
      throw readError(file, `${expected}.`, value.place);
    }
  }
  return { chains, duplicates: [], unknownParts };
}

function isChain(value: ReadValue): boolean {
  return (
    value.kind === "object" &&
    (value.members.has("chainId") || value.members.has("networkId"))
  );
}

/** The id of a chain. The oldest version of portals has a networkId instead of a chainId. */
export function idOf({ members }: ReadChain): ReadMember | undefined {
  return members.get("chainId") ?? members.get("networkId");
}

/** The names of a chain: those in its fields, and its own in the file. */
export function namesOf({ members, label }: ReadChain): readonly string[] {
  return ["network", "name"]
    .map((field) => asString(members.get(field)?.value))
    .concat(label)
    .filter((name) => name !== undefined);
}
