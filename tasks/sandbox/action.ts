import { setTimeout as sleep } from "node:timers/promises";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { NewTaskActionFunction } from "hardhat/types/tasks";
import { alphaError } from "../../src/base/errors.ts";
import { quoted } from "../../src/base/text.ts";
import { enabledNames } from "../../src/config/configured-networks.ts";
import type { NetworkSelection } from "../../src/connect/select-networks.ts";
import { checkWritable } from "../../src/files/output-files.ts";
import { readTextToKeep } from "../../src/files/read-text.ts";
import { withMutex, writeTextFile } from "../../src/files/write-text.ts";
import { WILDCARDS } from "../../src/sandbox/server/rpc-server.ts";
import { MAX_PORT, startSandboxes } from "../../src/sandbox/start-sandboxes.ts";
import {
  isAddressBookOrDamaged,
  mergeAddressFile,
} from "../../src/sources/address-book/merge-address-file.ts";
import {
  addressBookEntries,
  LOCAL_KEY,
  type OceanAddressBookEntry,
} from "../../src/sources/address-book/ocean-address-book.ts";
import { checkOptions } from "../cli/options.ts";
import { emit, projectFiles } from "../cli/output.ts";
import { taskResult } from "../cli/task-result.ts";
import { mergeEntries } from "../export/formats/address-json.ts";
import { sandboxText } from "./formats/text.ts";
import { runScript } from "./run-script.ts";

/** In ms. npx forwards a signal within this time. */
const LATE_SIGNAL_MS = 100;

interface SandboxArguments {
  readonly names: string[];
  readonly port: string;
  readonly hostname: string;
  readonly allowOrigin: string | undefined;
  readonly addressFile: string | undefined;
  readonly script: string | undefined;
  readonly noCompile: boolean;
  readonly all: boolean;
  readonly accounts: boolean;
}

const action: NewTaskActionFunction<SandboxArguments> = async (args, hre) => {
  const { names, port, hostname, allowOrigin, addressFile, script } = args;
  const { noCompile, all, accounts } = args;
  checkOptions(args, [{ option: "--no-compile", requires: "--script" }]);
  if (hostname.trim() === "") {
    throw alphaError("--hostname is empty. Omit it to use 127.0.0.1.");
  }
  if (addressFile !== undefined) {
    await checkAddressFile(addressFile, projectFiles(hre.config));
  }
  if (WILDCARDS.has(hostname)) {
    console.error(
      `Warning: with --hostname ${hostname}, everybody in your network can use the sandbox.`,
    );
  }
  const { sandboxes, close } = await startSandboxes(
    hre,
    sandboxSelection(names, all, hre),
    {
      port: parsePort(port),
      hostname,
      allowedOrigins: parseOrigins(allowOrigin),
    },
  );
  const stopped = new AbortController();
  let isScriptOpen = script !== undefined;
  try {
    await untilStopped(async () => {
      const entries = addressBookEntries(
        sandboxes.map(({ addressBook }) => addressBook),
      );
      if (addressFile !== undefined) {
        // A script should not run if its addresses cannot be written.
        mergeSandboxes(
          await readAddressBook(addressFile),
          addressFile,
          entries,
        );
      }
      if (script !== undefined) {
        const run = noCompile ? ["--no-compile", script] : [script];
        await runScript(run, sandboxes, hre.config, stopped.signal);
        isScriptOpen = false;
      }
      if (addressFile !== undefined) {
        await writeAddressFile(addressFile, entries);
      }
      await emit((style) =>
        sandboxText(sandboxes, { allAccounts: accounts, addressFile }, style),
      );
      if (addressFile !== undefined) {
        console.error(`Wrote the addresses to ${addressFile}.`);
      }
    });
  } finally {
    stopped.abort();
    await close();
  }
  if (isScriptOpen) {
    throw alphaError(
      `The sandbox was stopped before the script ${script} had ended.`,
    );
  }
  // npx forwards signals that this process has received, too. While Node.js exits,
  // it no longer handles them, so that a late one would change the exit code.
  await sleep(LATE_SIGNAL_MS);
  return taskResult(sandboxes, "ok");
};

export default action;

/**
 * Parses `--port`.
 *
 * @throws HardhatPluginError if it is not a TCP port, or 0 for a free one.
 */
function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= MAX_PORT)) {
    throw alphaError(
      `Invalid --port "${text.slice(0, 40)}": expected a port from 1 to ${MAX_PORT}, or 0 for a free one.`,
    );
  }
  return port;
}

