import { PROBED_NODES, headOf } from "../support/probed-nodes.ts";
import { decodeProbe, encodeProbe } from "../../src/rpc/probe-codes.ts";
import { decodeCalls, encodeCalls } from "../../src/rpc/probe-calls.ts";
import { programCall } from "../../src/rpc/bulk-program.ts";
import { devnetTargets } from "../support/node-model/chains.ts";
describe("one", function () {
  this.timeout(100000);
  for (const [name, start] of PROBED_NODES) it(name, async () => {
    const node = await start(32456);
    const rq = async (m: string, ...p: unknown[]) => await node.transport.request(m, p);
    const show = async (what: string, block: unknown) => {
      const a = decodeProbe(await rq("eth_call", programCall(encodeProbe([`0x${"11".repeat(20)}`])), block), 1);
      const b = decodeCalls(await rq("eth_call", programCall(encodeCalls([{to:`0x${"00".repeat(19)}04`, data:"0x1234"}])), block), 1);
      const h: any = await rq("eth_getBlockByNumber", typeof block === "string" ? block : "latest", false);
      console.log(name, what, a.ok ? [a.value.blockNumber, a.value.timestamp, a.value.parentHash.toString(16)] : a.reason, b.ok && b.value.parentHash.toString(16), h.result?.number, h.result?.timestamp, h.result?.parentHash, h.result?.hash);
    };
    await show("genesis", "latest");
    await rq(name === "EDR" ? "hardhat_mine" : "anvil_mine", "0x1", "0x1");
    await show("1", "latest");
    await rq(name === "EDR" ? "hardhat_mine" : "anvil_mine", "0x28", "0x1");
    await show("41", "latest");
    await show("40", "0x28");
    await show("20", "0x14");
    await show("pending", "pending");
    const h = await headOf(node.transport);
    await show("hash", { blockHash: h.hash });
    console.log(await rq("eth_getCode", `0x${"11".repeat(20)}`, { blockHash: `0x${"12".repeat(32)}` }), await rq("eth_call", {to:`0x${"00".repeat(19)}04`, data:"0x1234"}, { blockHash: `0x${"12".repeat(32)}` }));
    await node.close();
  });
});
