import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { ensureError } from "@nomicfoundation/hardhat-utils/error";
import { BUILT_INS, URL_HOST } from "./node-api.ts";
import type { EngineError } from "./outcomes.ts";
import { PRELUDE } from "./prelude.ts";

const LIMITS = {
  /**
   * Maximum number of times, in all runs, that the engine asks whether to go on: after some
   * 10,000 calls and rounds of loops each time. Unlike a time, it is the same on a busy
   * machine.
   */
  interrupts: 1_000,
  heapBytes: 64 * 1024 * 1024,
  stackBytes: 512 * 1024,
  /** More than the prelude's limits of values and characters need. */
  reportLength: 8_000_000,
  /** Size of the engine's whole memory, in pages of 64 KiB. */
  urls: 5_000,
  /** Maximum length of a request for a URL. */
  urlLength: 2_048,
  /** Asynchronous steps after the script itself. */
  jobs: 10_000,
  initialPages: 256,
  maxPages: 1_088,
};
/**
 * Processor time of this process, for built-in functions, in which the engine does not ask.
 * It stands still while other programs run.
 */
const MAX_MICROSECONDS = 10_000_000;
/** A worker that neither computes nor answers. */
const MAX_MILLISECONDS = 120_000;
const CHECK_INTERVAL_MILLISECONDS = 100;
const WORKER_LIMITS = {
  maxOldGenerationSizeMb: 64,
  maxYoungGenerationSizeMb: 4,
  stackSizeMb: 8,
};

/**
 * Runs scripts in QuickJS, and removes types. It is text, because a worker cannot load a
 * part of the package's bundle. Its answers are texts, because a forged object can be
 * posted, and not be received.
 */
const WORKER = `
const { parentPort, workerData } = require("node:worker_threads");
const { readFileSync } = require("node:fs");
const { stripTypeScriptTypes } = require("node:module");
const { modules, limits, prelude, globals } = workerData;

const isProcess = /^.(?:node:)?process$/;
const processModule = "export default process; export const { env } = process;";
// Node.js warns that removing types is experimental.
process.emitWarning = () => undefined;

const load = () => Promise.all([
  import(modules.core),
  import(modules.variant),
  WebAssembly.compile(readFileSync(new URL(modules.binary))),
]);
let loaded;
let interrupts = 0;
const members = "${BUILT_INS}".split(" ").flatMap((name) =>
  ["", "prototype"].map((part) => {
    const holder = part ? globalThis[name][part] : globalThis[name];
    return [name, part, Object.getOwnPropertyNames(Object(holder))];
  }),
);
const isTooLong = () => ++interrupts > limits.interrupts;

parentPort.on("message", async (job) => {
  if (job.kind === "types") {
    parentPort.postMessage(withoutTypes(job.code));
    return;
  }
  if (job.isFirst) {
    interrupts = 0;
  }
  loaded ??= load();
  parentPort.postMessage(await run(await loaded, job));
});

function failure(name, message, stack = "", end = {}) {
  const cut = (text) => String(text).slice(0, 5_000);
  return JSON.stringify({
    ...end,
    error: { name: cut(name), message: cut(message), stack: cut(stack) },
  });
}

function withoutTypes(text) {
  try {
    return JSON.stringify({ text: stripTypeScriptTypes(text) });
  } catch (error) {
    if (!String(error.code).endsWith("_TYPESCRIPT_SYNTAX")) {
      // A fault of its WebAssembly, which must not be used again.
      throw error;
    }
    return failure(error.code, error.message);
  }
}

${URL_HOST}
async function run([core, variant, wasmModule], job) {
  const { code, elsewhere, ...given } = job;
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
    const lengthOf = (text) => context.getNumber(context.getProp(text, "length"));
    let { urls } = limits;
    const url = (asked) => context.newString(
      urls-- === 0 || lengthOf(asked) > limits.urlLength ? "" : answerUrl(context.getString(asked)),
    );
    const options = context.newString(JSON.stringify({ ...given, globals, members }));
    const start = context.unwrapResult(context.evalCode("(" + prelude + ")", "prelude"));
    const urlFunction = context.newFunction("url", url);
    const report = context.unwrapResult(context.callFunction(start, context.undefined, options, urlFunction));
    const { error, value = context.undefined } = context.evalCode(code, "script", {
      type: job.isModule ? "module" : "global",
    });
    const isWaiting = context.getPromiseState(value).type === "pending";
    const reported = (state) =>
      context.callFunction(report, context.undefined, error ?? value, context.newString(state));
    let end = reported(error ? "failed" : isWaiting ? "waiting" : "ended");
    if (!error && !end.error && runtime.hasPendingJob()) {
      const jobs = runtime.executePendingJobs(limits.jobs);
      const later = reported("later");
      const isSame = !later.error && context.eq(later.value, end.value);
      end = jobs.error || runtime.hasPendingJob() || !isSame ? reported("waiting") : end;
    }
    if (!end.error && lengthOf(end.value) > limits.reportLength) {
      return failure("Refusal", "The exports are too large");
    }
    const text = end.error ? "" : context.getString(end.value);
    if (text !== "") {
      return text;
    }
    const read = (name) => {
      const part = context.getProp(end.error ?? error, name);
      const isText = context.typeof(part) === "string" && lengthOf(part) < limits.reportLength;
      return isText ? context.getString(part) : "";
    };
    const way = reported("error");
    // Without memory, an error has no message.
    const isFull = wasmMemory.buffer.byteLength >= limits.heapBytes;
    return failure(
      read("name") || "Error",
      read("message") || (isFull ? "out of memory" : ""),
      read("stack"),
      way.error ? {} : JSON.parse(context.getString(way.value)),
    );
  } catch (error) {
    return failure(error.name, error.message);
  }
}
`;

