import { openHttp } from "../../../src/connect/open-transport.ts";
import { statusOfNetwork } from "../../../src/status/status-of-networks.ts";
import { checkNetwork } from "../../../src/verify/check-lock.ts";
import type { LockedNetwork } from "../../../src/verify/lock/lock-file.ts";
import type { NetworkVerification } from "../../../src/verify/report.ts";
import { verificationTargets } from "../../../src/verify/targets.ts";
import { verifyNetwork } from "../../../src/verify/verify-network.ts";
import { createAlphaHre } from "../alpha-hre.ts";
import { lockedNetwork } from "../locked-network.ts";
import { type ProfileChain, startProfileChains } from "./chains.ts";
import type { NodeProfile, ProfileLevel } from "./profiles.ts";
import {
  type Arrival,
  type NodeError,
  startFaultyServer,
  withServer,
} from "./server.ts";
import { type SeededRandom, seededRandom } from "./trials.ts";

/** Answers one call: a result, or an error. */
export type Backend = (
  method: string,
  params: readonly unknown[],
) => Promise<unknown>;

/** How a client says that it does not know a block. */
export interface ClientTexts {
  readonly version: string;
  /** For a block that is named by its hash, or by its number. */
  unknownBlock(block: { hash?: string; number?: string }): unknown;
  /** What reads of code and storage say of it. Default: the same. */
  readonly unknownState?: unknown;
}

export interface BackendOptions {
  readonly client?: ClientTexts;
  /** The number of its latest block. Default: the chain's. */
  readonly head?: () => number;
  /** Methods that it answers in its own way. */
  readonly own?: Readonly<
    Record<string, (params: readonly unknown[]) => unknown>
  >;
  /** What it says to a block's hash in place of taking it (EIP-1898). */
  readonly refusesHashes?: NodeError;
  /** Changes answers. */
  readonly change?: (
    method: string,
    answer: unknown,
    params: readonly unknown[],
  ) => unknown;
}

export function nodeError(
  code: number,
  message: string,
  data?: unknown,
): NodeError {
  return {
    error: { code, message, ...(data === undefined ? {} : { data }) },
  };
}

export const GETH: ClientTexts = {
  version: "Geth/v1.14.12-stable/linux-amd64/go1.23.2",
  unknownBlock: ({ hash }) =>
    nodeError(
      -32000,
      hash === undefined ? "header not found" : "header for hash not found",
    ),
};

/** A node that knows the blocks of a chain up to its own latest one. */
export function backend(
  chain: ProfileChain,
  {
    client = GETH,
    head = () => chain.head,
    own = {},
    refusesHashes,
    change = (_, answer) => answer,
  }: BackendOptions = {},
): Backend {
  /** The number of the block that a parameter names, or the client's refusal. */
  const blockOf = (block: unknown): number | { readonly refusal: unknown } => {
    if (block === "latest" || block === "pending") {
      return head();
    }
    if (typeof block === "object" && block !== null) {
      if (refusesHashes !== undefined) {
        return { refusal: refusesHashes };
      }
      const hash = String(Object(block).blockHash);
      const number = chain.numberOf(hash);
      return number === undefined || number > head()
        ? { refusal: client.unknownBlock({ hash }) }
        : number;
    }
    const number = String(block);
    return /^0x[0-9a-f]+$/.test(number) && Number(number) <= head()
      ? Number(number)
      : { refusal: client.unknownBlock({ number }) };
  };
  const answerTo: Backend = async (method, params) => {
    switch (method) {
      case "web3_clientVersion":
        return client.version;
      case "eth_chainId":
        return `0x${chain.chainId.toString(16)}`;
      case "eth_syncing":
        return false;
      case "eth_getBlockByNumber": {
        const number = blockOf(params[0]);
        return typeof number === "number" ? chain.header(number) : null;
      }
    }
    const number = blockOf(params.at(-1));
    if (typeof number !== "number") {
      const isCall = method === "eth_call" || client.unknownState === undefined;
      return isCall ? number.refusal : client.unknownState;
    }
    return await chain.ask(method, [
      ...params.slice(0, -1),
      `0x${number.toString(16)}`,
    ]);
  };
  return async (method, params) =>
    change(
      method,
      await (own[method]?.(params) ?? answerTo(method, params)),
      params,
    );
}

/** Which of several backends takes a request. */
export type Route = (arrival: Arrival, random: SeededRandom) => number;

/** Ways in which load balancers choose a backend. */
export const ROUTES = {
  "in turn": ({ nth }) => nth,
  "at random": (_, random) => random.below(2 ** 20),
  "by connection": ({ connection }) => connection,
} as const satisfies Record<string, Route>;

/** Several backends behind one endpoint. */
export function pooled(
  backends: readonly Backend[],
  route: Route,
  random: SeededRandom,
) {
  const chosen = new Map<number, Backend | undefined>();
  return async (
    method: string,
    params: readonly unknown[],
    arrival: Arrival,
  ): Promise<unknown> => {
    // All calls of one batch have one backend.
    const choose = () => backends[route(arrival, random) % backends.length];
    const one = chosen.get(arrival.nth) ?? choose();
    chosen.set(arrival.nth, one);
    return await one?.(method, params);
  };
}

