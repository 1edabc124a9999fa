import type { Address } from "../../base/address.ts";
import { hasValidChecksum, isAddress, toChecksum } from "../../base/address.ts";
import { quoted } from "../../base/text.ts";
import { contractOfRole } from "../../config/contracts.ts";
import { asString } from "../../sources/source-kind.ts";
import { expectedInBook } from "../book-addresses.ts";
import type { NetworkIndex } from "../network-index.ts";
import { tokenEdit } from "../repair/edits.ts";
import { printedBy, stringsOf, titleOf } from "../texts.ts";
import type { LintEntry, LintProblem, LintRule } from "../types.ts";

export const CHECKSUM: LintRule = {
  id: "checksum",
  severity: "error",
  summary: "An address with a wrong EIP-55 checksum: clients reject it.",
  fix: "Compare its digits with the source of the address.",
  async *check({ file, index }) {
    for (const entry of [...file.entries, ...file.books]) {
      for (const { name, text, place } of stringsOf(entry)) {
        if (!isAddress(text) || (await hasValidChecksum(text))) {
          continue;
        }
        const right = await toChecksum(text);
        const isKnown = isKnownAddress(name, text, entry, index);
        yield {
          place,
          message: `The address ${text} of ${titleOf(entry)} (${quoted(name)}) has a wrong EIP-55 checksum; ${isKnown ? "its digits are those of the known address" : "one of its digits may be wrong"}.`,
          fix: isKnown
            ? `Write ${right}.`
            : `Compare its digits with the source of the address. Only if they are right, write ${right}.`,
          edit: isKnown ? tokenEdit(file.text, place, text, right) : undefined,
        };
      }
    }
  },
};

export const NO_CHECKSUM: LintRule = {
  id: "no-checksum",
  severity: "note",
  summary: "An address without a checksum: a wrong digit would go unnoticed.",
  fix: "Write it with its EIP-55 checksum.",
  async *check({ file, index }) {
    for (const entry of [...file.entries, ...file.books]) {
      for (const { name, text, place } of stringsOf(entry)) {
        if (
          !isAddress(text) ||
          isZero(text) ||
          !(await hasValidChecksum(text))
        ) {
          continue;
        }
        const right = await toChecksum(text);
        if (right !== text) {
          const isKnown = isKnownAddress(name, text, entry, index);
          yield {
            place,
            message: `The address ${text} of ${titleOf(entry)} (${quoted(name)}) has no checksum.`,
            fix: isKnown
              ? `Write ${right}.`
              : `Compare its digits with the source of the address, and write ${right}.`,
            edit: isKnown
              ? tokenEdit(file.text, place, text, right)
              : undefined,
          };
        }
      }
    }
  },
};

/**
 * Whether the digits of an address are those that are known for a field. A checksum
 * that is computed from wrong digits would hide them.
 */
function isKnownAddress(
  name: string,
  text: Address,
  entry: LintEntry,
  index: NetworkIndex,
): boolean {
  if (entry.kind === "book") {
    return expectedInBook(entry).some(
      ({ name: key, address }) =>
        name === key && address?.toLowerCase() === text.toLowerCase(),
    );
  }
  const field = entry.fields.find(({ member }) => member.name === name)?.field;
  const expected =
    field === undefined ? undefined : expectedAddress(field, entry);
  return expected === undefined
    ? false
    : expected.address?.toLowerCase() === text.toLowerCase() ||
        index.addresses
          .find(text)
          .some(
            ({ network, path }) =>
              network === entry.network?.network.name && path === expected.path,
          );
}

export const ZERO_ADDRESS: LintRule = {
  id: "zero-address",
  severity: "error",
  summary:
    "The zero address, which has no contract and no account. A warning if the chain is not one of the networks.",
  fix: "Write the address, or remove the field if the chain has none.",
  *check({ file }) {
    for (const entry of [...file.entries, ...file.books]) {
      for (const { name, text, place } of stringsOf(entry)) {
        if (isZero(text)) {
          yield {
            place,
            message: `${name} of ${titleOf(entry)} is the zero address.`,
            severity: entry.network === undefined ? "warning" : undefined,
            fix:
              entry.network === undefined
                ? undefined
                : `Write the address. ${printedBy(entry)}`,
          };
        }
      }
    }
  },
};

function isZero(text: string): boolean {
  return /^0x0{40}$/i.test(text);
}

