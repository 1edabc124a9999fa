import { setTimeout as sleep } from "node:timers/promises";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { NewTaskActionFunction } from "hardhat/types/tasks";
import { alphaError } from "../../src/base/errors.ts";
import { quoted } from "../../src/base/text.ts";
import { enabledNames } from "../../src/config/configured-networks.ts";
import type { NetworkSelection } from "../../src/connect/select-networks.ts";
import { WILDCARDS } from "../../src/sandbox/server/rpc-server.ts";
import { MAX_PORT, startSandboxes } from "../../src/sandbox/start-sandboxes.ts";
import { addressBookEntries } from "../../src/sources/address-book/ocean-address-book.ts";
import { emit, projectFiles } from "../cli/output.ts";
import { taskResult } from "../cli/task-result.ts";
import { checkAddressFile, writeAddressFile } from "./address-file.ts";
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
  readonly all: boolean;
  readonly accounts: boolean;
}

const action: NewTaskActionFunction<SandboxArguments> = async (
  { names, port, hostname, allowOrigin, addressFile, script, all, accounts },
  hre,
) => {
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
  try {
    await untilStopped(async () => {
      if (script !== undefined) {
        await runScript(script, sandboxes, hre.config);
      }
      if (addressFile !== undefined) {
        const books = sandboxes.map(({ addressBook }) => addressBook);
        await writeAddressFile(addressFile, addressBookEntries(books));
      }
      await emit((style) =>
        sandboxText(sandboxes, { allAccounts: accounts, addressFile }, style),
      );
      if (addressFile !== undefined) {
        console.error(`Wrote the addresses to ${addressFile}.`);
      }
    });
  } finally {
    await close();
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
