import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

import type { Method } from "../methods/methods.ts";
import type { Traffic } from "../shaper/create-shaper.ts";
import type { ShaperProcess } from "../shaper/start-shaper.ts";
import { type WorkerMessage, workerMessage } from "./messages.ts";
import { plainEnvironment } from "./plain-environment.ts";
import type { Measurement, Run } from "./types.ts";

const WORKER = fileURLToPath(new URL("./worker.ts", import.meta.url));
/** For what still flows after the last answer, as ends of connections do. */
const SETTLE_MS = 150;
/** What is kept of a worker's stderr, in characters. */
const MOST_COMPLAINT = 2_000;

export interface MeasureParameters {
  readonly method: Method;
  readonly count: number;
  readonly shaper: ShaperProcess;
  /** Of the shaper's port to the chain. */
  readonly url: string;
  readonly coldRuns: number;
  readonly warmRuns: number;
}

/**
 * Measures one way of reading one list: first the runs that have to open their
 * connections, then those on open ones. A failure ends it.
 */
export async function measure({
  method,
  count,
  shaper,
  url,
  coldRuns,
  warmRuns,
}: MeasureParameters): Promise<Measurement> {
  const child = fork(WORKER, [method.id, url, `${count}`], {
    execArgv: [],
    env: plainEnvironment(process.env),
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  const exited = once(child, "exit");
  let complaint = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    complaint = (complaint + text).slice(0, MOST_COMPLAINT);
  });
  const ask = async (message?: string): Promise<WorkerMessage> => {
    const answered = once(child, "message");
    if (message !== undefined) {
      child.send(message);
    }
    const ended = exited.then(() => {
      throw new Error(`${method.id}: its process ended. ${complaint}`);
    });
    const [answer] = await Promise.race([answered, ended]);
    return workerMessage.parse(answer);
  };
  const runs: { cold: Run[]; warm: Run[] } = { cold: [], warm: [] };
  let failure: string | undefined;
  let peakBytes = 0;

  async function run(kind: "cold" | "warm"): Promise<void> {
    if (kind === "cold") {
      await ask("renew");
      await shaper.dropConnections();
      await settle();
    }
    await shaper.reset();
    const answer = await ask("run");
    const traffic = await settledTraffic(shaper);
    if (answer.kind === "ready") {
      throw new Error(`${method.id}: it did not run`);
    }
    peakBytes ||= answer.peakBytes;
    if (answer.kind === "failed") {
      failure = answer.reason;
      runs[kind] = [{ ms: answer.ms, wrong: 0, traffic }];
    } else {
      runs[kind].push({ ms: answer.ms, wrong: answer.wrong, traffic });
    }
  }

  try {
    await ask();
    for (let index = 0; index < coldRuns && failure === undefined; index++) {
      await run("cold");
    }
    for (let index = 0; index < warmRuns && failure === undefined; index++) {
      await run("warm");
    }
  } finally {
    await end(child, exited);
    await shaper.dropConnections();
  }
  return { methodId: method.id, count, ...runs, peakBytes, failure };
}

async function settle(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
}

async function settledTraffic(shaper: ShaperProcess): Promise<Traffic> {
  await settle();
  return await shaper.traffic();
}

async function end(child: ChildProcess, exited: Promise<unknown>) {
  if (child.connected) {
    child.send("end");
  }
  const timer = setTimeout(() => child.kill("SIGKILL"), 2_000);
  await exited;
  clearTimeout(timer);
}
