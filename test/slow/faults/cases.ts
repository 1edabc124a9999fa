import { STATE_FAULTS } from "../../support/node-model/answer-faults.ts";
import {
  firstOfEach,
  forMethod,
  oneIn,
} from "../../support/node-model/behaviours.ts";
import type {
  FaultChain,
  FaultChains,
} from "../../support/node-model/chains.ts";
import { ECHOES } from "../../support/node-model/echoes.ts";
import type { FaultCase } from "../../support/node-model/run-case.ts";
import { honest } from "../../support/node-model/server.ts";
import {
  ALL_FAULTS,
  FINAL,
  SLOW_FAULTS,
} from "../../support/node-model/transport-faults.ts";

/** Those that a single fault is tried for, one after another. */
const METHODS = [
  "eth_chainId",
  "eth_getBlockByNumber",
  "web3_clientVersion",
  "eth_call",
  "eth_getCode",
  "eth_getStorageAt",
  "eth_syncing",
] as const;
/** Without those, the probe alone tells all. */
const NOT_NEEDED: readonly string[] = ["web3_clientVersion", "eth_call"];

/**
 * Every fault of the wire: against verify at every request, then against verify at first,
 * single reads or status in turn, and against one method; the chain on which more can go
 * wrong every other time.
 */
export function wireCases({
  whole,
  lacking,
}: FaultChains): readonly FaultCase[] {
  return Object.entries(ALL_FAULTS).flatMap(([behaviour, fault], index) => {
    const every = {
      scope: "every request",
      behave: () => fault,
      mustRecover: false,
    };
    const first = {
      scope: "the first of each request",
      behave: () => firstOfEach(fault),
      mustRecover: !FINAL.has(behaviour),
    };
    const third = {
      scope: "a third of the requests",
      behave: () => oneIn(3, fault),
      mustRecover: false,
    };
    const turn = [first, third][index % 3] ?? every;
    const isSlow = behaviour in SLOW_FAULTS;
    const task = "verify" as const;
    const path = "probe" as const;
    const probe = { behaviour, isSlow, task, path, chain: lacking };
    // What is missing takes seven passes, each with hundreds of requests.
    const chain = index % 4 < 2 ? lacking : whole;
    // If each of them waits, that would take minutes.
    const ofSingle = isSlow ? whole : chain;
    const single = { ...probe, path: "single" as const, chain: ofSingle };
    const status = { ...probe, task: "status" as const, chain: whole };
    const method = METHODS[index % METHODS.length] ?? "eth_call";
    const isProbed = index % 2 === 0;
    // Only an absence is held against a node that syncs.
    const isOfWhole = method === "eth_syncing" || method === "eth_getStorageAt";
    const forOne = {
      ...(isProbed ? { ...probe, chain } : single),
      ...(isOfWhole ? { chain: whole } : {}),
      scope: method,
      behave: () => forMethod(method, fault),
      mustRecover:
        method === "eth_syncing" || (isProbed && NOT_NEEDED.includes(method)),
    };
    const inTurn = [
      { ...probe, ...first, chain },
      { ...single, ...turn },
      { ...probe, ...first, chain },
      { ...status, ...turn },
    ];
    return [
      { ...probe, ...every },
      ...inTurn.slice(index % 4, (index % 4) + 1),
      forOne,
    ];
  });
}

/** Of which backends both chains are tried on both paths. */
const MIXED: ReadonlySet<string> = new Set([
  "backends out of step",
  "another chain",
]);

/**
 * Every {@link STATE_FAULTS} against what it concerns: the chain that lacks some by the
 * probe, the whole one by single reads if it concerns them.
 */
export function stateCases({
  whole,
  lacking,
  other,
}: FaultChains): readonly FaultCase[] {
  return STATE_FAULTS.flatMap((fault) => {
    const { group, name, status, isSlow, isForWholeOnly = false } = fault;
    const behaviour = `${group}: ${name}`;
    const verifyCase = (
      path: FaultCase["path"],
      chain: FaultChain,
    ): readonly FaultCase[] => {
      const recovery = fault[path];
      const isWhole = chain.outcome === "ok";
      return recovery === undefined || (isForWholeOnly && !isWhole)
        ? []
        : [
            {
              behaviour,
              scope: `${chain.name} chain`,
              task: "verify",
              path,
              chain,
              behave: () => fault.behave(chain, other),
              mustRecover:
                recovery === "always" || (recovery === "whole" && isWhole),
              state: status === "wrong-chain" ? status : undefined,
              isPatient: true,
              isSlow,
            },
          ];
    };
    const isOnBoth = MIXED.has(group) || fault.single === undefined;
    const statusCase: FaultCase = {
      behaviour,
      scope: "status",
      task: "status",
      path: "probe",
      chain: whole,
      behave: () => fault.behave(whole, other),
      // A node that is in another state shows it by valid answers.
      mustRecover: status !== "ok",
      state: status === "recover" || status === "ok" ? undefined : status,
      isPatient: true,
      isSlow,
    };
    return [
      ...verifyCase("probe", lacking),
      ...verifyCase("single", whole),
      ...(isOnBoth
        ? [...verifyCase("probe", whole), ...verifyCase("single", lacking)]
        : []),
      ...(status === undefined ? [] : [statusCase]),
    ];
  });
}

/** Each echo against verify and status, directly and through a proxy. */
export function echoCases({ whole, lacking }: FaultChains): FaultCase[] {
  return Object.entries(ECHOES).flatMap(([behaviour, behave]): FaultCase[] => {
    const head = {
      behaviour: `secrets sent back: ${behaviour}`,
      scope: "every request",
      behave: () => behave,
      mustRecover: false,
    };
    const verify = { ...head, task: "verify" as const, chain: lacking };
    return [
      { ...verify, path: "probe", isProxied: true },
      { ...verify, path: "single" },
      {
        ...head,
        task: "status",
        path: "probe",
        chain: whole,
        isProxied: true,
        state: behaviour === "the sync state" ? "syncing" : undefined,
      },
    ];
  });
}

/** An honest node, whose verdict must be the true one. */
export function honestCase(chain: FaultChain): FaultCase {
  return {
    behaviour: "honest",
    scope: "every request",
    task: "verify",
    path: "probe",
    chain,
    behave: () => honest,
    mustRecover: true,
  };
}
