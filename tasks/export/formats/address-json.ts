import { alphaError } from "../../../src/base/errors.ts";
import { isRecord, ownValue, recordOf } from "../../../src/base/records.ts";
import { oneLine, quoted } from "../../../src/base/text.ts";
import {
  chainsWithSameId,
  unsetMessage,
} from "../../../src/config/network-values.ts";
import type { ResolvedAlphaNetwork } from "../../../src/config/types.ts";
import { parseJson } from "../../../src/files/json.ts";
import {
  addressFileMembers,
  isAddressBookOrDamaged,
  mergeAddressFile,
} from "../../../src/sources/address-book/merge-address-file.ts";
import {
  CONTRACT_NAMES,
  roleNamed,
  writtenName,
} from "../../../src/sources/address-book/names.ts";
import {
  addressBookStartBlock,
  type OceanAddressBookEntry,
  oceanAddressBook,
} from "../../../src/sources/address-book/ocean-address-book.ts";
import type { ExportFormat } from "../format.ts";

declare global {
  /** Node.js 22 has this function, but TypeScript does not declare it. */
  interface JSON {
    rawJSON(text: string): unknown;
  }
}

const NAME = "address.json";

/**
 * The `address.json` that clients of the Ocean stack read (`$ADDRESS_FILE`). Other
 * networks and other contracts in an existing file are kept. A network that ocean.js
 * looks up under another key has its entry under both.
 */
export const ADDRESS_JSON: ExportFormat = {
  content: "book",
  isMerged: true,
  render: ({ networks, previous, checked, file = NAME, as }) => {
    const existing = recordOf(parseJson(previous ?? checked ?? ""));
    const notes: string[] = [];
    const books = networks.map(({ network }) => {
      const { key, oceanJsKey, ...book } = oceanAddressBook(network, {
        startBlock: addressBookStartBlock(network),
      });
      const keys = [keyIn(existing, network, key, notes), oceanJsKey ?? []];
      return { ...book, name: network.name, keys: [as ?? keys].flat(2) };
    });
    const entries = books.flatMap(({ name, keys, entry }) =>
      keys.map((key) => ({ name, key, entry })),
    );
    const first = new Map(entries.toReversed().map((one) => [one.key, one]));
    for (const { name, key } of entries) {
      const other = first.get(key)?.name;
      if (other !== undefined && other !== name) {
        throw alphaError(
          `${other} and ${name} both have the key ${quoted(key)} in an address book. Name the networks to export, or choose a key with --as KEY.`,
        );
      }
    }
    return {
      text: mergeEntries(previous, file, entries).trimEnd(),
      values: books.map(({ name, entry }) => [name, entry]),
      keys: new Map(books.map(({ name, keys }) => [name, keys])),
      gaps: books.flatMap(({ name, unset }) =>
        unset.map((key) => unsetMessage(name, `registry.${key}`)),
      ),
      notes: as === undefined ? notes : [],
    };
  },
  // Includes damaged files, so that not even --force replaces them.
  acceptsPrevious: isAddressBookOrDamaged,
};

/**
 * The text of an address book with the given entries. Other networks, and other values
 * of these, are kept, but not those of another router.
 *
 * @param previous the text of the file; `undefined` if there is none
 * @param remedy how to choose another place for an entry of another chain
 * @throws HardhatPluginError if the text is damaged, or has an entry of another chain
 * under one of the keys.
 */
export function mergeEntries(
  previous: string | undefined,
  file: string,
  books: readonly {
    readonly key: string;
    readonly entry: OceanAddressBookEntry;
    /** Set if nothing of an entry with the key is kept. */
    readonly isReplaced?: boolean | undefined;
  }[],
  remedy = "Use another key (--as KEY) or another file.",
): string {
  const existing = existingEntries(previous, file);
  const entries = books.map(({ key, entry, isReplaced }) => {
    if (isReplaced === true) {
      return [key, entry];
    }
    const { chainId, values = {} } = existing.get(key) ?? {};
    // The contracts of another chain must not become those of the entry's chain.
    if (chainId !== undefined && Number(chainId) !== entry["chainId"]) {
      throw alphaError(
        `${oneLine(file)} has an entry ${quoted(key)} with the chain id ${oneLine(String(chainId))}, and the new entry has ${entry["chainId"] ?? "an unknown one"}. Nothing was written. ${remedy}`,
      );
    }
    return [key, { ...keptMembers(values, entry), ...entry }];
  });
  return mergeAddressFile(previous, file, Object.fromEntries(entries));
}

