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

const at = (n: number) => `0x${n.toString(16).padStart(40, "a")}` as Hex;
const [TOKEN, OTHER] = [at(1), at(2)];
const noBatches: Behaviour = (exchange) =>
  exchange.received.body.startsWith("[")
    ? exchange.json({
        jsonrpc: "2.0",
        error: { code: -32600, message: "batches are not supported" },
      })
    : honest(exchange);
for (const [title, behaviour] of [
  ["takes batches", honest],
  ["takes no batches", noBatches],
] as const) {
  describe(`a cache that keys codes on the address, before a node that runs no programs and ${title}`, function () {
    this.timeout(120_000);
    let anvil: Anvil;
    before(async () => {
      anvil = await startAnvil({ chainId: EXPECTED.chain.chainId });
      await setAnvilCode(anvil.url, OTHER, "0x6001600255f45b");
      await httpProvider(anvil.url).request({ method: "evm_mine" });
    });
    after(async () => {
      await anvil.close();
    });
    it("given a token that was there and is gone, then it is not said to be there", async () => {
      const { request } = httpProvider(anvil.url);
      const server = await startFaultyServer({
        behaviour,
        ask: async (method, params) => {
          if (method === "web3_clientVersion")
            return "Geth/v1.14.12-stable/linux-amd64/go1.23.2";
          if (method === "eth_call" && Object(params[0]).to === undefined)
            return {
              error: {
                code: -32000,
                message: "contract creation is not allowed",
              },
            };
          // What was asked before the token was destroyed.
          if (
            method === "eth_getCode" &&
            String(params[0]).toLowerCase() === TOKEN
          )
            return "0x6001600255f45b";
          return await request({ method, params: [...params] }).catch(() => ({
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
          targets: [
            { kind: "token", key: "euro", role: "euro", address: TOKEN },
            { kind: "list", key: "other", address: OTHER },
          ],
        });
        expect([report.outcome, report.contracts[0]?.verdict]).to.deep.equal(
          ["unknown", "unknown"],
          JSON.stringify(report.contracts),
        );
      } finally {
        await transport.close();
        await server.close();
      }
    });
  });
}
