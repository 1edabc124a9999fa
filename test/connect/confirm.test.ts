import { expect } from "chai";
import fc from "fast-check";
import { shuffled } from "../../src/base/random.ts";
import type { Decoded } from "../../src/base/records.ts";
import {
  confirm,
  confirmChain,
  describeUnread,
  whyUnconfirmed,
} from "../../src/connect/confirm.ts";
import type { RpcTransport } from "../../src/rpc/types.ts";

const unread = { ok: false, reason: "no response" } as const;
const says = (value: string): Decoded<string> => ({ ok: true, value });

/** A transport whose every request fails, and how many were opened and closed. */
function countedTransport() {
  const counts = { opened: 0, closed: 0 };
  const open = (): RpcTransport => ({
    endpoint: "test",
    request: async () => ({ ok: false, kind: "timeout", reason: "none" }),
    separate: () => {
      counts.opened += 1;
      return open();
    },
    close: async () => {
      counts.closed += 1;
    },
  });
  return { transport: open(), counts };
}

describe("confirm", () => {
  it("reads six more times, each time over a transport of its own", async () => {
    const { transport, counts } = countedTransport();
    const used = new Set<RpcTransport>();

    const all = await confirm(transport, async (own) => used.add(own).size);

    expect(all).to.have.members([1, 2, 3, 4, 5, 6]);
    expect(used.size).to.equal(6);
    expect(used).not.to.include(transport);
    expect(counts).to.deep.equal({ opened: 6, closed: 6 });
  });
});

describe("describeUnread", () => {
  const UNREAD = "could not confirm it: it was refused";
  for (const [reason, by, said] of [
    ["it was refused", "it was refused", "it was refused"],
    ["absent", "it was refused", `absent, but later reads ${UNREAD}`],
    ["absent", `no code, but ${UNREAD}`, `absent, but later reads ${UNREAD}`],
  ] as const) {
    it(`given "${reason}" and "${by}", then it says each once`, () => {
      expect(describeUnread(reason, by)).to.equal(said);
    });
  }
});

describe("whyUnconfirmed", () => {
  it("given any later readings, then a first one stands only if all of them say the same", () => {
    const reading = fc.constantFrom(says("wrong"), says("right"), unread);
    fc.assert(
      fc.property(fc.array(reading, { maxLength: 6 }), (later) => {
        const why = whyUnconfirmed("wrong", later);
        const isOther = later.some((one) => one.ok && one.value === "right");

        expect(why === undefined).to.equal(
          later.every((one) => one.ok && one.value === "wrong"),
        );
        expect(why?.kind === "disputed").to.equal(isOther);
      }),
    );
  });
});

describe("shuffled", () => {
  it("given any items, then it has the same items", () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), (items) => {
        const result = shuffled(items, Math.random);

        expect(result.toSorted()).to.deep.equal(items.toSorted());
      }),
    );
  });
});

describe("confirmChain", () => {
  const EXPECTED = { chainId: 100, chainsWithSameId: [] };
  const WRONG = {
    chainId: { ok: true, value: 1 },
    genesis: undefined,
  } as const;

  /** An endpoint that answers later requests for its chain id so, in turn. */
  async function confirmed(results: readonly unknown[]) {
    let asked = 0;
    const transport: RpcTransport = {
      endpoint: "test",
      request: async () => {
        const result = results[asked++ % results.length];
        return result === undefined
          ? { ok: false, kind: "timeout", reason: "no response" }
          : { ok: true, result };
      },
      close: async () => {},
    };
    return { chain: await confirmChain(transport, WRONG, EXPECTED), asked };
  }

  it("given a right chain, then nothing is asked again", async () => {
    const chain = await confirmChain(
      {
        endpoint: "test",
        request: () => expect.fail("it was asked"),
        close: async () => {},
      },
      { chainId: { ok: true, value: 100 }, genesis: undefined },
      EXPECTED,
    );

    expect(chain).to.deep.equal({ verdict: "right" });
  });

  it("given the same wrong chain each time, then it is wrong", async () => {
    const { chain, asked } = await confirmed(["0x1"]);

    expect(chain.verdict).to.equal("wrong");
    expect(asked).to.equal(6);
  });

  for (const [title, results, reason] of [
    [
      "the right chain once",
      ["0x1", "0x1", "0x1", "0x1", "0x1", "0x64"],
      "answers come from more than one chain: it serves chain id 1, not 100; on a second read, it answers for the right one",
    ],
    [
      "a third chain once",
      ["0x1", "0x1", "0x2", "0x1", "0x1", "0x1"],
      "answers come from more than one chain: it serves chain id 1, not 100; on a second read, it serves chain id 2, not 100",
    ],
    [
      "no answer once",
      ["0x1", "0x1", undefined, "0x1", "0x1", "0x1"],
      "it serves chain id 1, not 100, but later reads could not confirm it: its chain id could not be read: no response",
    ],
  ] as const) {
    it(`given ${title}, then it is unknown`, async () => {
      const { chain } = await confirmed(results);

      expect(chain).to.deep.equal({ verdict: "unknown", reason });
    });
  }
});
