// Runs one method in a separate process, to measure its memory. For each "run"
// message of the parent it reads the list once; "renew" opens a new client.
import { once } from "node:events";

import { knownList, LIST_KINDS } from "../chain/bench-list.ts";
import { findMethod } from "../methods/methods.ts";
import type { BenchClient } from "../methods/types.ts";
import type { WorkerMessage } from "./messages.ts";

const WARM_UP_ADDRESSES = 32;
const WARM_UP_RUNS = 3;

const [methodId = "", url = "", listKind = "", count = ""] =
  process.argv.slice(2);
const kind = LIST_KINDS.find((name) => name === listKind);
if (kind === undefined) {
  throw new Error(`unknown list "${listKind}"`);
}
const open = await findMethod(methodId).load();
const { addresses, codeSizes } = await knownList(
  { kind, count: Number(count) },
  url,
);

async function runOnce(client: BenchClient): Promise<WorkerMessage> {
  const startedAt = performance.now();
  try {
    const { sizes, childBytes = 0 } = await client.read(addresses);
    const ms = performance.now() - startedAt;
    const wrong = addresses.filter(
      (_, index) => sizes[index] !== codeSizes[index],
    ).length;
    const peakBytes = childBytes + ownPeakBytes();
    return { kind: "done", ms, wrong, peakBytes };
  } catch (error) {
    const ms = performance.now() - startedAt;
    const reason = error instanceof Error ? rootMessage(error) : String(error);
    return { kind: "failed", ms, reason, peakBytes: ownPeakBytes() };
  }
}

/** The message of the root cause: those of viem's wrappers are very long. */
function rootMessage(error: Error): string {
  return error.cause instanceof Error
    ? rootMessage(error.cause)
    : (error.message.split("\n")[0] ?? error.name);
}

function ownPeakBytes(): number {
  return 1024 * process.resourceUsage().maxRSS;
}

function send(message: WorkerMessage): void {
  process.send?.(message);
}

const warmUp = await open(url);
for (let run = 0; run < WARM_UP_RUNS; run++) {
  await warmUp.read(addresses.slice(0, WARM_UP_ADDRESSES));
}
await warmUp.close();

let client = await open(url);
send({ kind: "ready" });
for (;;) {
  const [message] = await once(process, "message");
  if (message === "end") {
    break;
  }
  if (message === "renew") {
    await client.close();
    client = await open(url);
    send({ kind: "ready" });
  } else {
    send(await runOnce(client));
  }
}
await client.close();
process.disconnect();
