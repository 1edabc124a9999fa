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

const SLOT =
  "0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc";
const at = (n: number) => `0x${n.toString(16).padStart(40, "a")}` as Hex;
const clone = (to: Hex): Hex =>
  `0x363d3d373d3d3d363d73${to.slice(2)}5af43d82803e903d91602b57fd5bf3`;
describe("chains of clones", function () {
  this.timeout(120_000);
  let anvil: Anvil;
  before(async () => {
    anvil = await startAnvil({ chainId: EXPECTED.chain.chainId });
    await setAnvilCode(anvil.url, at(100), "0x6001600255f45b");
    await setAnvilCode(anvil.url, at(99), "0x6001600255f4f45b");
    for (const n of [1, 2, 3, 4, 5, 6])
      await setAnvilCode(anvil.url, at(n), clone(n === 1 ? at(99) : at(n - 1)));
    for (const n of [1, 2, 3, 4])
      await httpProvider(anvil.url).request({
        method: "anvil_setStorageAt",
        params: [at(n), SLOT, `0x${at(100).slice(2).padStart(64, "0")}`],
      });
    await httpProvider(anvil.url).request({ method: "evm_mine" });
  });
  after(async () => {
    await anvil.close();
  });
  for (const n of [1, 2, 3, 4])
    it(`${n} clones before a proxy`, async () => {
      const transport = createHttpTransport({ url: anvil.url, retryBaseMs: 1 });
      try {
        const report = await verifyNetwork(transport, {
          ...EXPECTED,
          targets: [{ kind: "list", key: "x", address: at(n) }],
        });
        console.log(
          report.outcome,
          report.contracts[0]?.proxy?.further?.length,
          JSON.stringify(report.contracts[0]?.proxy?.reason),
        );
      } finally {
        await transport.close();
      }
    });
});
