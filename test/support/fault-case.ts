import { createHttpTransport } from "../../src/rpc/http-transport.ts";
import type { RpcTransport } from "../../src/rpc/types.ts";
import { statusOfNetwork } from "../../src/status/status-of-networks.ts";
import { verifyNetwork } from "../../src/verify/verify-network.ts";
import {
  CANARY_HEADERS,
  canarySubDomainUrl,
  canaryUrl,
  leaksIn,
  leaksOf,
} from "./canaries.ts";
import type { FaultChain } from "./fault-chains.ts";
import {
  type FaultVerdict,
  judgeStatus,
  judgeVerify,
} from "./fault-verdict.ts";
import { type Behaviour, startFaultyServer } from "./faulty-server.ts";
import { reportFormats } from "./report-formats.ts";
import { SANDBOX_PLANS } from "./sandbox-plans.ts";

/** One task against one server that misbehaves in one way. */
export interface FaultCase {
  readonly group: string;
  readonly behaviour: string;
  /** Which requests are hit, or what else is special. */
  readonly scope: string;
  readonly task: "verify" | "status";
  /** `single`: the endpoint refuses `eth_call`. */
  readonly path: "probe" | "single";
  readonly chain: FaultChain;
  /** A new one for each run, since some remember what they did. */
  readonly behave: () => Behaviour;
  /** Whether a retry, a fallback or a second read must lead to the truth. */
  readonly mustRecover: boolean;
  /** The node's state, if the behaviour makes it another than `ok`. */
  readonly state?: "syncing" | "stale" | "wrong-chain" | "unknown" | undefined;
  /** Attempts are cut short, so that a server that stalls costs little. */
  readonly isSlow?: boolean | undefined;
  /** Whether it waits for what is worth it, as users' runs do, for a shorter time. */
  readonly isPatient?: boolean | undefined;
  /** Whether requests go through the server as a proxy, to a secret host. */
  readonly isProxied?: boolean | undefined;
}

/** What came of a case. */
export interface FaultResult {
  readonly case: FaultCase;
  readonly verdict: FaultVerdict | "hang" | "crash";
  /** What was wrong, in words. */
  readonly detail: string;
  readonly leaks: readonly string[];
  /** Of each method, how many requests came. */
  readonly requests: ReadonlyMap<string, number>;
}

const HANG_MS = 120_000;
/** Enough for three attempts that are cut short, on a machine that is busy. */
const SLOW_LIMIT_MS = 90_000;
/** Some faults last until then. */
const PATIENT_LIMIT_MS = 30_000;
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

/** What every run expects of the chain. */
export const EXPECTED = {
  network: "devnet",
  hardhatNetwork: "devnet",
  chain: { chainId: SANDBOX_PLANS.devnet.chainId, chainsWithSameId: [] },
  limits: { maxBlockAge: 3600, inProcess: false, startBlock: 1 },
} as const;

/** Asks a misbehaving server, and judges what came of it. */
export type FaultTask = (
  faultCase: FaultCase,
  transport: RpcTransport,
  /** Takes what must not leak a secret. */
  shown: unknown[],
) => Promise<Pick<FaultResult, "verdict" | "detail">>;

/** Runs a case on a server of its own. Never throws. */
export async function runFaultCase(
  faultCase: FaultCase,
  run: FaultTask = runTask,
): Promise<FaultResult> {
  const { chain, path, isSlow = false, isProxied = false } = faultCase;
  const isPatient = faultCase.isPatient === true && !isSlow;
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
    attemptTimeoutMs: isSlow ? 1_500 : 20_000,
    deadline:
      Date.now() +
      (isSlow ? SLOW_LIMIT_MS : isPatient ? PATIENT_LIMIT_MS : 60_000),
    ...(isPatient ? { retryBaseMs: 20 } : { retries: 2, retryBaseMs: 1 }),
    maxBodyBytes: 512 * 1024,
    ...(isProxied ? { proxyFor: () => server.url } : {}),
  });
  const shown: unknown[] = [transport];
  try {
    const outcome = await bounded(run(faultCase, transport, shown));
    return {
      case: faultCase,
      ...outcome,
      leaks: shown.flatMap((value) =>
        typeof value === "string" ? leaksIn(value) : leaksOf(value),
      ),
      requests: countMethods(server.received),
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
): Promise<Pick<FaultResult, "verdict" | "detail">> {
  try {
    if (task === "verify") {
      const network = await verifyNetwork(transport, {
        ...EXPECTED,
        targets: chain.targets,
      });
      show(shown, task, network);
      return judgeVerify(network, chain, state === "wrong-chain");
    }
    const status = await statusOfNetwork(transport, EXPECTED);
    show(shown, task, status);
    return judgeStatus(status, state ?? "ok");
  } catch (error) {
    shown.push(error);
    return { verdict: "crash", detail: String(error) };
  }
}

/** Puts a network's report beside the other things that are looked through. */
function show(
  shown: unknown[],
  task: "verify" | "status",
  network: { readonly outcome?: string; readonly state?: string },
): void {
  const report = {
    schemaVersion: 1,
    task,
    ...(task === "verify" ? { level: "presence" } : {}),
    outcome: network.outcome ?? (network.state === "ok" ? "ok" : "unknown"),
    networks: [network],
  };
  shown.push(report);
  for (const format of FORMATS[task].values()) {
    shown.push(format(report));
  }
}

async function bounded<T>(
  run: Promise<T>,
): Promise<T | { verdict: "hang"; detail: string }> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<{ verdict: "hang"; detail: string }>((resolve) => {
    timer = setTimeout(
      () => resolve({ verdict: "hang", detail: `after ${HANG_MS} ms` }),
      HANG_MS,
    );
  });
  try {
    return await Promise.race([run, limit]);
  } finally {
    clearTimeout(timer);
  }
}

function countMethods(
  received: readonly { readonly body: string }[],
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { body } of received) {
    const method = /"method":"(\w+)"/.exec(body)?.[1] ?? "";
    counts.set(method, (counts.get(method) ?? 0) + 1);
  }
  return counts;
}
