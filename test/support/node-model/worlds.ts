import type { Hex } from "../../../src/base/hex.ts";
import type { Reply } from "../../../src/http/types.ts";
import type { RpcTransport } from "../../../src/rpc/types.ts";
import type { JudgedNetwork } from "../../../src/verify/found.ts";
import { compareWithLock } from "../../../src/verify/lock/compare-with-lock.ts";
import type { LockedNetwork } from "../../../src/verify/lock-file/lock-file.ts";
import type { VerifyLevel } from "../../../src/verify/report.ts";
import { verifyNetwork } from "../../../src/verify/verify-network.ts";
import { createAlphaHre } from "../alpha-hre.ts";
import { PROXY_CODE } from "../control-mutations.ts";
import { lockedNetwork } from "../locked-network.ts";
import { PROXY_SLOTS } from "../proxy-slots.ts";
import { SANDBOX_PLANS } from "../sandbox-plans.ts";
import { devnetTargets } from "./chains.ts";
import { type ModelState, modelNode, stateOf } from "./model-chain.ts";
import { useOpened } from "./trials.ts";

/** A state of the network's chain, and what is to be said of it. */
export interface World {
  readonly name: string;
  readonly state: ModelState;
  readonly chainId: number;
}

/** The states of devnet's chain that trials choose from. */
export interface Worlds {
  /** All is right. */
  readonly whole: World;
  /** In each of these one thing is wrong or unusual. */
  readonly all: readonly [World, ...World[]];
  /** The one without a template. */
  readonly lacking: World;
  /** The lock file's entry of the whole chain. */
  readonly lock: LockedNetwork;
  /** Verifies what a transport reaches, as the network. */
  verify(
    transport: Pick<RpcTransport, "request" | "separate">,
    options?: WorldOptions,
  ): Promise<JudgedNetwork>;
  close(): Promise<void>;
}

export interface WorldOptions {
  readonly level?: VerifyLevel;
  readonly isLocked?: boolean;
  readonly isWritten?: boolean;
  readonly random?: () => number;
}

const FACTORY_CALL = "0xc45a0155";
const SYMBOL_CALL = "0x95d89b41";
const NOWHERE = `0x${"4e".repeat(20)}`;
/** The time of the latest block, in seconds: a minute ago. */
export const WORLD_TIME: number = Math.floor(Date.now() / 1000) - 60;

/** The worlds for the tests of a suite. */
export const useWorlds = () => useOpened(openWorlds);

/** The states of devnet's sandbox, each with one change. Close them. */
async function openWorlds(): Promise<Worlds> {
  const hre = await createAlphaHre();
  const connection = await hre.network.create("devnetSandbox");
  const base = stateOf(async (method, params): Promise<Reply> => {
    try {
      const request = { method, params: [...params] };
      return { ok: true, result: await connection.provider.request(request) };
    } catch (error) {
      return { ok: false, kind: "rpc-error", reason: String(error) };
    }
  });
  const targets = await devnetTargets();
  const at = (role: string, index = 0): string => {
    const found = targets.filter((target) => target.role === role)[index];
    return String(found?.address).toLowerCase();
  };
  const { chainId } = SANDBOX_PLANS.devnet;
  const world = (name: string, change: Partial<ModelState>): World => ({
    name,
    state: { ...base, ...change },
    chainId,
  });
  const codeAt = (address: string, code: (own: Hex) => Promise<Hex> | Hex) => ({
    codeOf: async (asked: string) =>
      asked === address
        ? await code(await base.codeOf(asked))
        : await base.codeOf(asked),
  });
  const slotAt = (address: string, word: string): Partial<ModelState> => ({
    slotOf: async (asked, slot) =>
      asked === address && slot === PROXY_SLOTS.implementation
        ? `0x${word.slice(2).padStart(64, "0")}`
        : await base.slotOf(asked, slot),
  });
  const proxyAt = (address: string, word: string): Partial<ModelState> => ({
    ...codeAt(address, () => PROXY_CODE),
    ...slotAt(address, word),
  });
  const callAt = (address: string, call: string, result: Hex) => ({
    call: async (to: string, data: string) =>
      to === address && data === call ? result : await base.call(to, data),
  });
  const whole = world("whole", {});
  const lacking = world(
    "lacks a template",
    codeAt(at("erc20Templates", 1), () => "0x"),
  );
  const all: Worlds["all"] = [
    whole,
    lacking,
    world(
      "lacks the router",
      codeAt(at("router"), () => "0x"),
    ),
    world(
      "another contract's code",
      codeAt(at("dispenser"), () => base.codeOf(at("fixedPrice"))),
    ),
    world(
      "code of no release",
      codeAt(at("fixedPrice"), (own) => `${own}00`),
    ),
    world(
      "an account that delegates",
      codeAt(at("euro"), () => `0xef0100${NOWHERE.slice(2)}`),
    ),
    world("a broken fact", callAt(at("router"), FACTORY_CALL, word(NOWHERE))),
    world(
      "a token of another symbol",
      callAt(at("euro"), SYMBOL_CALL, text("NOT")),
    ),
    world("a proxy to nothing", proxyAt(at("euro"), NOWHERE)),
    world("a proxy to a contract", proxyAt(at("euro"), at("token"))),
    { ...whole, name: "another chain", chainId: chainId + 1 },
  ];
  let lock: LockedNetwork | undefined;
  const verify: Worlds["verify"] = async (
    transport,
    { level = "presence", isLocked = false, isWritten = false, random } = {},
  ) =>
    await verifyNetwork(
      { endpoint: "http://127.0.0.1", close: async () => {}, ...transport },
      {
        network: "devnet",
        hardhatNetwork: "devnet",
        chain: { chainId, chainsWithSameId: [] },
        limits: { maxBlockAge: false, inProcess: false, startBlock: 0 },
        targets,
        level,
        strict: level === "wiring",
        isConfirmed: (network) =>
          isWritten ||
          (isLocked &&
            lock !== undefined &&
            compareWithLock(network, lock).verdict === "changed"),
        ...(random === undefined ? {} : { random }),
      },
    );
  const node = modelNode({
    ...whole,
    head: 900n,
    timestamp: WORLD_TIME,
  });
  lock = lockedNetwork(await verify({ request: node }));
  return {
    whole,
    lacking,
    all,
    lock,
    verify,
    close: async () => await connection.close(),
  };
}