/** What came of one run. */
export interface ProfileRun {
  readonly profile: NodeProfile;
  readonly task: ProfileLevel | "missing" | "status";
  readonly outcome: NetworkVerification["outcome"];
  readonly reason: string;
  /** Facts that are not in the lock, or differ from it. */
  readonly report: NetworkVerification | undefined;
}

/** Runs profiles on chains that are started once. */
export interface ProfileBench {
  run(
    profile: NodeProfile,
    task: ProfileRun["task"],
    seed: number,
  ): Promise<ProfileRun>;
  close(): Promise<void>;
}

const DEFAULT_TIMEOUT_MS = 20_000;

/** Starts the chains. Close them. */
export async function openProfileBench(): Promise<ProfileBench> {
  const hre = await createAlphaHre();
  const { devnet } = hre.config.alpha.networks;
  if (devnet === undefined) {
    throw new Error("devnet is switched off");
  }
  const targets = verificationTargets(devnet, true);
  const chains = await startProfileChains();
  const locks = new Map<ProfileChain, Promise<LockedNetwork>>();

  const expected = (chain: ProfileChain, pinsGenesis: boolean) => ({
    network: "devnet" as const,
    hardhatNetwork: "devnet",
    chain: {
      chainId: chain.chainId,
      genesisHash: pinsGenesis ? chain.header(0)?.hash : undefined,
      chainsWithSameId: [],
    },
    limits: { maxBlockAge: 3_600, inProcess: false, startBlock: 1 },
  });

  /** The lock that is written of the chain through a node without faults. */
  const lockOf = async (chain: ProfileChain): Promise<LockedNetwork> => {
    const verified = await withServer(
      { ask: backend(chain) },
      ({ transport }) =>
        verifyNetwork(transport, {
          ...expected(chain, false),
          targets,
          level: "wiring",
          anchors: {},
          isConfirmed: () => true,
        }),
    );
    return lockedNetwork(verified);
  };
  const locked = (chain: ProfileChain) => {
    const lock = locks.get(chain) ?? lockOf(chain);
    locks.set(chain, lock);
    return lock;
  };

  return {
    run: async (profile, task, seed) => {
      const chain = task === "missing" ? chains.lacking : chains.whole;
      const { ask, behaviour } = profile.start(chain, seededRandom(seed));
      const lock = task === "lock" ? await locked(chain) : undefined;
      const server = await startFaultyServer({
        ask,
        ...(behaviour === undefined ? {} : { behaviour }),
      });
      const transport = await openHttp(server.url, {
        timeout: profile.timeoutMs ?? DEFAULT_TIMEOUT_MS,
        httpHeaders: {},
      });
      const network = expected(chain, profile.pinsGenesis ?? false);
      try {
        const ended = async () => {
          if (task === "status") {
            const status = await statusOfNetwork(transport, network);
            const { state, reason = "" } = status;
            const isUnknown = state === "unknown";
            return {
              outcome: isUnknown ? "unknown" : state === "ok" ? "ok" : "failed",
              reason: `${state}: ${reason}`,
              report: undefined,
            } as const;
          }
          const found = await verifyNetwork(transport, {
            ...network,
            targets,
            level:
              task === "lock"
                ? "wiring"
                : task === "missing"
                  ? "presence"
                  : task,
            ...(lock === undefined
              ? {}
              : {
                  policy: lock.policy,
                  anchors: { block: BigInt(lock.block ?? 0) },
                  isConfirmed: (one) =>
                    checkNetwork(one, lock).outcome === "failed",
                }),
          });
          const report = lock === undefined ? found : checkNetwork(found, lock);
          return {
            outcome: report.outcome,
            reason: reasonsOf(report),
            report,
          };
        };
        return {
          profile,
          task,
          ...(await ended()),
        };
      } finally {
        await transport.close();
        await server.close();
      }
    },
    close: async () => await chains.close(),
  };
}

function reasonsOf(report: NetworkVerification): string {
  const reasons = (report.problems ?? []).map(({ reason }) => reason);
  return [report.reason ?? "", ...new Set(reasons)].join(" | ");
}

/** What a run should say, if anybody could know. */
function truthOf({ task }: ProfileRun): ProfileRun["outcome"] {
  return task === "missing" ? "failed" : "ok";
}

/** What must not be said of ordinary nodes, one line a run. */
export function mistakesIn(runs: readonly ProfileRun[]): readonly string[] {
  return runs.flatMap((run) => {
    const { profile, task, outcome, reason } = run;
    const { unknowable, unprovable } = profile;
    const excuse = task === "missing" ? unprovable : unknowable?.[task];
    const isFine =
      !isWrong(run) &&
      (outcome === truthOf(run) ||
        (outcome === "unknown" && excuse !== undefined));
    return isFine
      ? []
      : [`${profile.name}, ${task}: ${outcome}, ${reason.slice(0, 300)}`];
  });
}

/** Whether a run said something that is not true. */
function isWrong({ task, outcome, report }: ProfileRun): boolean {
  if (task !== "missing") {
    return outcome === "failed";
  }
  const others = (report?.contracts ?? []).filter(
    ({ key, verdict }) => key !== "Router" && verdict === "absent",
  );
  return outcome === "ok" || others.length > 0;
}
