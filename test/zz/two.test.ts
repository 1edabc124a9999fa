import { createHttpTransport } from "../../src/rpc/http-transport.ts";
import { startGanache } from "../support/clients/ganache.ts";
import { decodeProbe, encodeProbe } from "../../src/rpc/probe-codes.ts";
import { programCall } from "../../src/rpc/bulk-program.ts";
describe("two", function () {
  this.timeout(100000);
  it("ganache", async () => {
    const node = await startGanache("/tmp/blocks-ganache/run", 32456);
    const transport = createHttpTransport({ url: node.url, retries: 2 });
    const rq = async (m: string, ...p: unknown[]) => await transport.request(m, p);
    const show = async (what: string, block: unknown) => {
      const a = decodeProbe(await rq("eth_call", programCall(encodeProbe([`0x${"11".repeat(20)}`])), block), 1);
      const h: any = await rq("eth_getBlockByNumber", typeof block === "string" ? block : "latest", false);
      console.log(what, a.ok ? [a.value.blockNumber, a.value.timestamp, a.value.parentHash.toString(16)] : a.reason, h.result?.number, h.result?.timestamp, h.result?.parentHash, h.result?.hash);
    };
    await show("genesis", "latest");
    await rq("evm_mine");
    await show("1", "latest");
    for (let i = 0; i < 20; i++) await rq("evm_mine");
    await show("latest", "latest");
    await show("10", "0xa");
    console.log(await rq("eth_getCode", `0x${"11".repeat(20)}`, { blockHash: `0x${"12".repeat(32)}` }));
    await transport.close();
    await node.close();
  });
});