/**
 * Parses `--allow-origin`.
 *
 * @throws HardhatPluginError if one is not an origin.
 */
function parseOrigins(text: string | undefined): readonly string[] {
  const origins = text === undefined ? [] : text.split(",");
  return origins.map((part) => {
    const origin = part.trim();
    // That of pages that are opened as files is null.
    if (origin !== "null" && URL.parse(origin)?.origin !== origin) {
      throw alphaError(
        `Invalid --allow-origin ${quoted(origin)}: expected an origin, such as https://portal.example:3000, or several with commas.`,
      );
    }
    return origin;
  });
}

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** In ms. Signals in this time after the first one are taken for forwarded. */
const REPEATED_SIGNAL_MS = 1_000;

/**
 * Waits for SIGINT or SIGTERM. npx forwards a signal that this process has
 * received, too, so further ones are ignored for a short time. After that, they
 * end the process as by default.
 *
 * @param ready Called once the signals are handled.
 */
async function untilStopped(ready: () => Promise<void>): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    let stoppedAt: number | undefined;
    const stop = (signal: NodeJS.Signals) => {
      if (stoppedAt === undefined) {
        stoppedAt = performance.now();
        resolve();
      } else if (performance.now() - stoppedAt > REPEATED_SIGNAL_MS) {
        for (const name of SIGNALS) {
          process.removeListener(name, stop);
        }
        process.kill(process.pid, signal);
      }
    };
    for (const name of SIGNALS) {
      process.on(name, stop);
    }
    ready().catch(reject);
  });
}

/**
 * Selects the sandboxes to serve: with `all`, those of all enabled networks, and
 * otherwise those of the names, of `--network`, or of the first enabled network.
 *
 * @throws HardhatPluginError if there are names or `--network`, and `all`.
 */
function sandboxSelection(
  names: readonly string[],
  all: boolean,
  hre: Pick<HardhatRuntimeEnvironment, "config" | "globalOptions">,
): NetworkSelection {
  const { network: globalNetwork } = hre.globalOptions;
  const isChosen = names.length > 0 || globalNetwork !== undefined;
  if (all && isChosen) {
    throw alphaError(
      `--all cannot be combined with ${names.length > 0 ? "names" : `--network ${globalNetwork} (which HARDHAT_NETWORK sets, too)`}, since it serves the sandboxes of all enabled networks.`,
    );
  }
  const enabled = enabledNames(hre.config.alpha);
  return {
    names: all || isChosen ? names : enabled.slice(0, 1),
    globalNetwork,
    sandbox: true,
  };
}

/**
 * Checks that entries can be merged into an address file.
 *
 * @param inputs files of the project that it must not be
 * @throws HardhatPluginError if it cannot be read or written, or is not an address book.
 */
async function checkAddressFile(
  file: string,
  inputs: readonly string[],
): Promise<void> {
  await checkWritable([file], inputs);
  mergeAddressFile(await readAddressBook(file), file, {});
}

/**
 * Merges entries into an address file. The file is read again, since it may have
 * changed after the check, and is replaced atomically.
 *
 * @throws HardhatPluginError if it cannot be read or written, is not an address book, or
 * has an entry of another chain under one of the keys but that of the local chain. It is
 * not changed in that case.
 */
export async function writeAddressFile(
  file: string,
  entries: Readonly<Record<string, OceanAddressBookEntry>>,
): Promise<void> {
  await withMutex(file, async () => {
    const existing = await readAddressBook(file);
    const text = mergeSandboxes(existing, file, entries);
    if (text !== existing) {
      await writeTextFile(file, text);
    }
  });
}

/** The text of an address file with the entries of sandboxes. */
function mergeSandboxes(
  previous: string | undefined,
  file: string,
  entries: Readonly<Record<string, OceanAddressBookEntry>>,
): string {
  const books = Object.entries(entries).map(([key, entry]) => ({
    key,
    entry,
    // The first sandbox is the local chain, whichever one was it before.
    isReplaced: key === LOCAL_KEY,
  }));
  return mergeEntries(previous, file, books, "Use another file.");
}

async function readAddressBook(file: string): Promise<string | undefined> {
  const text = await readTextToKeep(file);
  if (
    text !== undefined &&
    text.trim() !== "" &&
    !isAddressBookOrDamaged(text)
  ) {
    throw alphaError(
      `${file} exists and is not an address book, so nothing was added to it. Use another file.`,
    );
  }
  return text;
}
