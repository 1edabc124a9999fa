import { expect } from "chai";
import type { Hex } from "../../src/base/hex.ts";
import { createHttpTransport } from "../../src/rpc/http-transport.ts";
import { verifyNetwork } from "../../src/verify/verify-network.ts";
import {
  type Anvil,
  httpProvider,
  setAnvilCode,
  startAnvil,
} from "../support/anvil.ts";
import { EXPECTED } from "../support/node-model/run-case.ts";
import {
  type Behaviour,
  honest,
  startFaultyServer,
} from "../support/node-model/server.ts";

const SLOT =
  "0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc";
const at = (n: number) => `0x${n.toString(16).padStart(40, "a")}` as Hex;
const [PROXY, OLD, NEW] = [at(1), at(2), at(3)];
const batches =
  (change: (a: readonly Record<string, unknown>[]) => unknown): Behaviour =>
  (exchange) => {
    if (!exchange.received.body.startsWith("[")) return honest(exchange);
    const answers = exchange.honestBody();
    exchange.json(change(Array.isArray(answers) ? answers : []));
  };
const MODES: Record<string, Behaviour> = {
  "takes batches": honest,
  "takes no batches": batches(() => ({
    jsonrpc: "2.0",
    error: { code: -32600, message: "batches are not supported" },
  })),
  "refuses each call of a batch": batches((all) =>
    all.map(({ id }) => ({
      jsonrpc: "2.0",
      id,
      error: { code: -32005, message: "rate limit exceeded" },
    })),
  ),
};
for (const runsPrograms of [true, false]) {
  describe(`storage of any block, programs ${runsPrograms}`, function () {
    this.timeout(120_000);
    let anvil: Anvil;
    before(async () => {
      anvil = await startAnvil({ chainId: EXPECTED.chain.chainId });
      const { request } = httpProvider(anvil.url);
      for (const one of [PROXY, OLD, NEW])
        await setAnvilCode(anvil.url, one, "0x6001600255f45b");
      for (const to of [OLD, NEW]) {
        await request({
          method: "anvil_setStorageAt",
          params: [PROXY, SLOT, `0x${to.slice(2).padStart(64, "0")}`],
        });
        await request({ method: "evm_mine" });
        await request({ method: "evm_mine" });
      }
    });
    after(async () => {
      await anvil.close();
    });
    for (const [title, behaviour] of Object.entries(MODES)) {
      it(`given a node that ${title} and has storage of block 1 for any block, then the old implementation is not said`, async () => {
        const { request } = httpProvider(anvil.url);
        const server = await startFaultyServer({
          behaviour,
          ask: async (method, params) => {
            if (method === "web3_clientVersion")
              return "Geth/v1.14.12-stable/linux-amd64/go1.23.2";
            if (
              !runsPrograms &&
              method === "eth_call" &&
              Object(params[0]).to === undefined
            )
              return {
                error: {
                  code: -32000,
                  message: "contract creation is not allowed",
                },
              };
            const asked =
              method === "eth_getStorageAt"
                ? [params[0], params[1], "0x1"]
                : [...params];
            return await request({ method, params: asked }).catch(() => ({
              error: { code: -32000, message: "header for hash not found" },
            }));
          },
        });
        const transport = createHttpTransport({
          url: server.url,
          retryBaseMs: 1,
        });
        try {
          const report = await verifyNetwork(transport, {
            ...EXPECTED,
            targets: [{ kind: "list", key: "proxy", address: PROXY }],
          });
          const [found] = report.contracts;
          expect([report.outcome, found?.proxy?.implementation]).to.deep.equal(
            ["unknown", undefined],
            JSON.stringify(found),
          );
        } finally {
          await transport.close();
          await server.close();
        }
      });
    }
  });
}
