import {
  type VerificationTarget,
  verificationTargets,
} from "../../../src/verify/expect/targets.ts";
import { createAlphaHre } from "../alpha-hre.ts";
import {
  type Anvil,
  httpProvider,
  placeOnAnvil,
  removeAnvilCode,
  setAnvilCode,
  startAnvil,
} from "../anvil.ts";
import { forwardTo } from "../connections.ts";
import { PROXY_CODE } from "../control-mutations.ts";
import { PROXY_SLOTS } from "../proxy-slots.ts";
import { SANDBOX_PLANS } from "../sandbox-plans.ts";

import { useOpened } from "./trials.ts";

type Address = `0x${string}`;

/** The code at a target, and at the address that it points to. */
interface Truth {
  readonly verdict: "present" | "absent" | "delegated";
  readonly proxy?: {
    readonly implementation: Address;
    readonly verdict: "present" | "absent";
  };
}

/** A real chain of which all is known. */
export interface FaultChain {
  readonly name: string;
  readonly chainId: number;
  readonly targets: readonly VerificationTarget[];
  /** By address in lower case. */
  readonly truth: ReadonlyMap<string, Truth>;
  readonly outcome: "ok" | "failed";
  /** The chain's own answer: a result, or `{ error }`. */
  ask(method: string, params: readonly unknown[]): Promise<unknown>;
  close(): Promise<void>;
}

/** The chains of the fault tests. */
export interface FaultChains {
  /** All contracts are there. */
  readonly whole: FaultChain;
  /** A contract, a proxy's implementation and a token's code are missing. */
  readonly lacking: FaultChain;
  /** One of another chain id, with other contracts. */
  readonly other: FaultChain;
}

const { chainId, plan } = SANDBOX_PLANS.devnet;
const CLONE: Address = "0x00000000000000000000000000000000C10Ec10E";
const PROXY: Address = "0x000000000000000000000000000000001967ABcD";
const CLONE_TARGET: Address = "0x000000000000000000000000000000000C10Eda7";
const IMPLEMENTATION: Address = "0x00000000000000000000000000000000019671e1";
/** Some code that no release has. */
const SOME_CODE: Address = "0x6080604052600080fdfe5b60016002fe";
/** Not a development node, as anvil is. */
const CLIENT = "Geth/v1.14.12-stable/linux-amd64/go1.23.2";

const TARGETS: readonly VerificationTarget[] = [
  target("Alpha", plan.token),
  target("OPFCommunityFeeCollector", plan.communityFeeCollector),
  target("Router", plan.router),
  target("FixedPrice", plan.fixedPrice),
  target("Dispenser", plan.dispenser),
  target("ERC721Factory", plan.erc721Factory),
  ...plan.erc20Templates.map((address) => target("ERC20Template", address)),
  ...plan.erc721Templates.map((address) => target("ERC721Template", address)),
  ...plan.extraTokens.map(({ address }) => target("EURAU", address)),
  target("Clone", CLONE),
  target("Proxy", PROXY),
];

function target(key: string, address: Address): VerificationTarget {
  return { kind: "list", key, address };
}

/** The targets of a verification of devnet. */
export async function devnetTargets(): Promise<readonly VerificationTarget[]> {
  const { devnet } = (await createAlphaHre()).config.alpha.networks;
  if (devnet === undefined) {
    throw new Error("devnet is switched off");
  }
  return verificationTargets(devnet, true);
}

/** Real chains with the contract set, for the tests of a suite. */
export const useFaultChains = () =>
  useOpened(async () => {
    const [whole, lacking, other] = await Promise.all([
      startDevnet().then((anvil) => chainOf("whole", chainId, anvil, "ok")),
      startLacking(),
      startOther(),
    ]);
    const close = async () =>
      await Promise.all([whole, lacking, other].map((chain) => chain.close()));
    return { whole, lacking, other, close };
  });

async function startLacking(): Promise<FaultChain> {
  const anvil = await startDevnet();
  const [euro] = plan.extraTokens;
  await removeAnvilCode(anvil.url, plan.router);
  await removeAnvilCode(anvil.url, IMPLEMENTATION);
  await setAnvilCode(anvil.url, euro.address, `0xef0100${plan.token.slice(2)}`);
  return chainOf("lacking", chainId, anvil, "failed", {
    [plan.router]: { verdict: "absent" },
    [euro.address]: { verdict: "delegated" },
    [PROXY]: proxyTo(IMPLEMENTATION, "absent"),
  });
}

function proxyTo(
  implementation: Address,
  verdict: "present" | "absent" = "present",
): Truth {
  return { verdict: "present", proxy: { implementation, verdict } };
}

async function startOther(): Promise<FaultChain> {
  const { testnet } = SANDBOX_PLANS;
  // Its genesis block is another one also if it starts in the same second.
  const args = ["--gas-limit", "50000000"];
  const anvil = await startAnvil({ chainId: testnet.chainId, args });
  await placeOnAnvil(anvil.url, testnet.plan);
  return chainOf("other", testnet.chainId, anvil, "failed");
}

