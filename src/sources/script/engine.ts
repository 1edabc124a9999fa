import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Plain } from "../values.ts";
import { PRELUDE } from "./prelude.ts";

/** A script as the engine runs it. */
export interface EngineJob {
  readonly code: string;
  readonly isModule: boolean;
  /** The text of a module that it imports. */
  readonly elsewhere: string;
}

/** How a script ended: with its exports, or with what it threw. */
export type EngineOutcome = EngineReport | { readonly error: EngineError };

export interface EngineReport {
  readonly value: Plain;
  /** The environment variables that it read, by their markers. */
  readonly names: Readonly<Record<string, string>>;
}

export interface EngineError {
  readonly name: string;
  readonly message: string;
  readonly stack: string;
}

/** The second run is missing if the script reads no environment variable. */
export type EngineResult = readonly [
  plain: EngineOutcome,
  marked?: EngineOutcome | undefined,
];

const LIMITS = {
  /**
   * Of both runs: how often the engine asks whether to go on, after some 10,000 calls and
   * rounds of loops each time. Unlike a time, it is the same on a busy machine.
   */
  interrupts: 1_000,
  heapBytes: 64 * 1024 * 1024,
  stackBytes: 512 * 1024,
  /** Of the engine's whole memory, in pages of 64 KiB. */
  initialPages: 256,
  maxPages: 1_088,
};
/**
 * Of built-in functions, in which the engine does not ask: the processor time of this
 * process, which stands still while other programs run.
 */
const MAX_MICROSECONDS = 10_000_000;
const CHECK_INTERVAL_MILLISECONDS = 100;
const WORKER_LIMITS = {
  maxOldGenerationSizeMb: 64,
  maxYoungGenerationSizeMb: 4,
  stackSizeMb: 8,
};

/**
 * Runs a script in QuickJS. It is text, because a worker cannot load a part of the
 * package's bundle.
 */
const WORKER = `
const { parentPort, workerData } = require("node:worker_threads");
const { readFileSync } = require("node:fs");
const { urls, limits, prelude, globals } = workerData;

const isProcess = /^.(?:node:)?process$/;
const processModule = "export default process; export const { env } = process;";

const loaded = Promise.all([
  import(urls.core),
  import(urls.variant),
  WebAssembly.compile(readFileSync(new URL(urls.binary))),
]);
loaded.then(() => parentPort.postMessage("loaded"));

parentPort.on("message", async (job) => {
  const packages = await loaded;
  let interrupts = 0;
  const isTooLong = () => ++interrupts > limits.interrupts;
  const plain = await run(packages, job, false, isTooLong);
  const isEnough = Object.keys(plain.names ?? {}).length === 0;
  parentPort.postMessage(
    isEnough ? [plain] : [plain, await run(packages, job, true, isTooLong)],
  );
});

async function run([core, variant, wasmModule], job, isMarked, isTooLong) {
  const { code, isModule, elsewhere } = job;
  const wasmMemory = new WebAssembly.Memory({
    initial: limits.initialPages,
    maximum: limits.maxPages,
  });
  try {
    const engine = await core.newQuickJSWASMModuleFromVariant(
      core.newVariant(variant.default, { wasmModule, wasmMemory }),
    );
    const runtime = engine.newRuntime();
    runtime.setMemoryLimit(limits.heapBytes);
    runtime.setMaxStackSize(limits.stackBytes);
    runtime.setInterruptHandler(isTooLong);
    runtime.setModuleLoader(
      (name) => (isProcess.test(name) ? processModule : elsewhere),
      (_, name) => "/" + name,
    );
    const context = runtime.newContext();
    const report = context.unwrapResult(
      context.evalCode(
        "(" + prelude + ")(" + JSON.stringify({ isModule, isMarked, globals }) + ")",
        "prelude",
      ),
    );
    const { error, value } = context.evalCode(code, "script", {
      type: isModule ? "module" : "global",
    });
    const isWaiting = () =>
      runtime.hasPendingJob() || context.getPromiseState(value).type === "pending";
    const state = error ? "failed" : isWaiting() ? "waiting" : "ended";
    const end = context.callFunction(
      report,
      context.undefined,
      value ?? context.undefined,
      context.newString(state),
    );
    const text = end.error ? "" : context.getString(end.value);
    if (text !== "") {
      return JSON.parse(text);
    }
    const read = (name) => {
      const part = context.dump(context.getProp(end.error ?? error, name));
      return typeof part === "string" ? part.slice(0, 5_000) : "";
    };
    // Without memory, an error has no message.
    const isFull = wasmMemory.buffer.byteLength >= limits.heapBytes;
    return {
      error: {
        name: read("name") || "Error",
        message: read("message") || (isFull ? "out of memory" : ""),
        stack: read("stack"),
      },
    };
  } catch (error) {
    return { error: { name: error.name, message: error.message, stack: "" } };
  }
}
`;

/** Workers that have no script to run. */
const idle: Worker[] = [];

/**
 * Runs a script twice in a worker: without environment variables, and with a different
 * number as each variable that it reads. It has no files, no network and no other
 * modules, and limited steps, memory, stack and time.
 */
export async function runScript(job: EngineJob): Promise<EngineResult> {
  const worker = idle.pop() ?? (await startWorker());
  worker.ref();
  worker.postMessage(job);
  const start = process.cpuUsage();
  const timeout = new AbortController();
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(start);
    if (user + system > MAX_MICROSECONDS) {
      timeout.abort();
    }
  }, CHECK_INTERVAL_MILLISECONDS);
  try {
    const { signal } = timeout;
    const [result] = await once(worker, "message", { signal });
    worker.unref();
    idle.push(worker);
    return result;
  } catch (error) {
    await worker.terminate();
    const code = error instanceof Error && "code" in error ? error.code : "";
    if (code !== "ABORT_ERR" && code !== "ERR_WORKER_OUT_OF_MEMORY") {
      throw error;
    }
    return [{ error: { name: "InternalError", message: code, stack: "" } }];
  } finally {
    clearInterval(timer);
  }
}

async function startWorker(): Promise<Worker> {
  const worker = new Worker(WORKER, {
    eval: true,
    execArgv: [],
    env: {},
    workerData: {
      urls: {
        core: import.meta.resolve("quickjs-emscripten-core"),
        variant: import.meta.resolve("@jitl/quickjs-wasmfile-release-sync"),
        binary: import.meta.resolve("@jitl/quickjs-wasmfile-release-sync/wasm"),
      },
      limits: LIMITS,
      prelude: PRELUDE,
      globals: Object.getOwnPropertyNames(globalThis),
    },
    resourceLimits: WORKER_LIMITS,
  });
  await once(worker, "message");
  return worker;
}
