import { Worker } from "node:worker_threads";
import type { Hex } from "../../base/hex.ts";
import {
  type AnalysisGap,
  type FoundInCode,
  type Offer,
  offerIn,
  withZeroConstants,
} from "./offer.ts";

/** Code is written by others, and WebAssembly can only be ended together with its thread. */
const MAX_MILLISECONDS = 2_000;
const MAX_MILLISECONDS_IN_ALL = 10_000;
const MAX_FUNCTIONS = 512;
const WORKER_LIMITS = { maxOldGenerationSizeMb: 256, stackSizeMb: 16 };

/**
 * Tells the functions first, and then, which takes most of the time, the storage. It is
 * text, because a worker cannot load a part of the package's bundle.
 */
const WORKER = `
const { parentPort, workerData } = require("node:worker_threads");
const loading = import(workerData.evmole);
parentPort.on("message", async ({ code, unguardedCode }) => {
  const { contractInfo } = await loading;
  let { functions = [] } = contractInfo(code, { selectors: true });
  let unguarded = [];
  const isShort = functions.length <= workerData.maxFunctions;
  if (isShort) {
    const what = { arguments: true, stateMutability: true };
    functions = contractInfo(code, what).functions ?? [];
  }
  parentPort.postMessage({ functions });
  if (isShort && unguardedCode !== code) {
    const what = { arguments: true };
    unguarded = contractInfo(unguardedCode, what).functions ?? [];
    parentPort.postMessage({ functions, unguarded });
  }
  const storage = isShort && functions.length > 0
    ? contractInfo(code, { storage: true }).storage ?? []
    : [];
  parentPort.postMessage({ functions, unguarded, storage });
});
`;

/** The time that a verification has spent on analyses. */
export interface AnalysisTime {
  spent: number;
  /** What it had no time left for, by the hash of the code: all of its passes see the same. */
  cut?: Map<string, Promise<Offer>>;
}

const offers = new Map<string, Promise<Offer>>();
let worker: Worker | undefined;
let last: Promise<unknown> = Promise.resolve();

/**
 * What code offers. Each code is analysed once a process, one after the other, unless a
 * verification had no time left for it.
 *
 * @param hash of the code
 * @param time of all analyses of a verification, which it adds to
 */
export async function analyseCode(
  hash: string,
  code: Hex,
  time: AnalysisTime,
): Promise<Offer> {
  const known = time.cut?.get(hash) ?? offers.get(hash);
  if (known !== undefined) {
    return await known;
  }
  const offer = last.then(async () => {
    const start = performance.now();
    const left = MAX_MILLISECONDS_IN_ALL - time.spent;
    const found = await analysed(code, Math.min(left, MAX_MILLISECONDS));
    time.spent += performance.now() - start;
    if (left < MAX_MILLISECONDS && found.missing === "analysis-too-slow") {
      offers.delete(hash);
      time.cut ??= new Map();
      time.cut.set(hash, offer);
    }
    return found;
  });
  last = offer;
  offers.set(hash, offer);
  return await offer;
}

async function analysed(code: Hex, milliseconds: number): Promise<Offer> {
  let found: FoundInCode = {};
  let missing: AnalysisGap | undefined = "analysis-too-slow";
  if (milliseconds > 0) {
    worker ??= startWorker();
    const running = worker;
    const isDone = await new Promise<boolean>((resolve) => {
      const end = (isEnded: boolean) => {
        clearTimeout(timer);
        running.removeAllListeners("message").removeAllListeners("exit");
        resolve(isEnded);
      };
      const timer = setTimeout(end, milliseconds, false);
      running.on("message", (one: FoundInCode) => {
        found = one;
        if (one.storage !== undefined) {
          end(true);
        }
      });
      running.once("exit", () => end(false));
      running.postMessage({ code, unguardedCode: withZeroConstants(code) });
    });
    if (isDone) {
      missing = undefined;
    } else {
      worker = undefined;
      await running.terminate();
    }
  }
  const { functions = [] } = found;
  if (functions.length > MAX_FUNCTIONS) {
    missing = "too-many-functions";
    found = {};
  }
  return offerIn(code, found, missing);
}

function startWorker(): Worker {
  const started = new Worker(WORKER, {
    eval: true,
    execArgv: [],
    env: {},
    workerData: {
      evmole: import.meta.resolve("evmole"),
      maxFunctions: MAX_FUNCTIONS,
    },
    resourceLimits: WORKER_LIMITS,
  });
  // What fails in it ends it.
  started.on("error", () => undefined);
  // It does not keep a process from ending.
  started.unref();
  return started;
}