function word(address: string): Hex {
  return `0x${address.slice(2).padStart(64, "0")}`;
}

function text(value: string): Hex {
  const digits = Buffer.from(value).toString("hex");
  return `0x${"20".padStart(64, "0")}${value.length.toString(16).padStart(64, "0")}${digits.padEnd(64, "0")}`;
}

/** Verdicts that say something: that all is right, or what is wrong. */
const KNOWING: ReadonlySet<string> = new Set([
  ...["present", "recognised", "holds", "ok"],
  ...["absent", "delegated", "wrong", "unrecognised", "broken", "changed"],
  "failed",
]);

/** Each statement of a report by its name, and all that it says, unless unknown. */
function statementsOf(
  report: JudgedNetwork,
  lock: LockedNetwork,
): ReadonlyMap<string, string> {
  const statements = new Map<string, string>();
  const add = (name: string, verdict: string, detail: unknown = "") => {
    if (KNOWING.has(verdict)) {
      statements.set(name, `${verdict} ${JSON.stringify(detail)}`);
    }
  };
  add("outcome", report.outcome);
  add("lock", compareWithLock(report, lock).verdict);
  for (const [index, contract] of report.contracts.entries()) {
    const { key, verdict, codeHash, proxy, proxyUnread, identity } = contract;
    const name = `${index} ${key}`;
    add(name, verdict, codeHash);
    const isProxyUnknown =
      proxyUnread?.kind === "unread" || verdict === "unknown";
    add(
      `${name} proxy`,
      isProxyUnknown ? "unknown" : (proxy?.verdict ?? "holds"),
      isProxyUnknown ? "" : proxy?.implementation,
    );
    if (identity !== undefined) {
      // A token is recognised by what it does, whether its code is known or not.
      const { contract: what } = identity;
      add(
        `${name} identity`,
        identity.verdict,
        identity.verdict === "recognised" ? "" : what,
      );
    }
  }
  for (const { id, verdict, value } of report.facts ?? []) {
    add(`fact ${id}`, verdict, value);
  }
  return statements;
}

/** The statements of a report that are neither true nor unknown, a line each. */
export function falseVerdicts(
  report: JudgedNetwork,
  truth: JudgedNetwork,
  lock: LockedNetwork,
): readonly string[] {
  const truths = statementsOf(truth, lock);
  return [...statementsOf(report, lock)]
    .filter(([name, says]) => truths.get(name) !== says)
    .map(([name, says]) => `${name}: ${says}, not ${truths.get(name)}`);
}
