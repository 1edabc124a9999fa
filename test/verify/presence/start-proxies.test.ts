import { expect } from "chai";
import type { Hex } from "../../../src/base/hex.ts";
import type { RpcTransport } from "../../../src/rpc/types.ts";
import type { NetworkVerification } from "../../../src/verify/report.ts";
import { verifyNetwork } from "../../../src/verify/verify-network.ts";
import { EXPECTED } from "../../support/fault-case.ts";
import { type ModelState, modelNode } from "../../support/model-chain.ts";

const IMPLEMENTATION_SLOT =
  "0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc";
const EMPTY = `0x${"0".repeat(64)}` as const;
/** One more than a call of the probe takes. */
const ADDRESSES = Array.from(
  { length: 251 },
  (_, index): Hex => `0x${(0x1000 + index).toString(16).padStart(40, "a")}`,
);
const INDEXES = new Map<string, number>(
  ADDRESSES.map((address, index) => [address, index]),
);
const [PROXY = "0x"] = ADDRESSES.slice(5);
const LAST = ADDRESSES.at(-1)?.slice(2) ?? "";
const MISSING = `0x${"0".repeat(24)}${"c".repeat(40)}` as const;
/** Two of each contract that is looked at. */
const SLOTS = 2 * 64;

function stateWith(proxySlot: Hex): ModelState {
  return {
    codeOf: async (address) => {
      const index = INDEXES.get(address);
      return index === undefined
        ? "0x"
        : `0x61${index.toString(16).padStart(4, "0")}`;
    },
    slotOf: async (address, slot) =>
      address === PROXY && slot === IMPLEMENTATION_SLOT ? proxySlot : EMPTY,
    nonceOf: async () => "0x0",
    call: async () => undefined,
  };
}

interface Endpoint {
  readonly proxySlot?: Hex;
  readonly chainId?: number;
  /** Until when the answer for the second part of the list takes. */
  readonly until?: Promise<unknown>;
  readonly onSlots?: () => void;
}

/** Verifies the list at a node of some chain, and counts what is asked. */
async function verify({
  proxySlot = EMPTY,
  chainId = EXPECTED.chain.chainId,
  until,
  onSlots,
}: Endpoint): Promise<{
  readonly report: NetworkVerification;
  readonly slots: number;
  readonly probes: number;
}> {
  let slots = 0;
  let probes = 0;
  const node = modelNode({
    chainId,
    name: "devnet",
    head: 1_000n,
    timestamp: Math.floor(Date.now() / 1000) - 60,
    state: stateWith(proxySlot),
  });
  const transport: RpcTransport = {
    endpoint: "http://127.0.0.1",
    close: async () => undefined,
    async request(method, params) {
      slots += method === "eth_getStorageAt" ? 1 : 0;
      if (method === "eth_call") {
        probes += 1;
        if (String(Object(params[0]).data).includes(LAST)) {
          await until;
        }
      }
      return await node(method, params);
    },
    async requestBatch(calls) {
      slots += calls.length;
      onSlots?.();
      const replies = calls.map(({ method, params }) => node(method, params));
      return (await Promise.all(replies)).map((reply) =>
        reply.ok ? reply : undefined,
      );
    },
  };
  const report = await verifyNetwork(transport, {
    ...EXPECTED,
    targets: ADDRESSES.map((address, index) => ({
      kind: "list",
      key: `contract ${index}`,
      address,
    })),
    random: () => 0.5,
  });
  return { report, slots, probes };
}

describe("proxies in a list of several parts", () => {
  it("given that the first part is read, then its storage is read before the others are answered, and once only", async () => {
    const started = Promise.withResolvers<void>();

    const { report, slots, probes } = await verify({
      until: started.promise,
      onSlots: () => started.resolve(),
    });

    expect(report.outcome).to.equal("ok");
    expect(slots).to.equal(SLOTS);
    expect(probes).to.equal(3);
  });

  it("given a proxy without its implementation in the first part, then that is found each time", async () => {
    const { report } = await verify({ proxySlot: MISSING });

    expect(report.outcome).to.equal("failed");
    expect(
      report.contracts.flatMap(({ address, proxy }) =>
        proxy === undefined ? [] : [[address, proxy.verdict]],
      ),
    ).to.deep.equal([[PROXY, "absent"]]);
  });

  it("given another chain, then no storage is read", async () => {
    const { report, slots } = await verify({ chainId: 1 });

    expect(report.outcome).to.equal("failed");
    expect(slots).to.equal(0);
  });
});
