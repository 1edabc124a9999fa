import { setTimeout } from "node:timers/promises";
import { expect } from "chai";
import { createHttpTransport } from "../../../src/rpc/http-transport.ts";
import type { RpcTransport } from "../../../src/rpc/types.ts";
import type { NetworkStatus } from "../../../src/status/report.ts";
import { statusOfNetwork } from "../../../src/status/status-of-networks.ts";
import type { JudgedNetwork } from "../../../src/verify/found.ts";
import { verifyNetwork } from "../../../src/verify/verify-network.ts";
import { sentence } from "../../../src/verify/words/sentences.ts";
import {
  CANARY_HEADERS,
  canarySubDomainUrl,
  canaryUrl,
  leaksIn,
  leaksOf,
} from "../canaries.ts";
import { reportFormats } from "../report-formats.ts";
import { SANDBOX_PLANS } from "../sandbox-plans.ts";
import type { FaultChain } from "./chains.ts";
import { type Behaviour, startFaultyServer } from "./server.ts";

/** How a report compares with what is known to be true, and what is wrong. */
export interface JudgedReport {
  readonly verdict: "true" | "unknown" | "mis-report" | "hang" | "crash";
  readonly detail: string;
}

const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/**
 * Holds a verification against the chain: each verdict must be the true one or
 * unknown, with a reason, and so must the outcome.
 *
 * @param isWrongChain whether the endpoint shows another chain, which is failed
 * with nothing said of any contract
 */
function judgeVerify(
  report: JudgedNetwork,
  chain: FaultChain,
  isWrongChain: boolean,
): JudgedReport {
  const wrong: string[] = [];
  let unknowns = 0;
  /** Said to be so, which leaves the outcome as it is unless it is strict. */
  let notReadable = 0;
  for (const contract of report.contracts) {
    const { key, address, verdict, proxy, proxyUnread, reason } = contract;
    const truth = chain.truth.get(String(address).toLowerCase());
    if (truth === undefined) {
      wrong.push(`${key}: nobody asked for ${address}`);
      continue;
    }
    if (verdict === "unknown") {
      unknowns++;
    } else if (verdict !== truth.verdict || isWrongChain) {
      wrong.push(`${key} is ${truth.verdict}, reported ${verdict}`);
    }
    if (
      verdict !== "present" &&
      (reason === undefined ? "" : sentence(reason)).length < 8
    ) {
      wrong.push(`${key} is ${verdict} without a reason`);
    }
    if (proxy === undefined) {
      if (proxyUnread?.kind === "hidden") {
        notReadable++;
      } else {
        unknowns += truth.proxy === undefined ? 0 : 1;
      }
    } else if (
      proxy.implementation.toLowerCase() !==
      truth.proxy?.implementation.toLowerCase()
    ) {
      wrong.push(`${key} points to ${truth.proxy?.implementation}`);
    } else if (proxy.verdict === "unknown") {
      unknowns++;
    } else if (proxy.verdict !== truth.proxy.verdict) {
      wrong.push(
        `${key}'s target is ${truth.proxy.verdict}, reported ${proxy.verdict}`,
      );
    }
  }
  if (report.contracts.length !== chain.targets.length) {
    wrong.push(`${report.contracts.length} contracts reported`);
  }
  const outcome = isWrongChain ? "failed" : chain.outcome;
  if (report.outcome !== outcome && report.outcome !== "unknown") {
    wrong.push(`the outcome is ${outcome}, reported ${report.outcome}`);
  }
  if (report.outcome === "ok" && unknowns > 0) {
    wrong.push(`ok, though ${unknowns} answers are unknown`);
  }
  if (report.outcome !== "ok" && (report.why ?? "").length < 8) {
    wrong.push("not ok without a reason");
  }
  if (UNPRINTABLE.test(textsOf(report))) {
    wrong.push("the report holds control characters");
  }
  if (wrong.length > 0) {
    return { verdict: "mis-report", detail: wrong.join("; ") };
  }
  const isTrue =
    report.outcome === outcome &&
    (unknowns + notReadable === 0 || isWrongChain);
  const detail = [report.why, ...report.notes].join(" | ");
  return isTrue
    ? { verdict: "true", detail: "" }
    : { verdict: "unknown", detail };
}

