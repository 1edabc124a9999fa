import { expect } from "chai";
import type { Hex } from "../../../src/base/hex.ts";
import type { Reply } from "../../../src/http/types.ts";
import { CALL_MAGIC, CALL_PROGRAM } from "../../../src/rpc/probe-calls.ts";
import type { RpcTransport } from "../../../src/rpc/types.ts";
import { callContracts } from "../../../src/verify/reading/call-contracts.ts";
import type { CallReading } from "../../../src/verify/reading/readings.ts";
import { blockReader } from "../../support/block-reader.ts";

const CHAIN_ID = 32456;
const BLOCK = { number: 7n, hash: `0x${"77".repeat(32)}` } as const;
const CALL = { to: `0x${"ab".repeat(20)}`, data: "0xc45a0155" } as const;
const WORD: Hex = `0x${"2a".padStart(64, "0")}`;
const OTHER_WORD: Hex = `0x${"2b".padStart(64, "0")}`;
const REFUSED = {
  ok: false,
  kind: "rpc-error",
  code: -32601,
  reason: 'JSON-RPC error -32601: "no such method"',
} as const satisfies Reply;
const REVERT = {
  ok: false,
  kind: "rpc-error",
  code: 3,
  reason: 'JSON-RPC error 3: "execution reverted"',
  data: "0x",
} as const satisfies Reply;
const NOTHING: Reply = { ok: true, result: "0x" };
const WORD_REPLY: Reply = { ok: true, result: WORD };
const TIMEOUT: Reply = {
  ok: false,
  kind: "timeout",
  reason: "no answer within 5 s",
};
const unknown = (reason: string) => ({ kind: "unknown", reason }) as const;
const READ = { kind: "returned", data: WORD } as const;
const REVERTED = { kind: "reverted" } as const;
const NO_PROOF = unknown(
  "the call returned nothing, as it does on a backend without the contract's code",
);
const DISAGREE = unknown(
  "reads of the same block disagree on what the call returns",
);
const NO_CALLS = unknown(
  "the endpoint does not run calls: a precompiled contract returned a wrong result",
);

/** What the program says of a call: the outcome, the length of the data, the data. */
const RETURNED = `01${length(32)}${WORD.slice(2)}`;
const OTHERWISE = `01${length(32)}${OTHER_WORD.slice(2)}`;
const FAILED = `00${length(0)}`;
const CODELESS = `02${length(0)}`;

/** Replies that are not what the program returns. */
const NO_PROGRAM: Readonly<Record<string, Reply>> = {
  "refuses the program": REFUSED,
  "ignores the program": NOTHING,
  "answers the address that it would create": {
    ok: true,
    result: `0x${"cd".repeat(20)}`,
  },
  "answers another program's output": {
    ok: true,
    result: `0x${"00".repeat(128)}`,
  },
  "does not answer the program": TIMEOUT,
};

/** The precompiled contract's address, which is called to see that calls run. */
const IDENTITY = "0x0000000000000000000000000000000000000004";