export const OTHER_ROLE: LintRule = {
  id: "other-role",
  severity: "error",
  summary: "The address of another contract of the same network.",
  covers: [CHECKSUM.id, NO_CHECKSUM.id],
  fix: "Use the address of this contract.",
  *check({ file, index }) {
    for (const entry of file.entries) {
      const { network } = entry;
      for (const { member, field, definition } of entry.fields) {
        const text = asString(member.value);
        if (
          network === undefined ||
          definition?.type !== "address" ||
          !isAddress(text)
        ) {
          continue;
        }
        const expected = expectedAddress(field, entry);
        const uses = index.addresses
          .find(text)
          .filter(({ network: name }) => name === network.network.name);
        const [other] = uses;
        const isRight =
          expected?.address?.toLowerCase() === text.toLowerCase() ||
          uses.some(({ path }) => path === expected?.path);
        if (other !== undefined && !isRight) {
          yield {
            place: member.value.place,
            message: `${member.name} of ${titleOf(entry)} is ${text}, which is ${other.path}.`,
            fix:
              expected?.address === undefined
                ? undefined
                : `${expected.path} is ${expected.address}.`,
          };
        }
      }
    }
  },
};

export const REGISTRY: LintRule = {
  id: "registry",
  severity: "error",
  summary: "A field that repeats a registry address, with a different value.",
  covers: [CHECKSUM.id, NO_CHECKSUM.id],
  fix: "Use the address in the registry. If the registry has changed, update alpha.networks in the Hardhat config.",
  async *check({ file, index }) {
    for (const entry of file.entries) {
      yield* notCheckedIn(entry);
      for (const { member, field } of entry.fields) {
        const text = asString(member.value);
        const expected = expectedAddress(field, entry);
        if (
          expected?.address !== undefined &&
          expected.path.startsWith("registry.") &&
          isAddress(text) &&
          !isZero(text) &&
          text.toLowerCase() !== expected.address.toLowerCase() &&
          // OTHER_ROLE and OTHER_NETWORK report addresses of other contracts.
          index.addresses.find(text).length === 0
        ) {
          yield {
            place: member.value.place,
            message: `${member.name} of ${titleOf(entry)} is ${text}, but ${expected.path} is ${expected.address}${await describeChecksum(text)}.`,
          };
        }
      }
    }
  },
};

/** Fields whose registry address is not set. */
function* notCheckedIn(entry: LintEntry): Generator<LintProblem> {
  const unset = entry.fields.flatMap(({ member, field }) => {
    const expected = expectedAddress(field, entry);
    return expected?.path.startsWith("registry.") &&
      expected.address === undefined
      ? [{ name: member.name, path: expected.path }]
      : [];
  });
  if (unset.length > 0) {
    yield {
      place: entry.chain.place,
      message: `${unset.map(({ name }) => name).join(", ")} of ${titleOf(entry)} ${unset.length === 1 ? "was" : "were"} not compared: ${unset.map(({ path }) => path).join(", ")} ${unset.length === 1 ? "is" : "are"} not set in the configuration.`,
      severity: "note",
      fix: "Set the registry in the Hardhat config to check the addresses.",
    };
  }
}

/** That an address that is not the expected one also has a wrong checksum. */
export async function describeChecksum(address: Address): Promise<string> {
  return (await hasValidChecksum(address))
    ? ""
    : "; its checksum is wrong, so a digit may be mistyped";
}

interface ExpectedAddress {
  /** `registry.Dispenser`, `portal.BFactory` */
  readonly path: string;
  /** `undefined` if it is not set. */
  readonly address: Address | undefined;
}

/**
 * The address that a field should have: the registry's if the field repeats it, or
 * else the portal configuration's. `undefined` if the entry's network is not
 * identified, or if the field is not an address.
 */
function expectedAddress(
  field: string,
  { network, expected, isOtherVersion }: LintEntry,
): ExpectedAddress | undefined {
  const definition = Object.hasOwn(expected, field)
    ? expected[field]
    : undefined;
  if (network === undefined || definition?.type !== "address") {
    return undefined;
  }
  const { role } = definition;
  if (role !== undefined) {
    const contract = contractOfRole(network.network, role);
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
        address: network.network.contracts.find(
          ({ kind, key }) => kind === "portal" && key === field,
        )?.address,
      };
}
