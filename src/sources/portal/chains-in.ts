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

/** The chains of a portal's file. */
export interface FoundChains {
  readonly chains: readonly ReadChain[];
  readonly beyond: readonly ReadUnknown[];
}

/**
 * The chains in what a portal's file holds, in any of the shapes that are in use.
 *
 * @param listNames the names that such a list may have in an object
 * @throws HardhatPluginError with the place of a value that is none of them, or
 * of what keeps it from being known.
 */
export function chainsIn(
  value: ReadValue,
  file: string,
  listNames: readonly string[] = ["chains"],
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
    return { chains: [{ ...value, label: undefined }], beyond: [] };
  }
  const { chains, beyond } = chainsByName(value, file);
  if (chains.some(isChain)) {
    return { chains, beyond };
  }
  const [obstacle] = beyond;
  if (obstacle !== undefined) {
    throw unknowable(obstacle, file);
  }
  throw readError(file, `${EXPECTED}.`, value.place);
}

function chainsOfList(value: ReadList, file: string): FoundChains {
  const chains: ReadChain[] = [];
  const beyond = [...value.beyond];
  for (const item of value.items) {
    if (item.kind === "object") {
      chains.push({ ...item, label: undefined });
    } else if (item.kind === "unknown") {
      beyond.push(item);
    } else {
      throw readError(
        file,
        "The list of chains holds something else than a chain here.",
        item.place,
      );
    }
  }
  return { chains, beyond };
}

/** Every object that stands under a name, whether or not it is a chain. */
function chainsByName(value: ReadObject, file: string): FoundChains {
  const chains: ReadChain[] = [];
  const beyond = [...value.beyond];
  for (const { name, value: member } of value.members.values()) {
    if (member.kind === "object") {
      chains.push({ ...member, label: name });
    } else if (member.kind === "unknown") {
      beyond.push(member);
    } else {
      throw readError(file, `${EXPECTED}.`, member.place);
    }
  }
  return { chains, beyond };
}

function unknowable({ reason, place }: ReadUnknown, file: string): Error {
  return readError(
    file,
    `The chains cannot be known without running the file: this ${reason}. No code is run: write the list itself here.`,
    place,
  );
}

function isChain(value: ReadValue): boolean {
  return (
    value.kind === "object" &&
    (value.members.has("chainId") || value.members.has("networkId"))
  );
}