describe("callContracts", () => {
  it("given a call that the program has made, then its data is known by this one request", async () => {
    const node = nodeOf({ program: [program(RETURNED)] });

    expect(await readOne(node)).to.deep.equal(READ);
    expect(node.asked).to.deep.equal(["program"]);
  });

  for (const [failure, outcome, reply, proven] of [
    ["failed", FAILED, REVERT, REVERTED],
    ["returned nothing", `01${length(0)}`, NOTHING, returned("0x")],
    [
      "returned less than a word",
      `01${length(4)}12345678`,
      { ok: true, result: "0x12345678" },
      returned("0x12345678"),
    ],
  ] as const) {
    for (const [title, call, expected] of [
      [
        "does so in each further read, then that it does is proven",
        [reply],
        proven,
      ],
      ["returns a word by itself, then it is unknown", [WORD_REPLY], DISAGREE],
      [
        "returns a word once, then it is unknown",
        [WORD_REPLY, REVERT],
        DISAGREE,
      ],
      ["fails once, then it is unknown", [REVERT, WORD_REPLY], DISAGREE],
      [
        "is not answered again, then it is unknown",
        [TIMEOUT],
        unknown("no answer within 5 s"),
      ],
    ] as const) {
      it(`given a call that ${failure} in the program and ${title}`, async () => {
        const node = nodeOf({ program: [program(outcome)], call });

        expect(await readOne(node)).to.deep.equal(expected);
      });
    }
  }

  for (const [name, reply] of Object.entries(NO_PROGRAM)) {
    for (const [title, call, expected, count] of [
      ["one single call reads what a contract returns", [WORD_REPLY], READ, 1],
      ["three single calls prove that a call fails", [REVERT], REVERTED, 3],
      ["a call that fails once is unknown", [REVERT, WORD_REPLY], DISAGREE, 3],
      // The first of the backends has no code of the contract.
      ["what returns nothing once is read", [NOTHING, WORD_REPLY], READ, 3],
    ] as const) {
      it(`given a node that ${name}, then ${title}`, async () => {
        const node = nodeOf({ program: [reply], call });

        expect(await readOne(node)).to.deep.equal(expected);
        const calls = node.asked.filter((what) => what === "call");
        expect(calls).to.have.length(count);
      });
    }
  }

  const [refused, call] = [[REFUSED], [WORD_REPLY]];
  for (const [title, replies, expected] of [
    [
      "a program that saw no code and requests of its own that return nothing, then it is unknown: a backend without the contract's code says so too",
      { program: [program(CODELESS), program(CODELESS)], call: [NOTHING] },
      NO_PROOF,
    ],
    [
      "a program that saw the call fail and requests of its own that return nothing, then it is unknown",
      { program: [program(FAILED), program(FAILED)], call: [NOTHING] },
      DISAGREE,
    ],
    [
      "a program that saw no code, then it is run once more, and counts where it sees some",
      { program: [program(CODELESS), program(RETURNED)] },
      READ,
    ],
    [
      "a program that saw no code and is not answered again, then requests of its own read what the contract returns",
      { program: [program(CODELESS), TIMEOUT], call },
      READ,
    ],
    [
      "a node that refuses the program and a contract that returns nothing, then it is unknown: nothing shows that the node has its code",
      { program: refused, call: [NOTHING] },
      NO_PROOF,
    ],
    [
      "the answer to an earlier run of the program, then it does not count: the control call's random data is missing",
      { program: [program(OTHERWISE)], call, isStale: true },
      READ,
    ],
    [
      "a program run by a backend that is behind, then it does not count, and single calls at the block do",
      { program: [program(OTHERWISE, { block: 6n })], call },
      READ,
    ],
    [
      "a node that refuses every call, then all is unknown with its reason",
      { program: refused, call: refused, control: refused },
      unknown(REFUSED.reason),
    ],
    ...[
      NOTHING,
      WORD_REPLY,
      REVERT,
      { ok: true, result: "0x1234" } as const,
    ].map(
      (reply) =>
        [
          `a node that answers every call with ${JSON.stringify(reply)}, then all is unknown: it runs no calls`,
          { program: [reply], call: [reply], control: [reply] },
          NO_CALLS,
        ] as const,
    ),
  ] as const satisfies readonly (readonly [string, Replies, CallReading])[]) {
    it(`given ${title}`, async () => {
      expect(await readOne(nodeOf(replies))).to.deep.equal(expected);
    });
  }

  it("given a program run by a backend of another chain, then it does not count, and invalidates all answers", async () => {
    const node = nodeOf({
      program: [program(OTHERWISE, { chainId: 100n })],
      call,
    });
    const reader = blockReader(node.transport, BLOCK, CHAIN_ID);
    reader.evidence.noteChainId({ ok: true, value: CHAIN_ID });

    const [reading] = await callContracts(reader, [CALL]);

    expect(reading).to.deep.equal(READ);
    expect(reader.evidence.contradiction).to.equal(
      "answers come from more than one chain: the endpoint answers for the chain ids 100 and 32456",
    );
  });

  for (const result of [null, 7, "", "0x1", "0xzz", "revert", {}, ["0x"]]) {
    it(`given ${JSON.stringify(result)} for an answer to a call, then it is unknown`, async () => {
      const node = nodeOf({ program: [REFUSED], call: [{ ok: true, result }] });

      const { kind } = await readOne(node);

      expect(kind).to.equal("unknown");
    });
  }

  const PROOFS: Readonly<Record<string, boolean>> = {
    "VM Exception while processing transaction: invalid opcode": true,
    "EVM error InvalidFEOpcode": true,
    "EVM error OpcodeNotFound": true,
    "EVM error InvalidJump": true,
    "EVM error StackUnderflow": true,
    "invalid opcode: INVALID": true,
    "invalid jump destination": true,
    "stack underflow (0 <=> 1)": true,
    "opcode 0xc not defined": true,
    "execution reverted": true,
    "Transaction reverted without a reason string": true,
    "out of gas": false,
    "EVM error OutOfGas": false,
    "missing trie node": false,
    "header not found": false,
    "invalid argument 0": false,
    "gas limit is too high": false,
    "": false,
  };
  for (const [message, isProof] of Object.entries(PROOFS)) {
    it(`given the error "${message}", then it proves ${isProof ? "that the call fails" : "nothing"}`, async () => {
      const reply: Reply = {
        ok: false,
        kind: "rpc-error",
        code: -32000,
        reason: `JSON-RPC error -32000: "${message}"`,
      };
      const node = nodeOf({ program: [REFUSED], call: [reply, reply] });

      const { kind } = await readOne(node);

      expect(kind).to.equal(isProof ? "reverted" : "unknown");
    });
  }
});

