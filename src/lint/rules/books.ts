import { isAddress } from "../../base/address.ts";
import { quoted } from "../../base/text.ts";
import { isListRole, roleNamed } from "../../sources/address-book/names.ts";
import type { ReadMember } from "../../sources/script/values.ts";
import { asString } from "../../sources/source-kind.ts";
import {
  BOOK_VALUES,
  expectedInBook,
  malformedIndexes,
} from "../book-addresses.ts";
import type { IndexedNetwork, NetworkIndex } from "../network-index.ts";
import { listed, printableName, stringsOf, titleOf } from "../texts.ts";
import type { LintEntry, LintRule } from "../types.ts";
import { CHECKSUM, describeChecksum, NO_CHECKSUM } from "./addresses.ts";
import { problemOf } from "./values.ts";

export const MALFORMED_ADDRESS: LintRule = {
  id: "malformed-address",
  severity: "error",
  summary: "An address of an address book that is not 0x and 40 digits.",
  fix: "Correct it: clients that read the file fail, or use a wrong address.",
  *check({ file }) {
    for (const entry of file.books) {
      for (const { name, text, place } of stringsOf(entry)) {
        const [address] = /^0x[\da-f]{40}/i.exec(text) ?? [];
        if (BOOK_VALUES.has(name) || isAddress(text) || !/^0x/i.test(text)) {
          continue;
        }
        yield {
          place,
          message: `${printableName(name)} of ${titleOf(entry)} is ${
            address === undefined
              ? `a string of ${text.length} characters, not an address`
              : `the address ${address} followed by ${quoted(text.slice(address.length))}`
          }.`,
        };
      }
    }
  },
};

export const BOOK_TYPE: LintRule = {
  id: "book-type",
  severity: "error",
  summary:
    "A start block of an address book that is no whole number, a list in place of an address, or no list in place of one.",
  fix: "Correct it: alpha.sources and other clients do not read the entry.",
  *check({ file }) {
    for (const entry of file.books) {
      for (const member of entry.chain.members.values()) {
        const problem = typeProblem(member);
        if (problem !== undefined) {
          yield {
            place: member.value.place,
            message: `${printableName(member.name)} of ${titleOf(entry)} ${problem}.`,
          };
        }
      }
    }
  },
};

/** Strings in place of an address are {@link MALFORMED_ADDRESS}, or empty for none. */
function typeProblem({ name, value }: ReadMember): string | undefined {
  if (value.kind === "unknown") {
    return undefined;
  }
  if (name === "startBlock") {
    return problemOf(value, "integer", name);
  }
  const role = roleNamed(name);
  if (role === undefined || asString(value) === "") {
    return undefined;
  }
  if (isListRole(role)) {
    return value.kind === "scalar" ? "is no list of addresses" : undefined;
  }
  return asString(value) === undefined
    ? problemOf(value, "address", name)
    : undefined;
}

export const BOOK_CONTRACT: LintRule = {
  id: "book-contract",
  severity: "error",
  summary:
    "A contract of a network's entry in an address book that is not the registry's. A warning if it is missing.",
  covers: [CHECKSUM.id, NO_CHECKSUM.id],
  fix: "Use the address in the registry. If the registry has changed, update alpha.networks in the Hardhat config.",
  async *check({ file, index }) {
    for (const entry of file.books) {
      // BOOK_CHAIN reports an entry that is another network's.
      if (otherNetworks(entry, index).length > 0) {
        continue;
      }
      const missing: string[] = [];
      for (const { name, path, address, value } of expectedInBook(entry)) {
        const text = asString(value);
        if (value === undefined) {
          missing.push(name);
        } else if (
          isAddress(text) &&
          address !== undefined &&
          text.toLowerCase() !== address.toLowerCase()
        ) {
          const [other] = index.addresses.find(text);
          yield {
            place: value.place,
            message: `${name} of ${titleOf(entry)} is ${text}${other === undefined ? "" : ` (${other.path} of ${other.network})`}, but ${path} is ${address}${await describeChecksum(text)}.`,
          };
        }
      }
      if (missing.length > 0) {
        yield {
          place: entry.chain.place,
          message: `${titleOf(entry)} has no ${listed(missing)}.`,
          severity: "warning",
          fix: `Add ${missing.length === 1 ? "it" : "them"}: alpha export --format address-json prints the entry.`,
        };
      }
    }
  },
};

/** More entries would not be read. */
const MAX_TITLES = 12;

export const BOOK_CHAIN: LintRule = {
  id: "book-chain",
  severity: "error",
  summary:
    "An entry of an address book under a network's name, with another chain id. A warning for chain ids that are no numbers.",
  fix: "Correct whichever is wrong.",
  *check({ file, index }) {
    const textual = file.books.filter(
      ({ chain }) =>
        asString(chain.members.get("chainId")?.value) !== undefined,
    );
    const [first] = textual;
    if (first !== undefined) {
      const more = textual.length - MAX_TITLES;
      const titles = textual.slice(0, MAX_TITLES).map(titleOf);
      yield {
        place: first.chain.members.get("chainId")?.at ?? first.chain.place,
        message: `${textual.length === 1 ? "The chain id" : "The chain ids"} of ${more > 0 ? `${titles.join(", ")} and ${more} more` : listed(titles)} ${textual.length === 1 ? "is a string" : "are strings"}, so clients do not find the ${textual.length === 1 ? "entry" : "entries"}.`,
        severity: "warning",
        fix: "Write chain ids as numbers.",
      };
    }
    for (const entry of file.books) {
      const { chain, chainId, names } = entry;
      const others = otherNetworks(entry, index);
      if (others.length > 0) {
        yield {
          place: chain.members.get("chainId")?.at ?? chain.place,
          message: `The chain id of ${listed(names.map(quoted))} is ${chainId}, but that of ${others.map(({ network }) => `${network.name} is ${network.values.chainId}`).join(", and that of ")}.`,
        };
      }
    }
  },
};

/** The networks with an entry's name, if all of them have another chain id. */
function otherNetworks(
  { chainId, names }: LintEntry,
  { networks }: NetworkIndex,
): readonly IndexedNetwork[] {
  const named = networks.filter((candidate) =>
    names.some((name) => candidate.names.has(name)),
  );
  return chainId === undefined ||
    named.some(({ network }) => network.values.chainId === chainId)
    ? []
    : named;
}

export const BOOK_INDEX: LintRule = {
  id: "book-index",
  severity: "warning",
  summary: "A malformed key in a list of an address book, such as 1: for 1.",
  fix: "Remove the colon: most clients do not read the key.",
  *check({ file }) {
    for (const entry of file.books) {
      for (const { name, place } of malformedIndexes(entry)) {
        yield {
          place,
          message: `The key ${printableName(name)} of ${titleOf(entry)} is malformed.`,
        };
      }
    }
  },
};
