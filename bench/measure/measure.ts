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
/** Until the traffic after a response has passed, such as closing connections. */
const SETTLE_MS = 150;
/** How much of a worker's stderr is kept. */
const MAX_STDERR_LENGTH = 2_000;

export interface MeasureParameters {
  readonly method: Method;
  readonly count: number;
  readonly shaper: ShaperProcess;
  /** The URL of the chain behind the shaper. */
  readonly url: string;
  readonly coldRuns: number;
  readonly warmRuns: number;
}

/**
 * Measures one method for one list: first the runs on new connections, then those
 * on open ones. It stops after a run that fails.
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
  let stderr = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    stderr = (stderr + text).slice(0, MAX_STDERR_LENGTH);
  });
  const request = async (message?: string): Promise<WorkerMessage> => {
    const received = once(child, "message");
    if (message !== undefined) {
      child.send(message);
    }
    const ended = exited.then(() => {
      throw new Error(`the process of ${method.id} ended: ${stderr}`);
    });
    const [response] = await Promise.race([received, ended]);
    return workerMessage.parse(response);
  };
  const runs: { cold: Run[]; warm: Run[] } = { cold: [], warm: [] };
  let failure: string | undefined;
  let peakBytes = 0;

  async function run(kind: "cold" | "warm"): Promise<void> {
    if (kind === "cold") {
      await request("renew");
      await shaper.dropConnections();
      await settle();
    }
    await shaper.reset();
    const result = await request("run");
    const traffic = await settledTraffic(shaper);
    if (result.kind === "ready") {
      throw new Error(`the process of ${method.id} did not run it`);
    }
    peakBytes ||= result.peakBytes;
    if (result.kind === "failed") {
      failure = result.reason;
      runs[kind] = [{ ms: result.ms, wrong: 0, traffic }];
    } else {
      runs[kind].push({ ms: result.ms, wrong: result.wrong, traffic });
    }
  }

  try {
    await request();
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
