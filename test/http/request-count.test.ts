import { expect } from "chai";
import type { Failure, RequestCount } from "../../src/http/types.ts";
import { respond, rpcError } from "../support/node-model/behaviours.ts";
import { honest, useServers } from "../support/node-model/server.ts";

const END: Failure = { ok: false, kind: "not-sent", reason: "that is enough" };

/** Counts up to a limit, and keeps what came of each request. */
function countTo(max: number) {
  const noted: boolean[] = [];
  const taken: boolean[] = [];
  const count: RequestCount = {
    take: (isAgain) => {
      taken.push(isAgain);
      return taken.length > max ? END : undefined;
    },
    note: ({ ok }, isUsable) => {
      noted.push(ok && isUsable);
    },
  };
  return { count, noted, taken };
}

describe("the count of what goes out over HTTP", () => {
  const servers = useServers();

  it("given a limit, then it holds for all transports to the endpoint and each batch, and nothing else is sent", async () => {
    const { server, transport } = await servers();
    const { count, noted } = countTo(4);
    transport.countRequests(count);
    const calls = Array(40).fill({ method: "eth_getCode", params: ["0x1"] });

    const shared = transport.separate(0.5);
    expect((await shared.request("eth_chainId", [])).ok).to.equal(true);
    expect((await transport.request("eth_chainId", [])).ok).to.equal(true);
    const results = await transport.separate().requestBatch?.(calls);
    expect(results?.every((one) => one?.ok)).to.equal(true);

    expect(server.received).to.have.lengthOf(4);
    expect(await transport.request("eth_chainId", [])).to.deep.equal(END);
    const more = await transport.requestBatch(calls);
    expect(more).to.deep.equal(Array(40).fill(undefined));
    expect(server.received).to.have.lengthOf(4);
    expect(noted.slice(0, 4)).to.deep.equal(Array(4).fill(true));
  });

  it("given retries, then each counts, and the failure before the limit is kept", async () => {
    const { server, transport } = await servers({
      behaviour: rpcError(-32603, "Internal error"),
    });
    const { count } = countTo(2);
    transport.countRequests(count);

    const reply = await transport.request("eth_chainId", []);

    expect(server.received).to.have.lengthOf(2);
    expect(reply).to.include({
      kind: "rpc-error",
      reason: 'JSON-RPC error -32603: "Internal error"; that is enough',
    });
  });

  it("given an answer after failures, or one that cannot be used, then that is told", async () => {
    const { transport } = await servers({
      behaviour: (exchange) =>
        (exchange.nth <= 2 ? respond(504) : honest)(exchange),
    });
    const { count, noted, taken } = countTo(5);
    transport.countRequests(count);

    await transport.request("eth_chainId", []);

    expect(taken).to.deep.equal([false, true, true]);
    expect(noted).to.deep.equal([true]);
    await transport.request("eth_chainId", [], () => false);
    expect(noted).to.deep.equal([true, false]);
  });

  it("given null for a block to the end, then it is asked for once from then on, but the latest one is", async () => {
    const { server, transport } = await servers({ node: () => null });
    const sent = async (block: string) => {
      const before = server.received.length;
      await transport.request(
        "eth_getBlockByNumber",
        [block, false],
        (result) => result !== null,
      );
      return server.received.length - before;
    };

    expect([await sent("0x0"), await sent("0x0")]).to.deep.equal([3, 1]);
    expect([await sent("latest"), await sent("latest")]).to.deep.equal([3, 3]);
  });

  it("given connections that break, and an endpoint that has answered, then a batch is sent again, and batches go on", async () => {
    let breaks = 0;
    const { server, transport } = await servers({
      transport: { retries: undefined, deadline: Date.now() + 15_000 },
      behaviour: (exchange) => {
        breaks += exchange.isBatch ? 1 : 0;
        (exchange.isBatch && breaks <= 2 ? respond(502) : honest)(exchange);
      },
    });
    const calls = Array(3).fill({ method: "eth_getCode", params: ["0x1"] });
    await transport.request("eth_chainId", []);

    for (const requests of [3, 1]) {
      const before = server.received.length;
      const results = await transport.requestBatch(calls);

      expect(results?.every((one) => one?.ok)).to.equal(true);
      expect(server.received.length - before).to.equal(requests);
    }
  });

  it("given a first batch whose connections all break, then its calls are sent singly, and the next batch is tried", async () => {
    let batches = 0;
    const { server, transport } = await servers({
      transport: { retries: undefined, deadline: Date.now() + 15_000 },
      behaviour: (exchange) => {
        batches += exchange.isBatch ? 1 : 0;
        (exchange.isBatch && batches <= 5 ? respond(502) : honest)(exchange);
      },
    });
    const calls = Array(3).fill({ method: "eth_getCode", params: ["0x1"] });
    await transport.request("eth_chainId", []);

    const results = await transport.requestBatch(calls);
    expect(results).to.deep.equal([undefined, undefined, undefined]);

    const before = server.received.length;
    expect((await transport.requestBatch(calls)).every((one) => one?.ok)).to.be
      .true;
    expect(server.received.length - before).to.equal(1);
  });

  it("given batches that never come through, then none is sent any more after the second one", async () => {
    const { server, transport } = await servers({
      transport: { retries: undefined, deadline: Date.now() + 15_000 },
      behaviour: (exchange) =>
        (exchange.isBatch ? respond(502) : honest)(exchange),
    });
    const calls = Array(3).fill({ method: "eth_getCode", params: ["0x1"] });
    await transport.request("eth_chainId", []);

    const sent: number[] = [];
    for (const _ of [1, 2, 3]) {
      const before = server.received.length;
      await transport.requestBatch(calls);
      sent.push(server.received.length - before);
    }

    expect(sent).to.deep.equal([5, 5, 0]);
  });
});