async function startDevnet(): Promise<Anvil> {
  const anvil = await startAnvil({ chainId });
  const { url } = anvil;
  await placeOnAnvil(url, plan);
  await setAnvilCode(url, CLONE_TARGET, SOME_CODE);
  await setAnvilCode(url, IMPLEMENTATION, SOME_CODE);
  await setAnvilCode(
    url,
    CLONE,
    `0x363d3d373d3d3d363d73${CLONE_TARGET.slice(2).toLowerCase()}5af43d82803e903d91602b57fd5bf3`,
  );
  await setAnvilCode(url, PROXY, PROXY_CODE);
  await httpProvider(url).request({
    method: "anvil_setStorageAt",
    params: [
      PROXY,
      PROXY_SLOTS.implementation,
      `0x${IMPLEMENTATION.slice(2).toLowerCase().padStart(64, "0")}`,
    ],
  });
  return anvil;
}

function chainOf(
  name: string,
  ofChainId: number,
  anvil: Anvil,
  outcome: FaultChain["outcome"],
  exceptions: Readonly<Record<Address, Truth>> = {},
): FaultChain {
  const unusual: Readonly<Record<Address, Truth>> = {
    [CLONE]: proxyTo(CLONE_TARGET),
    [PROXY]: proxyTo(IMPLEMENTATION),
    ...exceptions,
  };
  const truth = TARGETS.map(({ address = "0x" }): [string, Truth] => [
    address.toLowerCase(),
    unusual[address] ?? { verdict: "present" },
  ]);
  return {
    name,
    chainId: ofChainId,
    targets: TARGETS,
    truth: new Map(truth),
    outcome,
    ask: remembering(anvil.url),
    close: () => anvil.close(),
  };
}

/**
 * Asks an anvil that stands still, so that its answers can be remembered; each call of a
 * program is another one, so those are not.
 */
function remembering(url: string): FaultChain["ask"] {
  const known = new Map<string, Promise<unknown>>();
  const ask = forwardTo(url);
  return async (method, params) => {
    if (method === "web3_clientVersion") {
      return CLIENT;
    }
    const key = JSON.stringify([method, params]);
    const answer = known.get(key) ?? ask(method, params);
    if (method !== "eth_call") {
      known.set(key, answer);
    }
    return await answer;
  };
}

/** A real chain with devnet's contract set that stands still. */
export interface ProfileChain {
  readonly chainId: number;
  /** The number of its last block. */
  readonly head: number;
  /** The header of a block, as the node gives it. */
  header(number: number): Header | undefined;
  numberOf(hash: unknown): number | undefined;
  /** The node's own answer at a block: a result, or `{ error }`. */
  ask(method: string, params: readonly unknown[]): Promise<unknown>;
  close(): Promise<void>;
}

type Header = Readonly<
  Record<"number" | "hash" | "parentHash" | "timestamp", string>
>;

/** So many blocks, each a second after the one before. */
const BLOCKS = 40;
/**
 * The first block is so old, in seconds: all are in the past, and recent. Another age
 * gives another first block.
 */
const AGE = 300;
const OTHER_AGE = 400;

/** Chains with the contract set, the second one without the router, and what to look at. */
export const useProfileChains = () =>
  useOpened(async () => {
    const [whole, lacking, targets] = await Promise.all([
      startProfileChain(AGE, true),
      startProfileChain(OTHER_AGE, false),
      devnetTargets(),
    ]);
    const close = async () =>
      await Promise.all([whole.close(), lacking.close()]);
    return { whole, lacking, targets, close };
  });

/**
 * Two forks of one chain, of equal heights and times, the second one without the router,
 * and a chain of another id with the whole contract set; with what to look at.
 */
export const useForks = () =>
  useOpened(async () => {
    const now = Date.now();
    const [whole, lacking, other, targets] = await Promise.all([
      startProfileChain(AGE, true, { now }),
      startProfileChain(AGE, false, { now }),
      startProfileChain(OTHER_AGE, true, { ofChainId: chainId + 1 }),
      devnetTargets(),
    ]);
    const close = async () =>
      await Promise.all([whole, lacking, other].map((chain) => chain.close()));
    return { whole, lacking, other, targets, close };
  });

async function startProfileChain(
  age: number,
  hasRouter: boolean,
  {
    now = Date.now(),
    ofChainId = chainId,
  }: { readonly now?: number; readonly ofChainId?: number } = {},
): Promise<ProfileChain> {
  const start = Math.floor(now / 1000) - age;
  const anvil = await startAnvil({
    chainId: ofChainId,
    args: ["--timestamp", String(start)],
  });
  const provider = httpProvider(anvil.url);
  await provider.request({
    method: "anvil_setBlockTimestampInterval",
    params: [1],
  });
  await placeOnAnvil(anvil.url, plan);
  if (!hasRouter) {
    await removeAnvilCode(anvil.url, plan.router);
  }
  await provider.request({
    method: "anvil_mine",
    params: [`0x${BLOCKS.toString(16)}`, "0x1"],
  });
  const head = Number(await provider.request({ method: "eth_blockNumber" }));
  const ask = remembering(anvil.url);
  const headers = await Promise.all(
    Array.from({ length: head + 1 }, async (_, number): Promise<Header> => {
      const params = [`0x${number.toString(16)}`, false];
      const block = Object(await ask("eth_getBlockByNumber", params));
      return {
        number: block.number,
        hash: block.hash,
        parentHash: block.parentHash,
        timestamp: block.timestamp,
      };
    }),
  );
  return {
    chainId: ofChainId,
    head,
    header: (number) => headers[number],
    numberOf: (hash) => {
      const number = headers.findIndex((header) => header.hash === hash);
      return number === -1 ? undefined : number;
    },
    ask,
    close: async () => await anvil.close(),
  };
}