/** Holds a status against the state that the node is really in. */
function judgeStatus(
  report: NetworkStatus,
  truth: NetworkStatus["state"],
): JudgedReport {
  const { state, reason = "" } = report;
  const wrong = [
    ...(UNPRINTABLE.test(textsOf(report)) ? ["control characters"] : []),
    ...(state !== "ok" && reason.length < 8 ? [`${state}, for no reason`] : []),
    ...(state === truth || state === "unknown"
      ? []
      : [`the node is ${truth}, reported ${state}: ${reason}`]),
  ];
  if (wrong.length > 0) {
    return { verdict: "mis-report", detail: wrong.join("; ") };
  }
  return state === truth
    ? { verdict: "true", detail: "" }
    : { verdict: "unknown", detail: reason };
}

/** All texts within a report, as a person would see them. */
function textsOf(value: unknown): string {
  if (typeof value === "string") {
    return value;
  }
  return typeof value === "object" && value !== null
    ? Object.entries(value)
        .map(([name, member]) => `${name}${textsOf(member)}`)
        .join("")
    : "";
}

/** One task against one server that misbehaves in one way. */
export interface FaultCase {
  readonly behaviour: string;
  /** Which requests are hit, or what else is special. */
  readonly scope: string;
  readonly task: "verify" | "status";
  /** `single`: the endpoint refuses `eth_call`. */
  readonly path: "probe" | "single";
  readonly chain: FaultChain;
  /** A new one for each run, since some remember what they did. */
  readonly behave: () => Behaviour;
  /** A retry, a fallback or a second read must lead to the truth. */
  readonly mustRecover: boolean;
  /** The node's state, if the behaviour makes it another than `ok`. */
  readonly state?: "syncing" | "stale" | "wrong-chain" | "unknown" | undefined;
  /** Attempts are cut short, so that a server that stalls costs little. */
  readonly isSlow?: boolean | undefined;
  /** It waits for what is worth it, as users' runs do, for a shorter time. */
  readonly isPatient?: boolean | undefined;
  /** Requests go through the server as a proxy, to a secret host. */
  readonly isProxied?: boolean | undefined;
}

/** The outcome of a case. */
export interface FaultResult extends JudgedReport {
  readonly case: FaultCase;
  readonly leaks: readonly string[];
}

const HANG_MS = 120_000;
/** Enough to recover in, on a machine that is busy. */
const RECOVERY_LIMIT_MS = 110_000;
/** Enough for three attempts that are cut short, on a machine that is busy. */
const SLOW_LIMIT_MS = 90_000;
const LIMIT_MS = 60_000;
/** Some faults that nobody must recover from last until then. */
const PATIENT_LIMIT_MS = 20_000;
const NO_PROBE = {
  error: {
    code: -32601,
    message: "the method eth_call does not exist/is not available",
  },
};
const FORMATS = {
  verify: await reportFormats("verify"),
  status: await reportFormats("status"),
};

/** The chain that every run expects. */
export const EXPECTED = {
  network: "devnet",
  hardhatNetwork: "devnet",
  chain: { chainId: SANDBOX_PLANS.devnet.chainId, chainsWithSameId: [] },
  limits: { maxBlockAge: 3600, inProcess: false, startBlock: 1 },
} as const;

/** Asks a misbehaving server, and judges what came of it. May throw, which is wrong. */
export type FaultTask = (
  faultCase: FaultCase,
  transport: RpcTransport,
  /** Takes what must not leak a secret. */
  shown: unknown[],
) => Promise<JudgedReport>;

