import { setTimeout as sleep } from "node:timers/promises";

import type { NewTaskActionFunction } from "hardhat/types/tasks";
import { addressBookEntries } from "../../src/address-book/address-book-entries.ts";
import { alphaError } from "../../src/errors.ts";
import { sandboxText } from "../../src/report/formats/sandbox-text.ts";
import { startSandboxes } from "../../src/sandbox/start-sandboxes.ts";
import { emit } from "../emit.ts";
import { taskResult } from "../task-result.ts";
import { checkAddressFile, writeAddressFile } from "./address-file.ts";
import { parsePort } from "./parse-port.ts";
import { sandboxSelection } from "./sandbox-selection.ts";
import { untilStopped } from "./until-stopped.ts";

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
      await emit((style) => sandboxText(sandboxes, style), undefined);
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
