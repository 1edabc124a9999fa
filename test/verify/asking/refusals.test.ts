import { expect } from "chai";
import type { Reply } from "../../../src/http/types.ts";
import { NO_BLOCK } from "../../../src/rpc/named-block.ts";
import type { RpcTransport } from "../../../src/rpc/types.ts";
import { Evidence } from "../../../src/verify/asking/requests/evidence.ts";
import { PinnedRequests } from "../../../src/verify/asking/requests/pinned-requests.ts";

const BLOCK = { number: 7n, hash: `0x${"ab".repeat(32)}` } as const;
const OK: Reply = { ok: true, result: "0x60" };
const error = (reason: string): Reply => ({
  ok: false,
  kind: "rpc-error",
  code: -32000,
  reason,
});
const BUSY = error("busy");

/** What a backend says to a method at a block: its hash, its number or `latest`. */
type Say = (method: string, block: string, isElsewhere: boolean) => Reply;

/**
 * Requests to an endpoint, all passes sharing one evidence, and what was sent.
 *
 * @param hasProgram whether a program ran on the block, so that reads are sent at once
 */
function requestsTo(say: Say, { hasProgram = true } = {}) {
  const sent: string[] = [];
  const transport = (isElsewhere: boolean): RpcTransport => ({
    endpoint: "http://127.0.0.1",
    request: async (method, params) => {
      const block = params.at(-1);
      if (block === NO_BLOCK) {
        return error("header for hash not found");
      }
      const name = typeof block === "string" ? block : "hash";
      sent.push(`${method} ${name}${isElsewhere ? " elsewhere" : ""}`);
      // Others are sent before any is answered.
      await new Promise(setImmediate);
      return say(method, name, isElsewhere);
    },
    separate: () => transport(true),
    close: async () => {},
  });
  const evidence = new Evidence();
  evidence.hasProgram = hasProgram;
  const pass = () => new PinnedRequests(transport(false), evidence, BLOCK);
  return {
    sent,
    evidence,
    pass,
    /** How many requests go out for so many reads at once. */
    count: async (reads: number, method = "eth_getCode") => {
      const before = sent.length;
      const requests = pass();
      const replies = await Promise.all(
        Array.from({ length: reads }, (_, n) =>
          requests.request(method, [`0x${n}`]),
        ),
      );
      return { replies, requests: sent.length - before };
    },
  };
}