/** Runs a case on a server of its own. */
export async function runFaultCase(
  faultCase: FaultCase,
  run: FaultTask = runTask,
): Promise<FaultResult> {
  const { chain, path, mustRecover } = faultCase;
  const { isSlow = false, isProxied = false } = faultCase;
  const isPatient = faultCase.isPatient === true && !isSlow;
  const limitMs = isPatient
    ? PATIENT_LIMIT_MS
    : isSlow
      ? SLOW_LIMIT_MS
      : LIMIT_MS;
  const server = await startFaultyServer({
    behaviour: faultCase.behave(),
    ask: async (method, params) =>
      method === "eth_call" && path === "single"
        ? NO_PROBE
        : await chain.ask(method, params),
  });
  const transport = createHttpTransport({
    url: isProxied
      ? canarySubDomainUrl()
      : canaryUrl(`127.0.0.1:${server.port}`),
    headers: CANARY_HEADERS,
    // Recovering takes longer on a busy machine.
    attemptTimeoutMs: isSlow ? (mustRecover ? 3_000 : 1_500) : 20_000,
    deadline: Date.now() + (mustRecover ? RECOVERY_LIMIT_MS : limitMs),
    ...(isPatient
      ? { retryBaseMs: 20 }
      : { retries: isSlow && mustRecover ? 5 : 2, retryBaseMs: 1 }),
    maxBodyBytes: 512 * 1024,
    ...(isProxied ? { proxyFor: () => server.url } : {}),
  });
  const shown: unknown[] = [transport];
  try {
    const ended = run(faultCase, transport, shown).catch(
      (error: unknown): JudgedReport => {
        shown.push(error);
        return { verdict: "crash", detail: String(error) };
      },
    );
    const outcome = await bounded(ended);
    return {
      case: faultCase,
      ...outcome,
      leaks: shown.flatMap((value) =>
        typeof value === "string" ? leaksIn(value) : leaksOf(value),
      ),
    };
  } finally {
    await transport.close();
    await server.close();
  }
}

async function runTask(
  { task, chain, state }: FaultCase,
  transport: RpcTransport,
  shown: unknown[],
): Promise<JudgedReport> {
  if (task === "verify") {
    const { targets } = chain;
    const network = await verifyNetwork(transport, { ...EXPECTED, targets });
    shown.push(...inEveryFormat(task, network));
    return judgeVerify(network, chain, state === "wrong-chain");
  }
  const status = await statusOfNetwork(transport, EXPECTED);
  shown.push(...inEveryFormat(task, status));
  return judgeStatus(status, state ?? "ok");
}

/** A task's report of one network, and its text in every format. */
export function inEveryFormat(
  task: FaultCase["task"],
  network: { readonly outcome?: string; readonly state?: string },
): readonly unknown[] {
  const report = {
    schemaVersion: 1,
    task,
    ...(task === "verify" ? { level: "presence" } : {}),
    outcome: network.outcome ?? (network.state === "ok" ? "ok" : "unknown"),
    networks: [network],
  };
  return [report, ...[...FORMATS[task].values()].map((show) => show(report))];
}

async function bounded(run: Promise<JudgedReport>): Promise<JudgedReport> {
  const ended = new AbortController();
  const hang = { verdict: "hang", detail: `after ${HANG_MS} ms` } as const;
  const { signal } = ended;
  const limit = setTimeout(HANG_MS, hang, { signal }).catch(() => hang);
  return await Promise.race([run, limit]).finally(() => ended.abort());
}

/** Shows the first failures alone: a diff of thousands would take for ever. */
export function expectNoFailure(results: readonly FaultResult[]): void {
  const failures = results.filter(
    ({ case: { mustRecover }, verdict, leaks }) =>
      leaks.length > 0 ||
      (verdict !== "true" && (mustRecover || verdict !== "unknown")),
  );
  const shown = failures.slice(0, 20).map(describeResult).join("\n");
  expect(failures.length, shown).to.equal(0);
}

/** A result on one line. */
export function describeResult(result: FaultResult): string {
  const { behaviour, scope, task, path, chain, mustRecover } = result.case;
  const where = task === "status" ? "status" : `verify, ${path}, ${chain.name}`;
  return [
    behaviour,
    scope,
    where,
    `${result.verdict}${mustRecover ? " (must be true)" : ""}`,
    ...(result.leaks.length > 0 ? [`LEAKS ${result.leaks.join(" ")}`] : []),
    ...(result.detail === "" ? [] : [result.detail.slice(0, 400)]),
  ].join(" · ");
}
