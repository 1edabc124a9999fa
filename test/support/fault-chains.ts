import type { VerificationTarget } from "../../src/verify/targets.ts";
import {
  type Anvil,
  httpProvider,
  placeOnAnvil,
  removeAnvilCode,
  setAnvilCode,
  startAnvil,
} from "./anvil.ts";
import { PROXY_CODE } from "./control-mutations.ts";
import { SANDBOX_PLANS } from "./sandbox-plans.ts";

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
  const started = await Promise.allSettled([
    startWhole(),
    startLacking(),
    startOther(),
  ]);
  const [whole, lacking, other] = started;
  const close = async () => {
    await Promise.all(
      started.map(async (result) =>
        result.status === "fulfilled" ? await result.value.close() : undefined,
      ),
    );
  };
  if (
    whole.status === "rejected" ||
    lacking.status === "rejected" ||
    other.status === "rejected"
  ) {
    await close();
    throw new Error("a chain did not start", {
      cause: started.find(({ status }) => status === "rejected"),
    });
  }
  return {
    whole: whole.value,
    lacking: lacking.value,
    other: other.value,
    close,
  };
}

async function startWhole(): Promise<FaultChain> {
  const anvil = await startDevnet();
  return chainOf("whole", chainId, anvil, "ok", new Map());
}

async function startLacking(): Promise<FaultChain> {
  const anvil = await startDevnet();
  const [euro] = plan.extraTokens;
  await removeAnvilCode(anvil.url, plan.router);
  await removeAnvilCode(anvil.url, IMPLEMENTATION);
  await setAnvilCode(anvil.url, euro.address, `0xef0100${plan.token.slice(2)}`);
  return chainOf(
    "lacking",
    chainId,
    anvil,
    "failed",
    new Map<string, Truth>([
      [plan.router.toLowerCase(), { verdict: "absent" }],
      [euro.address.toLowerCase(), { verdict: "delegated" }],
      [
        PROXY.toLowerCase(),
        {
          verdict: "present",
          proxy: { implementation: IMPLEMENTATION, verdict: "absent" },
        },
      ],
    ]),
  );
}

async function startOther(): Promise<FaultChain> {
  const { testnet } = SANDBOX_PLANS;
  const anvil = await startAnvil({ chainId: testnet.chainId });
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
    [
      CLONE.toLowerCase(),
      {
        verdict: "present",
        proxy: { implementation: CLONE_TARGET, verdict: "present" },
      },
    ],
    [
      PROXY.toLowerCase(),
      {
        verdict: "present",
        proxy: { implementation: IMPLEMENTATION, verdict: "present" },
      },
    ],
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
 * Asks an anvil that stands still, so that its answers can be remembered; each
 * probe is another one, so those are not.
 */
function remembering(url: string): FaultChain["ask"] {
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
  const answer: unknown = await response.json();
  if (typeof answer === "object" && answer !== null && "result" in answer) {
    return answer.result;
  }
  return answer;
}