describe("what an endpoint refuses", () => {
  it("given an error however a block is named, then one of several reads finds that out, and later ones are not sent", async () => {
    const { count, sent } = requestsTo(() => BUSY);

    const first = await count(8);
    const later = await count(8);

    expect(first.requests).to.equal(8 + 3 + 2);
    expect(sent.slice(8)).to.deep.equal([
      ...Array(3).fill("eth_getCode hash elsewhere"),
      ...["eth_getCode 0x7", "eth_getCode latest"],
    ]);
    expect(later.requests).to.equal(0);
    for (const reply of [...first.replies, ...later.replies]) {
      expect(reply).to.include({ ok: false, reason: "busy" });
    }
  });

  it("given a refused hash, then the number is sent at once by later reads, and after one refusal by other methods", async () => {
    const { count } = requestsTo((_, block) => (block === "hash" ? BUSY : OK));

    expect((await count(8)).requests).to.equal(8 + 3 + 8);
    expect((await count(8)).requests).to.equal(8);
    expect((await count(2, "eth_call")).requests).to.equal(2 + 2);
  });

  it("given an error once a method has taken a hash, then it is given up only after many connections, once", async () => {
    let isBusy = false;
    const { count, sent } = requestsTo(() => (isBusy ? BUSY : OK));
    await count(1);
    isBusy = true;

    expect((await count(8)).requests).to.equal(8 + 20);
    expect((await count(8)).requests).to.equal(8);
    isBusy = false;
    const { replies } = await count(2);

    expect(replies).to.deep.equal([OK, OK]);
    expect(sent.join()).to.not.match(/0x7|latest/);
  });

  it("given an error that another connection does not give, then each read has its answer, and none of it counts", async () => {
    const { count, evidence, sent } = requestsTo(
      (_method, _block, elsewhere) => (elsewhere ? OK : BUSY),
    );

    const { replies, requests } = await count(8);

    expect(replies).to.deep.equal(Array(8).fill(OK));
    expect(requests).to.equal(16);
    expect(evidence.refusals.overcome).to.equal(8);
    expect(sent.join()).to.not.match(/0x7|latest/);
  });

  it("given a node that serves its latest block only, then the number is sent twice, and nothing later", async () => {
    const { count, evidence } = requestsTo((_, block) =>
      block === "latest" ? OK : BUSY,
    );

    const { replies, requests } = await count(8);

    expect(requests).to.equal(8 + 3 + 3);
    expect(evidence.servesLatestOnly).to.equal(true);
    for (const reply of replies) {
      expect(Object(reply).reason).to.contain("only serves its latest block");
    }
    expect((await count(8, "eth_call")).requests).to.equal(0);
  });

  it("given a number that is refused once, and then answered, then the node serves other blocks than its latest one", async () => {
    const { count, evidence } = requestsTo((_, block, isElsewhere) =>
      block === "latest" || (block === "0x7" && isElsewhere) ? OK : BUSY,
    );

    const { replies } = await count(1);

    expect(replies).to.deep.equal([OK]);
    expect(evidence.servesLatestOnly).to.equal(false);
  });

  it("given a method that is not offered, then it is asked each time, since that is a finding", async () => {
    const missing = error("rpc method is not whitelisted");
    const { count } = requestsTo(() => missing);

    await count(1);
    const { replies, requests } = await count(2);

    expect(requests).to.equal(2);
    expect(replies).to.deep.equal([missing, missing]);
  });

  it("given texts with ids and numbers of their own, then they are one; given many others, then not each is followed", async () => {
    let nth = 0;
    const numbered = requestsTo(() => {
      nth += 1;
      return error(`busy: request 0xab${nth}, retry in ${nth} ms`);
    });
    const lettered = requestsTo(() => {
      nth += 1;
      return error(`busy ${"x".repeat(nth)}`);
    });

    expect((await numbered.count(8)).requests).to.equal(8 + 5);
    expect((await lettered.count(60)).requests).to.be.below(100);
  });

  it("given programs that are refused however a block is named, then calls are made by themselves, and no further program is sent", async () => {
    const { pass, sent, evidence } = requestsTo(() => BUSY, {
      hasProgram: false,
    });
    const program = [{ from: "0x0", data: "0x60" }];

    await pass().request("eth_call", program);
    const before = sent.length;
    await pass().request("eth_call", program);
    expect(sent).to.have.lengthOf(before);
    evidence.hasProgram = true;
    await pass().request("eth_call", program);
    expect(sent).to.have.lengthOf(before + 1);
  });

  const endpoints: readonly (readonly [string, Say, number])[] = [
    ["refuses each of them", () => BUSY, 1 + 3 + 2],
    [
      "serves its latest block only",
      (_, block) => (block === "latest" ? OK : BUSY),
      1 + 3 + 3,
    ],
    ["refuses hashes", (_, block) => (block === "hash" ? BUSY : OK), 1 + 3 + 8],
    ["takes hashes", () => OK, 8],
  ];
  for (const [what, say, requests] of endpoints) {
    it(`given no program, and an endpoint that ${what}, then the first read of a method is sent alone`, async () => {
      let sentAtFirst: number | undefined;
      const { count, sent } = requestsTo(
        (...request) => {
          sentAtFirst ??= sent.length;
          return say(...request);
        },
        { hasProgram: false },
      );

      expect((await count(8)).requests).to.equal(requests);
      expect(sentAtFirst).to.equal(1);
    });
  }
});
