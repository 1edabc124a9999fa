import { setTimeout as sleep } from "node:timers/promises";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { NewTaskActionFunction } from "hardhat/types/tasks";
import { alphaError } from "../../src/base/errors.ts";
import type { NetworkSelection } from "../../src/connect/select-networks.ts";
import { ALPHA_NETWORK_NAMES } from "../../src/networks/definitions.ts";
import { startSandboxes } from "../../src/sandbox/start-sandboxes.ts";
import { addressBookEntries } from "../../src/sources/address-book/ocean-address-book.ts";
import { emit } from "../cli/output.ts";
import { taskResult } from "../cli/task-result.ts";
import { checkAddressFile, writeAddressFile } from "./address-file.ts";
import { sandboxText } from "./formats/text.ts";

const LATE_SIGNAL_MS = 100;

interface SandboxArguments {
  readonly names: string[];
  readonly port: string;
  readonly hostname: string;
  readonly addressFile: string | undefined;
  readonly all: boolean;
}

const action: NewTaskActionFunction<SandboxArguments> = async (
  { names, port, hostname, addressFile, all },
  hre,
) => {
  if (hostname.trim() === "") {
    throw alphaError("--hostname is empty. Leave it out for 127.0.0.1.");
  }
  if (addressFile !== undefined) {
    await checkAddressFile(addressFile);
  }
  const { sandboxes, close } = await startSandboxes(
    hre,
    sandboxSelection(names, all, hre),
    { port: parsePort("--port", port), hostname },
  );
  try {
    await untilStopped(async () => {
      if (addressFile !== undefined) {
        const books = sandboxes.map(({ addressBook }) => addressBook);
        await writeAddressFile(addressFile, addressBookEntries(books));
      }
      await emit((style) => sandboxText(sandboxes, style));
      if (addressFile !== undefined) {
        console.error(`The addresses are written into ${addressFile}.`);
      }
    });
  } finally {
    await close();
  }
  // npx passes on the signal that its whole group got. Node answers none any
  // more while it is torn down, so that a late one would change the exit code.
  await sleep(LATE_SIGNAL_MS);
  return taskResult(sandboxes, "ok");
};

export default action;

const LAST_PORT = 65_535;

/**
 * A TCP port, or 0 for any that is free.
 *
 * @throws HardhatPluginError that names the option if it is none.
 */
function parsePort(option: string, text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= LAST_PORT)) {
    throw alphaError(
      `${option} takes a port from 1 to ${LAST_PORT}, or 0 for any that is free. It got "${text.slice(0, 40)}".`,
    );
  }
  return port;
}

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** After this many milliseconds a repeated signal is one that is meant. */
const REPEATED = 1_000;

/**
 * Waits for Ctrl-C, or for being told to end. For a moment from then on further
 * signals are left unanswered, since npx passes on the one that its whole group
 * got; later ones end the process as they do by default.
 *
 * @param ready Called once the signals are listened to.
 */
async function untilStopped(ready: () => Promise<void>): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    let since: number | undefined;
    const end = (signal: NodeJS.Signals) => {
      if (since === undefined) {
        since = performance.now();
        resolve();
      } else if (performance.now() - since > REPEATED) {
        for (const name of SIGNALS) {
          process.removeListener(name, end);
        }
        process.kill(process.pid, signal);
      }
    };
    for (const name of SIGNALS) {
      process.on(name, end);
    }
    ready().catch(reject);
  });
}

/**
 * Which sandboxes to serve: those named, else that of `--network`, else that of
 * the first network that is switched on; with `all` those of all.
 *
 * @throws HardhatPluginError if names and `all` are both given.
 */
function sandboxSelection(
  names: readonly string[],
  all: boolean,
  hre: Pick<HardhatRuntimeEnvironment, "config" | "globalOptions">,
): NetworkSelection {
  if (all) {
    if (names.length > 0) {
      throw alphaError(
        "--all serves every network that is switched on: give names, or --all.",
      );
    }
    return { names: [], globalNetwork: undefined, sandbox: true };
  }
  const { network: globalNetwork } = hre.globalOptions;
  const first = ALPHA_NETWORK_NAMES.find(
    (name) => hre.config.alpha.networks[name] !== undefined,
  );
  return {
    names:
      names.length === 0 && globalNetwork === undefined && first !== undefined
        ? [first]
        : names,
    globalNetwork,
    sandbox: true,
  };
}