interface TestNode {
  readonly transport: RpcTransport;
  readonly asked: readonly What[];
}

type What = "program" | "control" | "call";

interface Replies {
  readonly program: readonly Reply[];
  readonly call?: readonly Reply[];
  readonly control?: readonly Reply[];
  /** Whether the program's answer is to another control call. */
  readonly isStale?: boolean;
}

/** A node with prepared replies, whose last one to a call is repeated; honest to its control. */
function nodeOf(replies: Replies): TestNode {
  const again = new Map<string, Reply>();
  const asked: What[] = [];
  return {
    asked,
    transport: {
      endpoint: "in-process",
      request: async (_, [call, block]) => {
        const { to, data } = Object(call);
        const what =
          to === undefined ? "program" : to === IDENTITY ? "control" : "call";
        const key = JSON.stringify(call);
        const before = again.get(key);
        if (block === "0x7" && before !== undefined) {
          return before;
        }
        expect(block).to.deep.equal({ blockHash: BLOCK.hash });
        const place = asked.filter((one) => one === what).length;
        asked.push(what);
        const given =
          replies[what]?.[place] ??
          (what === "call" ? replies.call?.at(-1) : undefined) ??
          (what === "control" ? { ok: true, result: data } : missing(what));
        const reply =
          what === "program"
            ? withControl(given, replies.isStale === true ? WORD : data)
            : given;
        again.set(key, reply);
        return reply;
      },
      close: async () => {},
    },
  };
}

const HEADER_DIGITS = 2 + 4 * 64;
const ENTRY_DIGITS = 40 + 4;

/** The program's answer with the outcome of the control call in its place. */
function withControl(reply: Reply, program: string): Reply {
  if (reply.ok || typeof reply.data !== "string" || reply.data === "0x") {
    return reply;
  }
  const calls = program.startsWith(CALL_PROGRAM)
    ? program.slice(CALL_PROGRAM.length)
    : `${IDENTITY.slice(2)}0020${program.slice(2)}`;
  const isFirst = calls.startsWith(IDENTITY.slice(2));
  const at = calls.indexOf(IDENTITY.slice(2)) + ENTRY_DIGITS;
  const outcome = `02${length(32)}${calls.slice(at, at + 64)}`;
  const header = reply.data.slice(0, HEADER_DIGITS);
  const others = reply.data.slice(HEADER_DIGITS);
  return {
    ...reply,
    data: `${header}${isFirst ? outcome : ""}${others}${isFirst ? "" : outcome}`,
  };
}

function missing(what: string): never {
  throw new Error(`one ${what} too many`);
}

async function readOne({ transport }: TestNode) {
  const [reading] = await callContracts(
    blockReader(transport, BLOCK, CHAIN_ID),
    [CALL],
  );
  if (reading === undefined) {
    throw new Error("there is no reading");
  }
  return reading;
}

function program(
  outcomes: string,
  {
    chainId = BigInt(CHAIN_ID),
    block = BLOCK.number,
  }: { readonly chainId?: bigint; readonly block?: bigint } = {},
): Reply {
  const header = [CALL_MAGIC, chainId, block, 0n]
    .map((value) => value.toString(16).padStart(64, "0"))
    .join("");
  return { ...REVERT, data: `0x${header}${outcomes}` };
}

function returned(data: Hex): CallReading {
  return { kind: "returned", data };
}

function length(bytes: number): string {
  return bytes.toString(16).padStart(8, "0");
}
