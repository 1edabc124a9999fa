import { expect } from "chai";
import { checkNetwork } from "../../../src/verify/check-lock.ts";
import type { LockedNetwork } from "../../../src/verify/lock/lock-file.ts";
import type { NetworkVerification } from "../../../src/verify/report.ts";
import {
  type VerificationTarget,
  verificationTargets,
} from "../../../src/verify/targets.ts";
import { verifyNetwork } from "../../../src/verify/verify-network.ts";
import { createAlphaHre } from "../../support/alpha-hre.ts";
import { lockedNetwork } from "../../support/locked-network.ts";
import {
  echoCases,
  stateCases,
  wireCases,
} from "../../support/node-model/cases.ts";
import {
  type FaultChain,
  type FaultChains,
  startFaultChains,
} from "../../support/node-model/chains.ts";
import {
  EXPECTED,
  expectNoFailure,
  type FaultCase,
  type FaultResult,
  type FaultTask,
  honestCase,
  runFaultCase,
} from "../../support/node-model/run-case.ts";
import {
  type Behaviour,
  type Exchange,
  honest,
} from "../../support/node-model/server.ts";
import { rpcError } from "../../support/node-model/transport-faults.ts";
import { runPooled } from "../../support/node-model/trials.ts";

const AT_A_TIME = 8;

describe("the lock at level wiring, against nodes that are not true", function () {
  this.timeout(10 * 60_000);
  let chains: FaultChains;
  let targets: readonly VerificationTarget[];
  let locked: LockedNetwork;

  before(async () => {
    const { devnet } = (await createAlphaHre()).config.alpha.networks;
    if (devnet === undefined) {
      throw new Error("devnet is disabled");
    }
    targets = verificationTargets(devnet, true);
    chains = await startFaultChains();
    let fresh: NetworkVerification | undefined;
    await runFaultCase(honestCase(chains.whole), async (_, transport) => {
      fresh = await verifyNetwork(transport, {
        ...EXPECTED,
        targets,
        level: "wiring",
        anchors: {},
      });
      return { verdict: "true", detail: "" };
    });
    if (fresh === undefined) {
      throw new Error("the honest chain was not verified");
    }
    locked = lockedNetwork(fresh);
  });
  after(async () => {
    await chains?.close();
  });

  it("given an honest node, then the lock holds", async () => {
    const { verdict, detail } = await runFaultCase(
      honestCase(chains.whole),
      checkLocked,
    );

    expect([verdict, detail]).to.deep.equal(["true", ""]);
  });

  it("given each method failing always, at every second request, or after the first ones, then nothing that could not be read is called changed", async () => {
    const results = await runPooled(
      failingMethods(chains.whole),
      AT_A_TIME,
      (one) => runFaultCase(one, checkLocked),
    );

    expectNoFailure(results);
    expect(results).to.have.lengthOf(52);
  });

  it("given every way to misbehave that takes no time, then nothing that could not be read is called changed, or anything else wrong", async () => {
    const results = await runPooled(
      casesOf(chains),
      AT_A_TIME,
      async (one): Promise<FaultResult> => await runFaultCase(one, checkLocked),
    );

    expectNoFailure(results);
    expect(results.length).to.be.above(200);
  });

  const checkLocked: FaultTask = async (one, transport, shown) => {
    try {
      const network = checkNetwork(
        await verifyNetwork(transport, {
          ...EXPECTED,
          targets,
          level: "wiring",
          policy: locked.policy,
          anchors: { block: BigInt(locked.block ?? 0) },
          isConfirmed: (found) =>
            checkNetwork(found, locked, false).outcome === "failed",
        }),
        locked,
        false,
      );
      shown.push(network);
      return judge(network, {
        isWrongChain: one.state === "wrong-chain",
        hasOtherBlocks: one.behaviour === OTHER_BLOCKS,
      });
    } catch (error) {
      shown.push(error);
      return { verdict: "crash", detail: String(error) };
    }
  };
});

