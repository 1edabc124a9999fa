import { hasValidChecksum, isAddress } from "../base/address.ts";
import { ownValue } from "../base/records.ts";
import { untrustedText } from "../base/untrusted-text.ts";
import { blockNumber } from "../config/validate/fields.ts";
import type {
  ContractRole,
  NetworkDefinition,
} from "../networks/definition.ts";
import { NETWORK_DEFINITIONS } from "../networks/definitions.ts";
import { isListRole, roleNamed } from "../sources/address-book/names.ts";
import { parseAddressBook } from "../sources/address-book/parse-address-book.ts";
import { fieldsFromAny } from "../sources/portal/dialects.ts";
import { entryVersion } from "../sources/portal/entry-version.ts";
import { parsePortalFile } from "../sources/portal/parse-portal-file.ts";
import { readSourceFile } from "../sources/read-source-file.ts";
import { readJson } from "../sources/script/read-json.ts";
import type {
  ReadMember,
  ReadObject,
  ReadValue,
} from "../sources/script/values.ts";
import { asString } from "../sources/source-kind.ts";

/** One network's entry in a file that is compared with a registry. */
export interface CheckedEntry {
  readonly name: string;
  /** `undefined` if it has none, or one that is not known. */
  readonly chainId: number | undefined;
  /** Whether it is of an address book, which has every contract. */
  readonly isBook: boolean;
  readonly contracts: readonly CheckedContract[];
  /** `undefined` if it has none. */
  readonly startBlock: SaidBlock | undefined;
  /** Why the entry cannot be compared. */
  readonly problem?: string;
}

/** What an entry has for a role. */
export interface CheckedContract {
  readonly role: ContractRole;
  /** The name in the file. */
  readonly key: string;
  readonly said: SaidAddresses;
}

/** Addresses in a file. */
export type SaidAddresses =
  | { readonly kind: "addresses"; readonly addresses: readonly string[] }
  | NotSaid;

/** A block in a file. */
export type SaidBlock =
  | { readonly kind: "block"; readonly block: number }
  | NotSaid;

/** Why a file does not say something. */
interface NotSaid {
  readonly kind: "invalid" | "unknown";
  readonly reason: string;
}

/**
 * Reads the entries of an `address.json`, or of a portal's file.
 *
 * @throws HardhatPluginError if it cannot be read, or is neither of the two.
 */
export async function readCheckedFile(
  path: string,
): Promise<readonly CheckedEntry[]> {
  const text = await readSourceFile(path, path);
  const found = isScript(path)
    ? await chainsOf(text, path)
    : await jsonEntries(text, path);
  return await Promise.all(found.map(readEntry));
}

/** An entry, and the names of its network. */
interface FoundEntry extends Omit<ReadObject, "kind" | "place"> {
  readonly names: readonly (string | undefined)[];
  readonly problem?: string | undefined;
}

function isScript(path: string): boolean {
  return /\.[cm]?[jt]s$/i.test(path);
}

async function jsonEntries(
  text: string,
  file: string,
): Promise<readonly FoundEntry[]> {
  const root = readJson(text, file);
  const isBook =
    root.kind === "object" &&
    root.members.size > 0 &&
    [...root.members.values()].every(({ value }) => value.kind === "object");
  if (!isBook) {
    return await chainsOf(text, file);
  }
  const { duplicates, entries } = parseAddressBook(text, file);
  return entries.map(({ name, ...entry }) => ({
    ...entry,
    names: [name],
    problem: duplicates.some((other) => other.name === name)
      ? "the file has two entries of this name"
      : undefined,
  }));
}

async function chainsOf(
  text: string,
  file: string,
): Promise<readonly FoundEntry[]> {
  // Only its name tells the parser that it is no script.
  const name = isScript(file) || /\.json$/i.test(file) ? file : `${file}.json`;
  const { chains } = await parsePortalFile(text, name);
  return chains.map((chain) => ({
    ...chain,
    names: [
      chain.label,
      ...["network", "name"].map((key) =>
        asString(chain.members.get(key)?.value),
      ),
    ],
  }));
}

const MAX_NAME_LENGTH = 100;

