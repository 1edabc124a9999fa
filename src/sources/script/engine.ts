import { Worker } from "node:worker_threads";
import { PRELUDE } from "./prelude.ts";

/** A script as the engine runs it. */
export interface EngineJob {
  readonly code: string;
  readonly isModule: boolean;
  /** The code of the modules that it imports, by the names that it has for them. */
  readonly modules: readonly string[];
  /** The name of the object that the prelude declares. */
  readonly helper: string;
  /** The value of the first environment variable in the second run; others count up. */
  readonly firstMarker: number;
}

/** How a script ended: a report as JSON, or what it threw. */
export type EngineOutcome =
  | { readonly report: string }
  | { readonly error: EngineError };

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
  /** Of both runs. */
  milliseconds: 2_000,
  heapBytes: 64 * 1024 * 1024,
  stackBytes: 512 * 1024,
  /** Of the engine's whole memory, in pages of 64 KiB. */
  initialPages: 256,
  maxPages: 1_088,
};
const MAX_VALUES = 100_000;
const MAX_TEXT = 4_000_000;
const MAX_DEPTH = 100;
/** Built-in functions are not interrupted at the engine's own time limit. */
const GRACE_MILLISECONDS = 400;
const WORKER_LIMITS = {
  maxOldGenerationSizeMb: 64,
  maxYoungGenerationSizeMb: 4,
  stackSizeMb: 8,
};

/**
 * Runs scripts, each in a new instance of QuickJS. It is text, because a worker cannot
 * load a part of the package's bundle.
 */
const WORKER = String.raw`
const { parentPort, workerData } = require("node:worker_threads");
const { readFileSync } = require("node:fs");
const { core, variant, binary } = workerData.urls;
const loaded = Promise.all([
  import(core),
  import(variant),
  WebAssembly.compile(readFileSync(new URL(binary))),
]);

parentPort.on("message", async (job) => {
  const packages = await loaded;
  parentPort.postMessage("started");
  const { limits } = job;
  const deadline = Date.now() + limits.milliseconds;
  const plain = await run(packages, job, false, deadline);
  parentPort.postMessage(
    plain.usesEnvironment
      ? [plain, await run(packages, job, true, deadline)]
      : [plain],
  );
});

async function run([core, variant, wasmModule], job, isMarked, deadline) {
  const { limits, modules, isModule, code, prelude, options } = job;
  const wasmMemory = new WebAssembly.Memory({
    initial: limits.initialPages,
    maximum: limits.maxPages,
  });
  // Without memory, an error has no message.
  const isFull = () => wasmMemory.buffer.byteLength >= limits.heapBytes;
  try {
    const engine = await core.newQuickJSWASMModuleFromVariant(
      core.newVariant(variant.default, { wasmModule, wasmMemory }),
    );
    const runtime = engine.newRuntime();
    runtime.setMemoryLimit(limits.heapBytes);
    runtime.setMaxStackSize(limits.stackBytes);
    runtime.setInterruptHandler(core.shouldInterruptAfterDeadline(deadline));
    runtime.setModuleLoader((name) => modules[Number(name)]);
    const context = runtime.newContext();
    const report = context.unwrapResult(
      context.evalCode(
        "(" + prelude + ")(" + JSON.stringify({ ...options, isMarked }) + ")",
        "prelude",
      ),
    );
    const { error, value } = context.evalCode(code, "script", {
      type: isModule ? "module" : "global",
    });
    const hasEnded =
      value !== undefined &&
      !runtime.hasPendingJob() &&
      context.getPromiseState(value).type !== "pending";
    const end = context.callFunction(
      report,
      context.undefined,
      value ?? context.undefined,
      hasEnded ? context.true : context.false,
    );
    if (end.error) {
      return { error: thrown(context, error ?? end.error, isFull()) };
    }
    const text = context.getString(end.value);
    return text === ""
      ? { error: error ? thrown(context, error, isFull()) : workerData.asynchronous }
      : { report: text, usesEnvironment: text.startsWith('{"names":["') };
  } catch (error) {
    return { error: { name: error.name, message: error.message, stack: "" } };
  }
}

function thrown(context, handle, isFull) {
  const { name, message, stack } = Object(context.dump(handle));
  return {
    name: String(name ?? "Error").slice(0, 100),
    message: String(message || (isFull ? "out of memory" : "")).slice(0, 1_000),
    stack: String(stack ?? "").slice(0, 5_000),
  };
}
`;

/** What a script throws that has not ended when its last line has run. */
const ASYNCHRONOUS: EngineError = {
  name: "Refusal",
  message: "runs asynchronous code",
  stack: "",
};
const TIMEOUT: EngineError = {
  name: "InternalError",
  message: "interrupted",
  stack: "",
};

const OUT_OF_MEMORY: EngineError = {
  name: "InternalError",
  message: "out of memory",
  stack: "",
};

let idle: Worker | undefined;

/**
 * Runs a script twice in a worker: without environment variables, and with a different
 * number as each variable that it reads. It has no files, no network and no other
 * modules, and a limited time, memory and stack.
 */
export async function runScript({
  helper,
  firstMarker,
  ...job
}: EngineJob): Promise<EngineResult> {
  const worker = idle ?? startWorker();
  idle = undefined;
  worker.ref();
  const options = {
    helper,
    firstMarker,
    isModule: job.isModule,
    maxValues: MAX_VALUES,
    maxText: MAX_TEXT,
    maxDepth: MAX_DEPTH,
    globals: Object.getOwnPropertyNames(globalThis),
  };
  worker.postMessage({ ...job, options, limits: LIMITS, prelude: PRELUDE });
  const result = await resultOf(worker);
  if (result === undefined || idle !== undefined) {
    await worker.terminate();
  } else {
    idle = worker;
    worker.unref();
  }
  return result ?? [{ error: TIMEOUT }];
}

function startWorker(): Worker {
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
      asynchronous: ASYNCHRONOUS,
    },
    resourceLimits: WORKER_LIMITS,
  });
  // One that fails while it is idle must not end this process, nor be used again.
  const forget = () => {
    idle = idle === worker ? undefined : idle;
  };
  return worker.on("error", forget).on("exit", forget);
}

/** `undefined` if the worker did not end in time. */
async function resultOf(worker: Worker): Promise<EngineResult | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<
    EngineResult | undefined
  >();
  let timer: NodeJS.Timeout | undefined;
  const stop = () => resolve(undefined);
  const fail = (error: Error) =>
    "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY"
      ? resolve([{ error: OUT_OF_MEMORY }])
      : reject(error);
  const receive = (message: "started" | EngineResult) => {
    if (message === "started") {
      timer = setTimeout(stop, LIMITS.milliseconds + GRACE_MILLISECONDS);
    } else {
      resolve(message);
    }
  };
  worker.on("message", receive).once("error", fail).once("exit", stop);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    worker.off("message", receive).off("error", fail).off("exit", stop);
  }
}
