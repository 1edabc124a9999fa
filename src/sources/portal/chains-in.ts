import { readError } from "../read-source-file.ts";
import type {
  ReadChain,
  ReadList,
  ReadObject,
  ReadUnknown,
  ReadValue,
} from "../script/values.ts";

const EXPECTED =
  "Expected a list of chains, an object with such a list under chains, an object of chains by name, or one chain";

/** Chains, and the places that may hold more. */
export interface FoundChains {
  readonly chains: readonly ReadChain[];
  readonly unknownParts: readonly ReadUnknown[];
}

export interface ChainsOptions {
  /** The names that a list of chains may have in an object. Default: `chains`. */
  readonly listNames?: readonly string[] | undefined;
  /** Whether an object without a chain id is an entry, too. Default: none is. */
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
    throw unknowable(value, file);
  }
  if (value.kind === "list") {
    return chainsOfList(value, file);
  }
  if (value.kind === "scalar") {
    throw readError(file, `${EXPECTED}.`, value.place);
  }
  const list = listNames
    .map((name) => value.members.get(name))
    .find((member) => member !== undefined);
  if (list !== undefined) {
    if (list.value.kind === "object" && !isChain(list.value)) {
      throw readError(file, `${EXPECTED}.`, list.value.place);
    }
    return chainsIn(list.value, file);
  }
  if (isChain(value)) {
    return { chains: [{ ...value, label: undefined }], unknownParts: [] };
  }
  const { chains, unknownParts } = chainsByName(value, file);
  if (chains.some((chain) => isChain(chain) || isEntry(chain))) {
    return { chains, unknownParts };
  }
  throw readError(file, `${EXPECTED}.`, value.place);
}

function chainsOfList(value: ReadList, file: string): FoundChains {
  const chains: ReadChain[] = [];
  const unknownParts: ReadUnknown[] = [];
  for (const item of value.items) {
    if (item.kind === "object") {
      chains.push({ ...item, label: undefined });
    } else if (item.kind === "unknown") {
      unknownParts.push(item);
    } else {
      throw readError(
        file,
        "Expected a chain in the list of chains.",
        item.place,
      );
    }
  }
  return { chains, unknownParts };
}

/** Every object under a name, whether or not it is a chain. */
function chainsByName(value: ReadObject, file: string): FoundChains {
  const chains: ReadChain[] = [];
  const unknownParts: ReadUnknown[] = [];
  for (const { name, value: member } of value.members.values()) {
    if (member.kind === "object") {
      chains.push({ ...member, label: name });
    } else if (member.kind === "unknown") {
      unknownParts.push(member);
    } else {
      throw readError(file, `${EXPECTED}.`, member.place);
    }
  }
  return { chains, unknownParts };
}

function unknowable({ reason, place }: ReadUnknown, file: string): Error {
  return readError(
    file,
    `The chains are not known: this ${reason}. Write the list as a literal.`,
    place,
  );
}

function isChain(value: ReadValue): boolean {
  return (
    value.kind === "object" &&
    (value.members.has("chainId") || value.members.has("networkId"))
  );
}