/**
 * The members of an existing entry that stay when a new one is merged into it. With
 * another router, the other contracts of the marketplace and the start block do not.
 */
function keptMembers(
  values: ExistingEntry["values"],
  entry: OceanAddressBookEntry,
): Readonly<Record<string, unknown>> {
  const isSameRouter = hasSameRouter(values, entry);
  const kept: [string, unknown][] = [];
  for (const [name, value] of Object.entries(values)) {
    const isOfRouter = name === "startBlock" || roleNamed(name) !== undefined;
    // If the file has a contract under several names, all of them get the new address.
    const replacement = ownValue(entry, writtenName(name));
    if (replacement !== undefined || isSameRouter || !isOfRouter) {
      kept.push([name, replacement ?? value]);
    }
  }
  return Object.fromEntries(kept);
}

/** True unless both entries have a router, and not the same one. */
function hasSameRouter(
  values: ExistingEntry["values"],
  entry: OceanAddressBookEntry,
): boolean {
  const former = ownValue(values, CONTRACT_NAMES.router);
  const router = ownValue(entry, CONTRACT_NAMES.router);
  return (
    !former ||
    router === undefined ||
    String(former).toLowerCase() === String(router).toLowerCase()
  );
}

interface ExistingEntry {
  readonly chainId: number | string | undefined;
  readonly values: Readonly<Record<string, unknown>>;
}

/** The entries in an address file by key. */
function existingEntries(
  text: string | undefined,
  file: string,
): ReadonlyMap<string, ExistingEntry> {
  return new Map(
    addressFileMembers(text, file).map(({ name, valueText }) => {
      const plain: unknown = JSON.parse(valueText);
      const { chainId } = recordOf(plain);
      const isId = typeof chainId === "number" || typeof chainId === "string";
      const values = isRecord(plain) ? parseExactJson(valueText) : {};
      return [
        name,
        { chainId: isId ? chainId : undefined, values: recordOf(values) },
      ];
    }),
  );
}

/**
 * The key of a network's entry. A network of the project's own has that of the only entry
 * with its chain id, unless another chain has this id, too.
 *
 * @param notes are completed with the entries that may be the network's
 */
function keyIn(
  existing: Readonly<Record<string, unknown>>,
  network: ResolvedAlphaNetwork,
  key: string,
  notes: string[],
): string {
  const { name, definition, values } = network;
  const keys = Object.keys(existing).filter(
    (one) => Number(recordOf(existing[one])["chainId"]) === values.chainId,
  );
  const [found = key, ...others] = keys;
  if (definition.like === undefined || keys.includes(key) || found === key) {
    return key;
  }
  if (others.length === 0 && chainsWithSameId(network).length === 0) {
    return found;
  }
  notes.push(
    `${name}: the chain id of ${keys.map(quoted).join(", ")} is ${values.chainId}, too, which does not identify the network. Its entry is ${quoted(key)}; choose another one with --as KEY.`,
  );
  return key;
}

/**
 * Parses JSON so that `JSON.stringify` prints numbers as they were. Those that
 * JavaScript would round or print differently become `JSON.rawJSON`.
 *
 * @see https://github.com/tc39/proposal-json-parse-with-source
 * @throws SyntaxError if the text is not JSON.
 */
function parseExactJson(text: string): unknown {
  return JSON.parse(text, (...[, value, context]: readonly unknown[]) => {
    const { source } = recordOf(context);
    if (typeof value !== "number" || typeof source !== "string") {
      return value;
    }
    return JSON.stringify(value) === source ? value : JSON.rawJSON(source);
  });
}
