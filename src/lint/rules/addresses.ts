import type { Address } from "../../base/address.ts";
import {
  hasValidChecksum,
  isAddress,
  isZeroAddress,
  toChecksum,
} from "../../base/address.ts";
import { isSameText, quoted } from "../../base/text.ts";
import { contractOfRole } from "../../config/contracts.ts";
import { roleNamed } from "../../sources/address-book/names.ts";
import { asString } from "../../sources/source-kind.ts";
import { expectedInBook } from "../book-addresses.ts";
import { mayBeShared } from "../copies.ts";
import type { NetworkIndex, Use } from "../network-index.ts";
import { tokenEdit } from "../repair/edits.ts";
import { printableName, printedBy, stringsOf, titleOf } from "../texts.ts";
import type { LintEntry, LintField, LintRule, LintString } from "../types.ts";
import { namesOfOthers } from "./chains.ts";

/** An address in an entry. */
interface EntryAddress extends LintString {
  readonly text: Address;
  /** `undefined` if the address is nested, or in an address book. */
  readonly field: LintField | undefined;
  /** `undefined` if the configuration has no such address. */
  readonly expected: ExpectedAddress | undefined;
}

interface ExpectedAddress {
  /** `registry.Dispenser`, `portal.BFactory` */
  readonly path: string;
  /** `undefined` if it is not set. */
  readonly address: Address | undefined;
}

function* addressesOf(entry: LintEntry): Generator<EntryAddress> {
  const isBook = entry.kind === "book";
  const inBook = isBook ? expectedInBook(entry) : [];
  for (const { name, text, place } of stringsOf(entry)) {
    if (isAddress(text)) {
      const field = (isBook ? [] : entry.fields).find(
        ({ member }) => member.name === name && asString(member.value) === text,
      );
      const expected = isBook
        ? inBook.find(
            (item) =>
              item.name === name && item.value?.place.start === place.start,
          )
        : field && expectedAddress(field, entry);
      yield { name, text, place, field, expected };
    }
  }
}

/**
 * The address that a field should have: the registry's if the field repeats it, or
 * else the portal configuration's. `undefined` if the entry's network is not
 * identified, or if the field is not an address.
 */
function expectedAddress(
  { field }: LintField,
  { network, expected, isOtherVersion }: LintEntry,
): ExpectedAddress | undefined {
  const definition = Object.hasOwn(expected, field)
    ? expected[field]
    : undefined;
  if (network === undefined || definition?.type !== "address") {
    return undefined;
  }
  if (definition.role !== undefined) {
    const contract = contractOfRole(network, definition.role);
    return (
      contract && {
        path: `registry.${contract.key}`,
        address: contract.address,
      }
    );
  }
  // The configured portal addresses belong to the configured version.
  return isOtherVersion
    ? undefined
    : {
        path: `portal.${field}`,
        address: network.contracts.find(
          ({ kind, key }) => kind === "portal" && key === field,
        )?.address,
      };
}

/** The uses of an address on its entry's own network. */
function ownUses(
  text: string,
  { network }: LintEntry,
  { usesOf }: NetworkIndex,
): readonly Use[] {
  return usesOf(text).filter((use) => use.network === network?.name);
}

function isExpected(
  { expected, text }: EntryAddress,
  entry: LintEntry,
  index: NetworkIndex,
): boolean {
  return (
    expected !== undefined &&
    (isSameText(expected.address, text) ||
      ownUses(text, entry, index).some(({ path }) => path === expected.path))
  );
}

export const CHECKSUM: LintRule = {
  id: "checksum",
  severity: "error",
  summary: "An address with a wrong EIP-55 checksum: clients reject it.",
  fix: "Compare its digits with the source of the address.",
  checksBooks: true,
  async *checkEntry(entry, { file, index }) {
    for (const address of addressesOf(entry)) {
      const { name, text, place } = address;
      if (await hasValidChecksum(text)) {
        continue;
      }
      const right = await toChecksum(text);
      // A checksum that is computed from wrong digits would hide them.
      const isKnown = isExpected(address, entry, index);
      yield {
        place,
        message: `The address ${text} of ${titleOf(entry)} (${quoted(name)}) has a wrong EIP-55 checksum; ${isKnown ? "its digits are those of the known address" : "one of its digits may be wrong"}.`,
        fix: isKnown
          ? `Write ${right}.`
          : `Compare its digits with the source of the address. Only if they are right, write ${right}.`,
        edit: isKnown ? tokenEdit(file.text, place, text, right) : undefined,
      };
    }
  },
};

