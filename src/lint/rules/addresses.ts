import {
  type Address,
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
import type { NetworkIndex, Use } from "../network-index.ts";
import {
  adviceFor,
  printableName,
  stringsOf,
  titleOf,
  tokenEdit,
} from "../texts.ts";
import type {
  LintEntry,
  LintField,
  LintInput,
  LintRule,
  LintString,
} from "../types.ts";
import { each, entriesAndBooksIn } from "../types.ts";
import { namesOfOthers } from "./chains.ts";
import { mayBeShared } from "./copies.ts";

/** An address in an entry. */
interface EntryAddress extends LintString {
  readonly text: Address;
  readonly entry: LintEntry;
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

/** The addresses in all entries. */
function* addressesIn(input: LintInput): Generator<EntryAddress> {
  for (const entry of entriesAndBooksIn(input)) {
    const isBook = entry.kind === "book";
    const inBook = isBook ? expectedInBook(entry) : [];
    for (const { name, text, place } of stringsOf(entry)) {
      if (!isAddress(text)) {
        continue;
      }
      const inEntry = entry.fields.find(
        ({ member }) => member.name === name && asString(member.value) === text,
      );
      const field = isBook ? undefined : inEntry;
      const item = inBook.find(
        (one) => one.name === name && one.value?.place.start === place.start,
      );
      const expected = field ? expectedAddress(field, entry) : item;
      yield { entry, name, text, place, field, expected };
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
  if (isOtherVersion) {
    // The configured portal addresses belong to the configured version.
    return undefined;
  }
  const contract = network.contracts.find(
    ({ kind, key }) => kind === "portal" && key === field,
  );
  return { path: `portal.${field}`, address: contract?.address };
}

/** The uses of an address on its entry's own network. */
function ownUses(
  { entry, text }: EntryAddress,
  { usesOf }: NetworkIndex,
): readonly Use[] {
  return usesOf(text).filter((use) => use.network === entry.network?.name);
}

function isExpected(address: EntryAddress, index: NetworkIndex): boolean {
  const { expected, text } = address;
  if (expected === undefined) {
    return false;
  }
  return (
    isSameText(expected.address, text) ||
    ownUses(address, index).some(({ path }) => path === expected.path)
  );
}

export const CHECKSUM: LintRule = {
  id: "checksum",
  severity: "error",
  summary: "An address with a wrong EIP-55 checksum: clients reject it.",
  fix: "Compare its digits with the source of the address.",
  find: each(addressesIn, async (address, { file, index }) => {
    const { entry, name, text, place } = address;
    if (await hasValidChecksum(text)) {
      return undefined;
    }
    const right = await toChecksum(text);
    const problem = `The address ${text} of ${titleOf(entry)} (${quoted(name)}) has a wrong EIP-55 checksum`;
    if (!isExpected(address, index)) {
      // A checksum that is computed from wrong digits would hide them.
      return {
        place,
        message: `${problem}; one of its digits may be wrong.`,
        fix: `Compare its digits with the source of the address. Only if they are right, write ${right}.`,
      };
    }
    return {
      place,
      message: `${problem}; its digits are those of the known address.`,
      fix: `Write ${right}.`,
      edit: tokenEdit(file.text, place, text, right),
    };
  }),
};

export const PLACEHOLDER_ADDRESS: LintRule = {
  id: "placeholder-address",
  severity: "error",
  summary:
    "The zero address, or one of repeated digits: no contract and no account. A warning if the chain is not one of the networks.",
  fix: "Write the address, or remove the field if the chain has none.",
  find: each(addressesIn, (address, { index }) => {
    const { entry, field, name, text, place } = address;
    if (!isPlaceholder(text) || isExpected(address, index)) {
      return undefined;
    }
    const what = isZeroAddress(text)
      ? "the zero address"
      : `${text}, a placeholder`;
    const message = `${name} of ${titleOf(entry)} is ${what}.`;
    if (entry.network === undefined) {
      return { place, message, severity: "warning" };
    }
    const fix = field && adviceFor(entry, "Write the address.", [field.field]);
    return { place, message, fix };
  }),
};

/** The length of the longest sequence that is typed in, 00112233445566778899. */
const MAX_PERIOD = 20;

/** True if the digits of an address are one digit, or a sequence, over and over. */
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
  find: each(addressesIn, async (address, { index }) => {
    const { entry, expected, field, name, text, place } = address;
    const isOfAnotherBook =
      entry.kind === "book" && namesOfOthers(entry, index).length > 0;
    if (isOfAnotherBook || isPlaceholder(text) || isExpected(address, index)) {
      return undefined;
    }
    const other = otherUse(address, index);
    if (other === undefined && !isDifferent(address, index)) {
      return undefined;
    }
    let message = `${printableName(name)} of ${titleOf(entry)} is ${text}`;
    if (other !== undefined) {
      message += `, which is ${other.path} of ${other.network}`;
    }
    let fix = "Use the address of this chain.";
    if (expected?.address !== undefined) {
      message += `, but ${expected.path} is ${expected.address}`;
      fix = `Write ${expected.address}. If ${expected.path} has changed, correct alpha.networks in the Hardhat config.`;
    } else if (field !== undefined) {
      fix = adviceFor(entry, fix, [field.field]);
    }
    if (!(await hasValidChecksum(text))) {
      message += "; its checksum is wrong, so a digit may be mistyped";
    }
    // By chance, a contract may have one address on several chains.
    const severity = entry.network === undefined ? "warning" : undefined;
    return { place, message: `${message}.`, severity, fix };
  }),
};

/** True if the registry has another address, and no network has a portal's one. */
function isDifferent(
  { entry, expected, text }: EntryAddress,
  index: NetworkIndex,
): boolean {
  return (
    expected?.address !== undefined &&
    expected.path.startsWith("registry.") &&
    (entry.kind === "book" || index.usesOf(text).length === 0)
  );
}

/** The contract of its network, or another network's, that an address is instead. */
function otherUse(address: EntryAddress, index: NetworkIndex): Use | undefined {
  const { entry, field, name, text, place } = address;
  const own = ownUses(address, index);
  if (entry.kind === "book") {
    // A name that no contract has may be another name of one of the chain's contracts.
    const isKnown = roleNamed(name.replace(/\..*/, "")) !== undefined;
    return isKnown || own.length === 0 ? index.usesOf(text)[0] : undefined;
  }
  if (field?.definition?.type === "address" && own[0] !== undefined) {
    return own[0];
  }
  return entry.foreign.find(
    (value) =>
      value.place.start === place.start &&
      value.name === name &&
      !entry.copied.includes(value) &&
      !mayBeShared(value),
  );
}
