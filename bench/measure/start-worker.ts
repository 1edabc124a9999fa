import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

import type { BenchList } from "../chain/bench-list.ts";
import type { Method } from "../methods/methods.ts";
import { type WorkerMessage, workerMessage } from "./messages.ts";
import { plainEnvironment } from "./plain-environment.ts";

/** One method in a process of its own. */
export interface BenchWorker {
  readonly methodId: string;
  /** Opens a new client. */
  renew(): Promise<void>;
  /** Reads the list once. */
  run(): Promise<Exclude<WorkerMessage, { readonly kind: "ready" }>>;
  end(): Promise<void>;
}

const SCRIPT = fileURLToPath(new URL("./worker.ts", import.meta.url));
/** How much of a worker's stderr is kept. */
const MAX_STDERR_LENGTH = 2_000;
const END_MS = 2_000;

/** Starts a worker, which the caller must end, and waits until it is ready. */
export async function startWorker(
  { id: methodId }: Method,
  { list, url }: { readonly list: BenchList; readonly url: string },
): Promise<BenchWorker> {
  const child = fork(SCRIPT, [methodId, url, list.kind, `${list.count}`], {
    execArgv: [],
    env: plainEnvironment(process.env),
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  const exited = once(child, "exit");
  let stderr = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    stderr = (stderr + text).slice(0, MAX_STDERR_LENGTH);
  });

  async function request(message?: "run" | "renew"): Promise<WorkerMessage> {
    const received = once(child, "message");
    if (message !== undefined) {
      child.send(message);
    }
    const ended = exited.then(() => {
      throw new Error(`the process of ${methodId} ended: ${stderr}`);
    });
    const [response] = await Promise.race([received, ended]);
    return workerMessage.parse(response);
  }

  await request();
  return {
    methodId,
    async renew() {
      await request("renew");
    },
    async run() {
      const result = await request("run");
      if (result.kind === "ready") {
        throw new Error(`the process of ${methodId} did not run it`);
      }
      return result;
    },
    async end() {
      if (child.connected) {
        child.send("end");
      }
      const timer = setTimeout(() => child.kill("SIGKILL"), END_MS);
      await exited;
      clearTimeout(timer);
    },
  };
}