export const PLACEHOLDER_ADDRESS: LintRule = {
  id: "placeholder-address",
  severity: "error",
  summary:
    "The zero address, or one of repeated digits: no contract and no account. A warning if the chain is not one of the networks.",
  fix: "Write the address, or remove the field if the chain has none.",
  checksBooks: true,
  *checkEntry(entry, { index }) {
    for (const address of addressesOf(entry)) {
      const { field, name, text, place } = address;
      if (isPlaceholder(text) && !isExpected(address, entry, index)) {
        const isKnown = entry.network !== undefined && field !== undefined;
        yield {
          place,
          message: `${name} of ${titleOf(entry)} is ${isZeroAddress(text) ? "the zero address" : `${text}, a placeholder`}.`,
          severity: entry.network === undefined ? "warning" : undefined,
          fix: isKnown
            ? `Write the address. ${printedBy(entry, [field.field])}`.trim()
            : undefined,
        };
      }
    }
  },
};

/** Of the longest sequence that is typed in, 00112233445566778899. */
const MAX_PERIOD = 20;

/** Whether the digits of an address are one digit, or a sequence, over and over. */
function isPlaceholder(address: Address): boolean {
  const digits = address.slice(2).toLowerCase();
  return Array.from({ length: MAX_PERIOD }, (_, index) => index + 1).some(
    (period) => digits.slice(period) === digits.slice(0, -period),
  );
}

export const WRONG_ADDRESS: LintRule = {
  id: "wrong-address",
  severity: "error",
  summary:
    "An address that is not the configuration's, or that is another contract's or another network's. A warning if the chain is not one of the networks.",
  covers: [CHECKSUM.id],
  fix: "Use the address of this chain.",
  checksBooks: true,
  async *checkEntry(entry, { index }) {
    // Another rule reports an entry under another network's name.
    if (entry.kind === "book" && namesOfOthers(entry, index).length > 0) {
      return;
    }
    for (const address of addressesOf(entry)) {
      const { expected, field, name, text, place } = address;
      if (isPlaceholder(text) || isExpected(address, entry, index)) {
        continue;
      }
      const other = otherUse(address, entry, index);
      const isDifferent =
        expected?.address !== undefined &&
        expected.path.startsWith("registry.") &&
        (entry.kind === "book" || index.usesOf(text).length === 0);
      if (other === undefined && !isDifferent) {
        continue;
      }
      const right =
        expected?.address === undefined
          ? ""
          : `, but ${expected.path} is ${expected.address}`;
      const isMistyped = !(await hasValidChecksum(text));
      yield {
        place,
        message: `${printableName(name)} of ${titleOf(entry)} is ${text}${other === undefined ? "" : `, which is ${other.path} of ${other.network}`}${right}${isMistyped ? "; its checksum is wrong, so a digit may be mistyped" : ""}.`,
        // By chance, a contract may have one address on several chains.
        severity: entry.network === undefined ? "warning" : undefined,
        fix:
          expected?.address === undefined
            ? `Use the address of this chain. ${field === undefined ? "" : printedBy(entry, [field.field])}`.trim()
            : `Write ${expected.address}. If ${expected.path} has changed, correct alpha.networks in the Hardhat config.`,
      };
    }
  },
};

/** What an address is, if it is another contract of its network or another network's. */
function otherUse(
  { field, name, text, place }: EntryAddress,
  entry: LintEntry,
  index: NetworkIndex,
): Use | undefined {
  if (entry.kind === "book") {
    // A name that no contract has may be another name of one of the chain's contracts.
    const isKnown = roleNamed(name.replace(/\..*/, "")) !== undefined;
    return isKnown || ownUses(text, entry, index).length === 0
      ? index.usesOf(text)[0]
      : undefined;
  }
  const [own] =
    field?.definition?.type === "address" ? ownUses(text, entry, index) : [];
  return (
    own ??
    entry.foreign.find(
      (value) =>
        value.place.start === place.start &&
        value.name === name &&
        !entry.copied.includes(value) &&
        !mayBeShared(value),
    )
  );
}
