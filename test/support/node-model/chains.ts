import type { VerificationTarget } from "../../../src/verify/targets.ts";
import {
  type Anvil,
  httpProvider,
  placeOnAnvil,
  removeAnvilCode,
  setAnvilCode,
  startAnvil,
} from "../anvil.ts";
import { PROXY_CODE } from "../control-mutations.ts";
import { SANDBOX_PLANS } from "../sandbox-plans.ts";

type Address = `0x${string}`;

/** What is really at a target, and at what it points to. */
export interface Truth {
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
  close(): Promise<void>;
}

const { chainId, plan } = SANDBOX_PLANS.devnet;
const CLONE: Address = "0x00000000000000000000000000000000C10Ec10E";
const PROXY: Address = "0x000000000000000000000000000000001967ABcD";
const CLONE_TARGET: Address = "0x000000000000000000000000000000000C10Eda7";
const IMPLEMENTATION: Address = "0x00000000000000000000000000000000019671e1";
const IMPLEMENTATION_SLOT =
  "0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc";
/** Some code that no release has. */
const SOME_CODE: Address = "0x6080604052600080fdfe5b60016002fe";
/** A geth that is not in a hurry to be taken for a development node. */
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

/** Three real chains with the contract set. Close them. */
export async function startFaultChains(): Promise<FaultChains> {
  const [whole, lacking, other] = await Promise.all([
    startWhole(),
    startLacking(),
    startOther(),
  ]);
  const all = [whole, lacking, other];
  return {
    whole,
    lacking,
    other,
    close: async () => {
      await Promise.all(all.map((chain) => chain.close()));
    },
  };
}

async function startWhole(): Promise<FaultChain> {
  return chainOf("whole", chainId, await startDevnet(), "ok", new Map());
}

async function startLacking(): Promise<FaultChain> {
  const anvil = await startDevnet();
  const [euro] = plan.extraTokens;
  await removeAnvilCode(anvil.url, plan.router);
  await removeAnvilCode(anvil.url, IMPLEMENTATION);
  await setAnvilCode(anvil.url, euro.address, `0xef0100${plan.token.slice(2)}`);
  const exceptions = new Map<string, Truth>([
    [plan.router.toLowerCase(), { verdict: "absent" }],
    [euro.address.toLowerCase(), { verdict: "delegated" }],
    [PROXY.toLowerCase(), proxyTo(IMPLEMENTATION, "absent")],
  ]);
  return chainOf("lacking", chainId, anvil, "failed", exceptions);
}

function proxyTo(
  implementation: Address,
  verdict: "present" | "absent",
): Truth {
  return { verdict: "present", proxy: { implementation, verdict } };
}

async function startOther(): Promise<FaultChain> {
  const { testnet } = SANDBOX_PLANS;
  // Its genesis block is another one also if it starts in the same second.
  const args = ["--gas-limit", "50000000"];
  const anvil = await startAnvil({ chainId: testnet.chainId, args });
  await placeOnAnvil(anvil.url, testnet.plan);
  return chainOf("other", testnet.chainId, anvil, "failed", new Map());
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
      IMPLEMENTATION_SLOT,
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
  exceptions: ReadonlyMap<string, Truth>,
): FaultChain {
  const usual = new Map<string, Truth>([
    [CLONE.toLowerCase(), proxyTo(CLONE_TARGET, "present")],
    [PROXY.toLowerCase(), proxyTo(IMPLEMENTATION, "present")],
  ]);
  const truth = TARGETS.map(({ address }): [string, Truth] => {
    const id = String(address).toLowerCase();
    return [id, exceptions.get(id) ?? usual.get(id) ?? { verdict: "present" }];
  });
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
export function remembering(url: string): FaultChain["ask"] {
  const known = new Map<string, Promise<unknown>>();
  return async (method, params) => {
    if (method === "web3_clientVersion") {
      return CLIENT;
    }
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const answer = known.get(body) ?? post(url, body);
    if (method !== "eth_call") {
      known.set(body, answer);
    }
    return await answer;
  };
}

async function post(url: string, body: string): Promise<unknown> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  const answer = Object(await response.json());
  return "result" in answer ? answer.result : { error: answer.error };
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

export type Header = Readonly<Record<"number" | "hash" | "timestamp", string>>;

/** So many blocks, each a second after the one before. */
const BLOCKS = 40;
/**
 * The first block is so old, in seconds: all are in the past, and recent. Another age
 * gives another first block.
 */
const AGE = 300;
const OTHER_AGE = 400;

/** Chains with the whole contract set, and without the router. Close them. */
export async function startProfileChains(): Promise<{
  readonly whole: ProfileChain;
  readonly lacking: ProfileChain;
  close(): Promise<void>;
}> {
  const [whole, lacking] = await Promise.all([
    startProfileChain(AGE, async () => {}),
    startProfileChain(OTHER_AGE, async ({ url }) =>
      removeAnvilCode(url, plan.router),
    ),
  ]);
  return {
    whole,
    lacking,
    close: async () => {
      await Promise.all([whole.close(), lacking.close()]);
    },
  };
}

async function startProfileChain(
  age: number,
  change: (anvil: Anvil) => Promise<void>,
): Promise<ProfileChain> {
  const start = Math.floor(Date.now() / 1000) - age;
  const anvil = await startAnvil({
    chainId,
    args: ["--timestamp", String(start)],
  });
  const provider = httpProvider(anvil.url);
  await placeOnAnvil(anvil.url, plan);
  await change(anvil);
  await provider.request({
    method: "anvil_mine",
    params: [`0x${BLOCKS.toString(16)}`, "0x1"],
  });
  const head = Number(await provider.request({ method: "eth_blockNumber" }));
  const headers = await Promise.all(
    Array.from({ length: head + 1 }, async (_, number) =>
      toHeader(
        await provider.request({
          method: "eth_getBlockByNumber",
          params: [`0x${number.toString(16)}`, false],
        }),
      ),
    ),
  );
  return {
    chainId,
    head,
    header: (number) => headers[number],
    numberOf: (hash) => {
      const number = headers.findIndex((header) => header.hash === hash);
      return number === -1 ? undefined : number;
    },
    ask: remembering(anvil.url),
    close: async () => await anvil.close(),
  };
}

function toHeader(block: unknown): Header {
  const { number, hash, timestamp } = Object(block);
  return { number, hash, timestamp };
}
