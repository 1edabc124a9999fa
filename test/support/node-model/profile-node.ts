import { groupProblems } from "../../../src/base/problems.ts";
import { openHttp } from "../../../src/connect/open-transport.ts";
import type { RpcTransport } from "../../../src/rpc/types.ts";
import { statusOfNetwork } from "../../../src/status/status-of-networks.ts";
import { checkNetwork } from "../../../src/verify/check-lock.ts";
import type { JudgedNetwork } from "../../../src/verify/found.ts";
import type { LockedNetwork } from "../../../src/verify/lock-file/lock-file.ts";
import { verifyNetwork } from "../../../src/verify/verify-network.ts";
import { lockedNetwork } from "../locked-network.ts";
import { backend } from "./backends.ts";
import { type ProfileChain, useProfileChains } from "./chains.ts";
import type { NodeProfile, ProfileLevel } from "./profiles.ts";
import { startFaultyServer, withServer } from "./server.ts";
import { runPooled, seededRandom } from "./trials.ts";

/** The outcome of one run. */
export interface ProfileRun {
  readonly profile: NodeProfile;
  readonly task: ProfileLevel | "missing" | "status";
  readonly outcome: JudgedNetwork["outcome"];
  readonly reason: string;
  readonly report: JudgedNetwork | undefined;
  /** How many requests went out, a batch once. */
  readonly requests: number;
}

/** Runs a profile on chains that are started once. */
type ProfileBench = (
  profile: NodeProfile,
  task: ProfileRun["task"],
  seed: number,
) => Promise<ProfileRun>;

const DEFAULT_TIMEOUT_MS = 20_000;

/** The network of a verification of a chain. */
export function expectedOf(chain: ProfileChain, pinsGenesis: boolean) {
  return {
    network: "devnet",
    hardhatNetwork: "devnet",
    chain: {
      chainId: chain.chainId,
      genesisHash: pinsGenesis ? chain.header(0)?.hash : undefined,
      chainsWithSameId: [],
    },
    limits: { maxBlockAge: 3_600, inProcess: false, startBlock: 1 },
  } as const;
}

/** The bench for the tests of a suite, opened before them and closed after. */
export function useProfileBench(): ProfileBench {
  const chains = useProfileChains();
  let lock: LockedNetwork | undefined;
  before(async () => {
    const { whole, targets } = chains();
    // The lock that is written of the chain through a node without faults.
    await withServer({ ask: backend(whole) }, async ({ transport }) => {
      const verified = await verifyNetwork(transport, {
        ...expectedOf(whole, false),
        targets,
        level: "wiring",
        anchors: {},
        isConfirmed: () => true,
      });
      lock = lockedNetwork(verified);
    });
  });

  async function statusOf(
    transport: RpcTransport,
    network: ReturnType<typeof expectedOf>,
  ) {
    const { state, reason } = await statusOfNetwork(transport, network);
    const isFailed = state !== "ok" && state !== "unknown";
    return {
      outcome: isFailed ? "failed" : state,
      reason: `${state}: ${reason}`,
      report: undefined,
    } as const;
  }

  async function verify(
    transport: RpcTransport,
    network: ReturnType<typeof expectedOf>,
    task: ProfileLevel | "missing",
  ) {
    const { targets } = chains();
    if (task !== "lock") {
      const level = task === "missing" ? "presence" : task;
      const found = await verifyNetwork(transport, {
        ...network,
        targets,
        level,
      });
      return reasoned(found);
    }
    const locked = lock;
    if (locked === undefined) {
      throw new Error("there is no lock");
    }
    const found = await verifyNetwork(transport, {
      ...network,
      targets,
      level: "wiring",
      policy: locked.policy,
      anchors: { block: BigInt(locked.block ?? 0) },
      isConfirmed: (one) => checkNetwork(one, locked).outcome === "failed",
    });
    return reasoned(checkNetwork(found, locked));
  }

  return async (profile, task, seed) => {
    const { whole, lacking } = chains();
    const chain = task === "missing" ? lacking : whole;
    const server = await startFaultyServer(
      profile.start(chain, seededRandom(seed)),
    );
    const transport = await openHttp(server.url, {
      timeout: profile.timeoutMs ?? DEFAULT_TIMEOUT_MS,
      httpHeaders: {},
    });
    const network = expectedOf(chain, profile.pinsGenesis ?? false);
    try {
      const ended = await (task === "status"
        ? statusOf(transport, network)
        : verify(transport, network, task));
      const requests = server.received.length;
      return { profile, task, requests, ...ended };
    } finally {
      await transport.close();
      await server.close();
    }
  };
}

function reasoned(report: JudgedNetwork) {
  const reasons = groupProblems(report.rows).map(({ reason }) => reason);
  const reason = [report.why ?? "", ...new Set(reasons)].join(" | ");
  return { outcome: report.outcome, reason, report };
}

/** The families whose nodes mostly wait. */
const WAITING = /rate limits|slow/;
const WAITING_AT_A_TIME = 12;
/** More would not get the processor within the time limit. */
const AT_A_TIME = 3;

/** Runs jobs on profiles: those that wait, then those that need the processor. */
export async function runProfiles<J extends { readonly profile: NodeProfile }>(
  jobs: readonly J[],
  run: (job: J) => Promise<ProfileRun>,
): Promise<readonly ProfileRun[]> {
  const { waiting = [], busy = [] } = Object.groupBy(jobs, ({ profile }) =>
    WAITING.test(profile.family) ? "waiting" : "busy",
  );
  return [
    ...(await runPooled(waiting, WAITING_AT_A_TIME, run)),
    ...(await runPooled(busy, AT_A_TIME, run)),
  ];
}

/** Runs with a wrong or needlessly unknown outcome, one line each. */
export function mistakesIn(runs: readonly ProfileRun[]): readonly string[] {
  return runs
    .filter((run) => !isRight(run))
    .map(
      ({ profile, task, outcome, reason }) =>
        `${profile.name}, ${task}: ${outcome}, ${reason.slice(0, 300)}`,
    );
}

function isRight({ profile, task, outcome, report }: ProfileRun): boolean {
  const isMissing = task === "missing";
  const excuse = isMissing ? profile.unprovable : profile.unknowable?.[task];
  for (const { key, verdict } of report?.contracts ?? []) {
    if (key !== "Router" && verdict === "absent") {
      return false;
    }
  }
  return outcome === "unknown"
    ? excuse !== undefined
    : outcome === (isMissing ? "failed" : "ok");
}

/** The limit of a verification whose requests have no answer. */
const MAX_REQUESTS = 300;

/** Runs that sent too many requests, one line each. */
export function excessIn(runs: readonly ProfileRun[]): readonly string[] {
  return runs
    .filter(({ requests }) => requests > MAX_REQUESTS)
    .map(
      ({ profile, task, requests }) =>
        `${profile.name}, ${task}: ${requests} requests`,
    );
}
