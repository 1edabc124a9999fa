import { realpath } from "node:fs/promises";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { findClosestPackageRoot } from "@nomicfoundation/hardhat-utils/package";
import { alphaError } from "../../base/errors.ts";
import { recordOf } from "../../base/records.ts";
import { didYouMean } from "../../base/suggest-name.ts";
import { oneLine, quoted } from "../../base/text.ts";
import {
  type BookEntry,
  bookOf,
  isChainId,
} from "../../config/configured-networks.ts";
import type { AlphaUserConfig } from "../../config/user-config.ts";
import { readSourceFile, shownFile } from "../read-source-file.ts";
import { asNumber } from "../source-kind.ts";
import { parseAddressBook } from "./parse-address-book.ts";

const PACKAGE = "@oceanprotocol/contracts";

/**
 * Completes the networks of a project that are in an address book (`book`): their chain
 * ids, and a source for their addresses, which comes after those of the user.
 *
 * @param alpha not validated yet
 * @throws HardhatPluginError if a book cannot be read or does not have the entry.
 */
export async function withBooks(
  alpha: AlphaUserConfig,
): Promise<AlphaUserConfig> {
  const { networks, sources = [] } = alpha;
  if (!Array.isArray(sources)) {
    return alpha;
  }
  const completed: Record<string, unknown> = { ...recordOf(networks) };
  const added: object[] = [];
  for (const [name, user] of Object.entries(completed)) {
    const book = bookOf(user);
    const { like, chainId } = recordOf(user);
    // Without `like`, it is no network.
    if (book === undefined || like === undefined) {
      continue;
    }
    const file = await pathOf(book);
    const own = await chainIdIn(file, book, `alpha.networks.${name}`);
    if (isChainId(chainId) && chainId !== own) {
      throw alphaError(
        `alpha.networks.${name}: the chain id is ${chainId}, but that of ${quoted(book.entry)} in ${shown(book)} is ${own}. Remove chainId, or choose another entry as book.`,
      );
    }
    completed[name] = { ...recordOf(user), chainId: own };
    const { entry } = book;
    added.push({ type: "address-json", file, network: name, entry });
  }
  // Hardhat repeats this for connections with overrides.
  const known = new Set(sources.map((source) => JSON.stringify(source)));
  const books = added.filter((source) => !known.has(JSON.stringify(source)));
  return Object.assign({}, alpha, {
    networks: completed,
    sources: [...sources, ...books],
  });
}

/**
 * Checks that the books were read of the project: their paths are needed before Hardhat
 * tells its root, and are those of the working directory's package.
 *
 * @throws HardhatPluginError if one is another project's.
 */
export async function assertOwnBooks(
  { networks, sources = [] }: AlphaUserConfig,
  root: string,
): Promise<void> {
  const real = async (file: string) => await realpath(file).catch(() => file);
  const files = sources.map((source) => String(recordOf(source)["file"]));
  const read = new Set(await Promise.all(files.map(real)));
  for (const [name, user] of Object.entries(recordOf(networks))) {
    const { file } = bookOf(user) ?? {};
    if (file !== undefined && !read.has(await real(resolve(root, file)))) {
      throw alphaError(
        `alpha.networks.${name}.book: ${shownFile(file)} is relative to the project of the Hardhat config, and the working directory is in another one. Run the command in the project, or use an absolute path.`,
      );
    }
  }
}

/** The path of a book, which is relative to the project's root. */
async function pathOf({ file }: BookEntry): Promise<string> {
  if (file !== undefined) {
    return resolve(await findClosestPackageRoot(process.cwd()), file);
  }
  const { resolve: find } = createRequire(import.meta.url);
  return find(`${PACKAGE}/addresses/address.json`);
}

function shown({ file }: BookEntry): string {
  if (file === undefined) {
    return `the address book of ${PACKAGE}`;
  }
  return shownFile(file);
}

/** The chain id of a book's entry. */
async function chainIdIn(
  path: string,
  book: BookEntry,
  setting: string,
): Promise<number> {
  const text = await readSourceFile(path, `${setting}.book: ${path}`);
  const { entries } = parseAddressBook(text, `${setting}.book: ${path}`);
  const found = entries.find(({ name }) => name === book.entry);
  const chainId = asNumber(found?.members.get("chainId")?.value);
  if (isChainId(chainId)) {
    return chainId;
  }
  const names = entries.map(({ name }) => name);
  throw alphaError(
    found === undefined
      ? `${setting}.book: ${shown(book)} has no entry ${quoted(book.entry)}. ${didYouMean(book.entry, names)}Its entries: ${names.map(oneLine).join(", ")}.`
      : `${setting}.book: the entry ${quoted(book.entry)} of ${shown(book)} has no chain id. Set ${setting}.chainId, and use the file in alpha.sources instead.`,
  );
}