/** Each behaviour once, as far as it may hit a verification of the whole chain. */
function casesOf(chains: FaultChains): readonly FaultCase[] {
  const some = [
    ...wireCases(chains),
    ...stateCases(chains),
    ...echoCases(chains),
  ].filter(
    ({ task, path, chain, isSlow = false }) =>
      task === "verify" &&
      path === "probe" &&
      chain.name === "whole" &&
      !isSlow,
  );
  return [
    ...new Map(
      some.map((one) => [`${one.group}/${one.behaviour}`, one] as const),
    ).values(),
  ].map((one) => ({ ...one, mustRecover: false }));
}

const METHODS = [
  "eth_call",
  "eth_getStorageAt",
  "eth_getCode",
  "eth_getBlockByNumber",
];
const ZERO = `0x${"0".repeat(64)}`;
const ANSWERS: Readonly<Record<string, Behaviour>> = {
  "an error": rpcError({ code: -32000, message: "busy" }),
  "no answer": ({ socket }) => socket.destroy(),
  null: answered(null),
  // A short number is a value: some nodes send words of storage without zeros.
  "no number": answered("0xzz"),
  zero: answered(ZERO),
};
/** Which answers are replaced. One that is always zero is a consistent lie. */
const SCOPES: Readonly<Record<string, (nth: number) => boolean>> = {
  "each request": () => true,
  "every second request": (nth) => nth % 2 === 0,
  "all but the first requests": (nth) => nth > 3,
};

function answered(value: unknown): Behaviour {
  return ({ id, json }) => json({ jsonrpc: "2.0", id, result: value });
}

/** Each answer of each method, replaced in each scope. */
function failingMethods(chain: FaultChain): readonly FaultCase[] {
  return METHODS.flatMap((method) =>
    Object.entries(ANSWERS).flatMap(([behaviour, fault]) =>
      Object.entries(SCOPES)
        .filter(([scope]) => behaviour !== "zero" || scope.startsWith("every"))
        .map(([scope, isHit]) => ({
          ...honestCase(chain),
          group: method,
          behaviour,
          scope,
          mustRecover: false,
          behave: () => {
            let nth = 0;
            return (exchange: Exchange) => {
              nth += exchange.method === method ? 1 : 0;
              const isBad = exchange.method === method && isHit(nth);
              (isBad ? fault : honest)(exchange);
            };
          },
        })),
    ),
  );
}

/** Another genesis block proves another chain, as another chain id does. */
const OTHER_BLOCKS = "for eth_getBlockByNumber alone";

/**
 * All is as it was locked: whatever is said to be wrong or changed is not true. Code of
 * no release is unknown, and true at the first block, where the set was being placed.
 */
function judge(
  { outcome, reason = "", contracts, facts = [], lock }: NetworkVerification,
  {
    isWrongChain,
    hasOtherBlocks,
  }: { readonly isWrongChain: boolean; readonly hasOtherBlocks: boolean },
): Pick<FaultResult, "verdict" | "detail"> {
  const changes = (lock?.changes ?? []).filter(
    ({ field }) => !hasOtherBlocks || field !== "genesisHash",
  );
  const isFailed = outcome === "failed" && !isWrongChain && !hasOtherBlocks;
  const wrong = [
    ...changes.map(
      ({ contract, fact, field }) => `${contract ?? fact ?? field} changed`,
    ),
    ...facts.flatMap(({ id, verdict }) =>
      verdict === "broken" || verdict === "changed" ? [`${id} ${verdict}`] : [],
    ),
    ...contracts.flatMap(({ key, verdict, identity }) =>
      ["absent", "delegated"].includes(verdict) || identity?.verdict === "wrong"
        ? [`${key} ${verdict} ${identity?.verdict ?? ""}`]
        : [],
    ),
    ...(isFailed ? [`failed: ${reason}`] : []),
  ];
  if (wrong.length > 0) {
    return { verdict: "mis-report", detail: wrong.join("; ") };
  }
  return outcome === "ok" && lock?.verdict === "holds"
    ? { verdict: "true", detail: "" }
    : { verdict: "unknown", detail: reason };
}
