import type { Address } from "../../base/address.ts";
import { hasValidChecksum, isAddress, toChecksum } from "../../base/address.ts";
import { quoted } from "../../base/text.ts";
import { contractOfRole } from "../../config/contracts.ts";
import { asString } from "../../sources/source-kind.ts";
import { tokenEdit } from "../edits.ts";
import { usesOnOtherNetworks } from "../network-index.ts";
import { stringsOf, titleOf } from "../texts.ts";
import type { LintEntry, LintProblem, LintRule } from "../types.ts";

export const CHECKSUM: LintRule = {
  id: "checksum",
  severity: "error",
  summary: "An address with a wrong EIP-55 checksum: clients reject it.",
  fix: "Correct the address, or its case if the digits are right.",
  async *check({ file }) {
    for (const entry of file.entries) {
      for (const { name, text, place } of stringsOf(entry)) {
        if (!isAddress(text) || (await hasValidChecksum(text))) {
          continue;
        }
        const right = await toChecksum(text);
        yield {
          place,
          message: `The address ${text} of ${titleOf(entry)} (${quoted(name)}) has a wrong EIP-55 checksum; one of its digits may be wrong.`,
          fix: `If the digits are right, write ${right}.`,
          edit: tokenEdit(file.text, place, text, right),
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
  async *check({ file }) {
    for (const entry of file.entries) {
      for (const { name, text, place } of stringsOf(entry)) {
        if (!isAddress(text) || !(await hasValidChecksum(text))) {
          continue;
        }
        const right = await toChecksum(text);
        if (right !== text) {
          yield {
            place,
            message: `The address ${text} of ${titleOf(entry)} (${quoted(name)}) has no checksum.`,
            fix: `Write ${right}.`,
            edit: tokenEdit(file.text, place, text, right),
          };
        }
      }
    }
  },
};

export const OTHER_ROLE: LintRule = {
  id: "other-role",
  severity: "error",
  summary: "The address of another contract of the same network.",
  fix: "Use the address of this contract: alpha config prints it.",
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
  fix: "Use the address in the registry. If the registry has changed, update alpha.networks in the Hardhat config.",
  *check({ file, index }) {
    for (const entry of file.entries) {
      yield* notCheckedIn(entry);
      for (const { member, field } of entry.fields) {
        const text = asString(member.value);
        const expected = expectedAddress(field, entry);
        if (
          expected?.address !== undefined &&
          expected.path.startsWith("registry.") &&
          isAddress(text) &&
          text.toLowerCase() !== expected.address.toLowerCase() &&
          // OTHER_ROLE and OTHER_NETWORK report addresses of other contracts.
          index.addresses.find(text).length === 0
        ) {
          yield {
            place: member.value.place,
            message: `${member.name} of ${titleOf(entry)} is ${text}, but ${expected.path} is ${expected.address}.`,
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
      message: `${unset.map(({ name }) => name).join(", ")} of ${titleOf(entry)} ${unset.length === 1 ? "was" : "were"} not checked: ${unset.map(({ path }) => path).join(", ")} ${unset.length === 1 ? "is" : "are"} not set in the configuration.`,
      severity: "note",
      fix: "Set the registry in the Hardhat config to check the addresses.",
    };
  }
}

export const OTHER_NETWORK: LintRule = {
  id: "other-network",
  severity: "error",
  summary: "An address of another network.",
  fix: "Use the address of this network: alpha config prints it.",
  *check({ file, index }) {
    for (const entry of file.entries) {
      for (const { name, text, place } of stringsOf(entry)) {
        const others = isAddress(text)
          ? usesOnOtherNetworks(entry, index.addresses.find(text), index)
          : [];
        // An account may be on several chains.
        const other = others.find(
          ({ path }) => path !== "portal.providerAddress",
        );
        if (other !== undefined) {
          yield {
            place,
            message: `${quoted(name)} of ${titleOf(entry)} is ${text}, which is ${other.path} of ${other.network}.`,
            // By chance, a contract may have one address on several chains.
            severity: entry.network === undefined ? "warning" : undefined,
          };
        }
      }
    }
  },
};

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
