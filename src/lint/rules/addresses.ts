import type { Address } from "../../base/address.ts";
import { hasValidChecksum, isAddress, toChecksum } from "../../base/address.ts";
import { quoted } from "../../base/text.ts";
import { contractOfRole } from "../../config/contracts.ts";
import { textIn } from "../../sources/source-kind.ts";
import { tokenEdit } from "../edits.ts";
import { strangersTo } from "../knowledge.ts";
import { textsOf, titleOf } from "../texts.ts";
import type { LintEntry, LintProblem, LintRule } from "../types.ts";

/** Addresses in mixed case whose checksum does not fit (EIP-55). */
export const CHECKSUM: LintRule = {
  id: "checksum",
  severity: "error",
  summary: "An address whose EIP-55 checksum is wrong: clients refuse it.",
  fix: "Correct the address, or its case if the digits are right.",
  async *check({ file }) {
    for (const entry of file.entries) {
      for (const { name, text, place } of textsOf(entry)) {
        if (!isAddress(text) || (await hasValidChecksum(text))) {
          continue;
        }
        const right = await toChecksum(text);
        yield {
          place,
          message: `The address ${text} of ${titleOf(entry)} (${quoted(name)}) has a wrong checksum: a digit may be wrong.`,
          fix: `${right} is right if its digits are.`,
          edit: tokenEdit(file.text, place, text, right),
        };
      }
    }
  },
};

/** Addresses in one case, whose mistakes nobody would see. */
export const NO_CHECKSUM: LintRule = {
  id: "no-checksum",
  severity: "note",
  summary: "An address in one case: a wrong digit would go unseen.",
  fix: "Write it with its EIP-55 checksum.",
  async *check({ file }) {
    for (const entry of file.entries) {
      for (const { name, text, place } of textsOf(entry)) {
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

/** Addresses of the network itself, in another contract's field. */
export const OTHER_ROLE: LintRule = {
  id: "other-role",
  severity: "error",
  summary: "An address that is another contract's of the same network.",
  fix: "Take the field's own: alpha config prints it.",
  *check({ file, knowledge }) {
    for (const entry of file.entries) {
      const { network } = entry;
      for (const { member, field, definition } of entry.fields) {
        const text = textIn(member.value);
        if (
          network === undefined ||
          definition?.type !== "address" ||
          !isAddress(text)
        ) {
          continue;
        }
        const expected = expectedAddress(field, entry);
        const known = knowledge.addresses
          .of(text)
          .filter(({ network: name }) => name === network.network.name);
        const [other] = known;
        const isRight =
          expected?.address?.toLowerCase() === text.toLowerCase() ||
          known.some(({ path }) => path === expected?.path);
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

/** Fields that repeat the registry, with an address that nothing has. */
export const REGISTRY: LintRule = {
  id: "registry",
  severity: "error",
  summary: "A field that repeats the network's registry, and contradicts it.",
  fix: "Take the registry's address, or set alpha.networks in the Hardhat config if the registry has changed.",
  *check({ file, knowledge }) {
    for (const entry of file.entries) {
      yield* unsetIn(entry);
      for (const { member, field } of entry.fields) {
        const text = textIn(member.value);
        const expected = expectedAddress(field, entry);
        if (
          expected?.address !== undefined &&
          expected.path.startsWith("registry.") &&
          isAddress(text) &&
          text.toLowerCase() !== expected.address.toLowerCase() &&
          // Other rules say more of an address that is known.
          knowledge.addresses.of(text).length === 0
        ) {
          yield {
            place: member.value.place,
            message: `${member.name} of ${titleOf(entry)} is ${text}, and ${expected.path} is ${expected.address}.`,
          };
        }
      }
    }
  },
};

/** A field that nothing is known for is not fine. */
function* unsetIn(entry: LintEntry): Generator<LintProblem> {
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
      message: `${unset.map(({ name }) => name).join(", ")} of ${titleOf(entry)} ${unset.length === 1 ? "is" : "are"} held against nothing: ${unset.map(({ path }) => path).join(", ")} ${unset.length === 1 ? "is" : "are"} unset in the configuration.`,
      severity: "note",
      fix: "Give the registry in the Hardhat config if the addresses are to be checked.",
    };
  }
}

/** Addresses that are known, and only on other networks. */
export const OTHER_NETWORK: LintRule = {
  id: "other-network",
  severity: "error",
  summary: "An address that is another network's.",
  fix: "Take the network's own: alpha config prints it.",
  *check({ file, knowledge }) {
    for (const entry of file.entries) {
      for (const { name, text, place } of textsOf(entry)) {
        const others = isAddress(text)
          ? strangersTo(entry, knowledge.addresses.of(text), knowledge)
          : [];
        const [other] = others;
        if (other !== undefined) {
          const isAccount = others.every(
            ({ path }) => path === "portal.providerAddress",
          );
          yield {
            place,
            message: `${quoted(name)} of ${titleOf(entry)} is ${text}, which is ${other.path} of ${other.network}.`,
            // One account, or one address by chance, may be on several chains.
            severity: isAccount
              ? "note"
              : entry.network === undefined
                ? "warning"
                : undefined,
            fix: isAccount
              ? "Nothing, if the provider has one account on several chains."
              : undefined,
          };
        }
      }
    }
  },
};

/** Which address a field of an entry should have. */
export interface ExpectedAddress {
  /** `registry.Dispenser`, `portal.BFactory` */
  readonly path: string;
  /** `undefined` where nobody gives it. */
  readonly address: Address | undefined;
}

/**
 * The address that a field of an identified entry should have: the registry's
 * where the field repeats it, else the portal config's.
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
    const own = contractOfRole(network.network, role);
    return own && { path: `registry.${own.key}`, address: own.address };
  }
  // The portal config's own addresses are those of its own version.
  return isOtherVersion
    ? undefined
    : {
        path: `portal.${field}`,
        address: network.network.contracts.find(
          ({ kind, key }) => kind === "portal" && key === field,
        )?.address,
      };
}