/** Workers that have no script to run. */
const idle: Worker[] = [];

/**
 * The result or the error of `stripTypeScriptTypes`. It may need all memory of its thread.
 */
export async function stripTypes(
  code: string,
): Promise<{ readonly text: string } | { readonly error: EngineError }> {
  return await withWorker(async (ask) =>
    JSON.parse(await ask({ kind: "types", code })),
  );
}

type Ask = (job: object) => Promise<string>;

/** Uses a worker, and keeps it unless it failed, which is an answer with an error. */
export async function withWorker<T>(use: (ask: Ask) => Promise<T>): Promise<T> {
  const worker = idle.pop() ?? startWorker();
  const start = { used: process.cpuUsage(), time: Date.now() };
  let isIntact = true;
  worker.ref();
  const result = await use(async (job) => {
    try {
      return await answerOf(worker, job, start);
    } catch (error) {
      isIntact = false;
      return JSON.stringify({ error: failureOf(error) });
    }
  });
  if (isIntact) {
    worker.unref();
    idle.push(worker);
  } else {
    await worker.terminate();
  }
  return result;
}

/** When the first of several jobs started, which share the limits of time. */
interface Start {
  readonly used: NodeJS.CpuUsage;
  readonly time: number;
}

/** Rejects if the worker ends, fails, or does not answer in time. */
async function answerOf(
  worker: Worker,
  job: object,
  start: Start,
): Promise<string> {
  const end = new AbortController();
  const { signal } = end;
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(start.used);
    const isLate = Date.now() - start.time > MAX_MILLISECONDS;
    if (isLate || user + system > MAX_MICROSECONDS) {
      end.abort();
    }
  }, CHECK_INTERVAL_MILLISECONDS);
  const ends = ["exit", "messageerror"].map(async (event) => {
    await once(worker, event, { signal });
    throw new Error(`The engine ended (${event})`);
  });
  try {
    // It rejects at the event "error".
    const answer = once(worker, "message", { signal });
    worker.postMessage(job);
    const [text] = await Promise.race([answer, ...ends]);
    return String(text);
  } finally {
    clearInterval(timer);
    end.abort();
  }
}

function failureOf(error: unknown): EngineError {
  ensureError(error);
  const code = "code" in error ? String(error.code) : "";
  const isLimit = code === "ABORT_ERR" || code === "ERR_WORKER_OUT_OF_MEMORY";
  const message = isLimit ? code : error.message;
  return { name: "InternalError", message, stack: "" };
}

function startWorker(): Worker {
  return new Worker(WORKER, {
    eval: true,
    execArgv: [],
    env: {},
    workerData: {
      modules: {
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
}