async function readEntry(entry: FoundEntry): Promise<CheckedEntry> {
  const { duplicates, members, names } = entry;
  const all = [...members.values()];
  const contracts: CheckedContract[] = [];
  for (const { name, value } of all) {
    const role = roleOf(name);
    if (role !== undefined) {
      contracts.push({ role, key: name, said: await addressesIn(value, role) });
    }
  }
  const chainId = numberOf(members.get("chainId"));
  const [repeated] = duplicates.filter(
    ({ name }) =>
      name === "chainId" || name === "startBlock" || roleOf(name) !== undefined,
  );
  const problem =
    entry.problem ??
    (repeated !== undefined
      ? `it has ${repeated.name} twice`
      : contracts.length === 0
        ? "it has no contracts"
        : isOfOlderVersion(all)
          ? "its contracts are those of an older version, which have another router"
          : undefined);
  const name = names.find((one) => one !== undefined) ?? `chain ${chainId}`;
  return {
    name: untrustedText(name, { maxLength: MAX_NAME_LENGTH }),
    chainId,
    isBook: all.some(({ name: key }) => roleNamed(key) !== undefined),
    contracts,
    startBlock: blockIn(members.get("startBlock")?.value),
    ...(problem === undefined ? {} : { problem }),
  };
}

function roleOf(name: string): ContractRole | undefined {
  return roleNamed(name) ?? portalRoleOf(name);
}

/** Of a field of the portal configuration, in either dialect. */
function portalRoleOf(name: string): ContractRole | undefined {
  const fields: NetworkDefinition["portal"] = NETWORK_DEFINITIONS.devnet.portal;
  return fieldsFromAny(name)
    .map((field) => ownValue(fields, field))
    .map((rule) => (rule?.type === "address" ? rule.role : undefined))
    .find((role) => role !== undefined);
}

/** Its fields have the same names for other contracts. */
function isOfOlderVersion(members: readonly ReadMember[]): boolean {
  const fields = members.flatMap(({ name }) => fieldsFromAny(name));
  const version = entryVersion(NETWORK_DEFINITIONS.third, fields);
  return version === "own" || version === "both";
}

const COMPUTED = {
  kind: "unknown",
  reason: "another file or the environment has it",
} as const;

async function addressesIn(
  value: ReadValue,
  role: ContractRole,
): Promise<SaidAddresses> {
  if (value.kind === "unknown") {
    return COMPUTED;
  }
  if ((value.kind === "list") !== isListRole(role)) {
    return {
      kind: "invalid",
      reason: isListRole(role)
        ? "the file has no list of addresses there"
        : "the file has a list there, not an address",
    };
  }
  const items = value.kind === "list" ? value.items : [value];
  const addresses: string[] = [];
  for (const item of items) {
    if (item.kind === "unknown") {
      return COMPUTED;
    }
    const address = item.kind === "scalar" ? item.value : undefined;
    if (!isAddress(address)) {
      return { kind: "invalid", reason: "the file has no address there" };
    }
    if (!(await hasValidChecksum(address))) {
      return {
        kind: "invalid",
        reason: `the checksum (EIP-55) of ${address} is wrong, so a digit may be`,
      };
    }
    addresses.push(address);
  }
  return { kind: "addresses", addresses };
}

/** `undefined` if there is none. By the rule of the config and its sources. */
function blockIn(value: ReadValue | undefined): SaidBlock | undefined {
  if (
    value === undefined ||
    (value.kind === "scalar" && value.value === undefined)
  ) {
    return undefined;
  }
  if (value.kind === "unknown") {
    return COMPUTED;
  }
  const { data, error } = blockNumber.safeParse(
    value.kind === "scalar" ? value.value : value.kind === "list" ? [] : {},
  );
  return data === undefined
    ? {
        kind: "invalid",
        reason: `the file has no block number there: ${error?.issues[0]?.message ?? "it is invalid"}`,
      }
    : { kind: "block", block: data };
}

function numberOf(member: ReadMember | undefined): number | undefined {
  const value = member?.value;
  return value?.kind === "scalar" && typeof value.value === "number"
    ? value.value
    : undefined;
}
