import { isHex } from "../../../src/base/hex.ts";
import { isRecord } from "../../../src/base/records.ts";
import { HEADER_BYTES } from "../../../src/rpc/bulk-program.ts";
import { PROBE_PROGRAM, SIZE_BYTES } from "../../../src/rpc/probe-codes.ts";
import type { NetworkStatus } from "../../../src/status/report.ts";
import { syncingFixtures } from "../rpc-syncing-fixtures.ts";
import type { FaultChain } from "./chains.ts";
import { type Behaviour, type Exchange, honest } from "./server.ts";
import {
  altered,
  firstOfEach,
  firstOfEachAddress,
  forMethod,
  once,
  oneIn,
  rpcError,
} from "./transport-faults.ts";

/** On which a verdict must be the true one: all chains, or where none lacks. */
export type Recovery = "always" | "whole" | "never";

/** A node whose answers are well-formed and not true, or nearly well-formed. */
export interface StateFault {
  readonly group: string;
  readonly name: string;
  readonly behave: (chain: FaultChain, other: FaultChain) => Behaviour;
  /** Of verify by the probe; not run if it is not there. */
  readonly probe?: Recovery;
  /** Of verify by single reads; not run if it is not there. */
  readonly single?: Recovery;
  /** The state that the node is in, or `recover` for one that must be seen ok. */
  readonly status?: NetworkStatus["state"] | "recover";
  /** Not run on the chain that lacks some. */
  readonly isForWholeOnly?: boolean;
  /** Each attempt gets little time. */
  readonly isSlow?: boolean;
}

type Fault = Omit<StateFault, "group" | "name">;
type Entry = readonly [name: string, fault: Fault];

function inGroup(
  group: string,
  entries: readonly Entry[],
): readonly StateFault[] {
  return entries.map(([name, fault]) => ({ group, name, ...fault }));
}

/** A behaviour, and on which paths a verdict must be the true one. */
function fault(
  recovery: Pick<Fault, "probe" | "single">,
  behave: Fault["behave"],
  more: Partial<Fault> = {},
): Fault {
  return { behave, ...recovery, ...more };
}

/** The same on both paths. */
const onBoth =
  (recovery: Recovery) =>
  (behave: Fault["behave"], more?: Partial<Fault>): Fault =>
    fault({ probe: recovery, single: recovery }, behave, more);
const [always, whole, never] = [
  onBoth("always"),
  onBoth("whole"),
  onBoth("never"),
];

const HEADER_DIGITS = 2 + 2 * HEADER_BYTES;
/** Of an address without code: its size alone. */
const NO_ENTRY = "00".repeat(SIZE_BYTES);

type Alter = (result: unknown, exchange: Exchange) => unknown;

/** Another result in place of the honest one; errors stay. */
function result(alter: Alter): Behaviour {
  return altered((answer, exchange) =>
    "result" in answer
      ? { ...answer, result: alter(answer["result"], exchange) }
      : answer,
  );
}

function resultOf(method: string, alter: Alter): Behaviour {
  return forMethod(method, result(alter));
}

/** Another head; blocks by number stay. */
function headWith(
  alter: (head: Record<string, unknown>) => unknown,
): Behaviour {
  return (exchange) =>
    (exchange.method === "eth_getBlockByNumber" &&
      exchange.params[0] === "latest"
      ? result((head) => alter({ ...Object(head) }))
      : honest)(exchange);
}

/** The time of every block, as its header has it. */
function headerTime(change: (seconds: bigint) => bigint): Behaviour {
  const block = result((header) =>
    isRecord(header)
      ? {
          ...header,
          timestamp: hex(change(BigInt(String(header["timestamp"])))),
        }
      : header,
  );
  return together({ eth_getBlockByNumber: block, eth_getBlockByHash: block });
}

/** The time of every block, in headers and as contracts see it. */
function clock(change: (seconds: bigint) => bigint): Behaviour {
  const inHeaders = headerTime(change);
  const inPrograms = altered((answer) => {
    const { data } = Object(answer["error"]);
    return isHex(data)
      ? {
          ...answer,
          ...revert(withWord(data, TIME_WORD, change(wordOf(data, TIME_WORD)))),
        }
      : answer;
  });
  return (exchange) => (isProgram(exchange) ? inPrograms : inHeaders)(exchange);
}

/** Whether it runs a program, which is code without an address to call. */
function isProgram({ method, params }: Exchange): boolean {
  return method === "eth_call" && Object(params[0]).to === undefined;
}

function hex(value: bigint | number): string {
  return `0x${value.toString(16)}`;
}

/** Several behaviours, each for its own method. */
function together(behaviours: Readonly<Record<string, Behaviour>>): Behaviour {
  return (exchange) => (behaviours[exchange.method] ?? honest)(exchange);
}

/** What the backend of another chain answers. */
function from(other: FaultChain): Behaviour {
  return (exchange) => {
    other.ask(exchange.method, exchange.params).then((answer) => {
      const { id } = exchange;
      exchange.json(
        typeof answer === "object" && answer !== null && "error" in answer
          ? { jsonrpc: "2.0", id, error: answer.error }
          : { jsonrpc: "2.0", id, result: answer },
      );
    });
  };
}

/** Another answer to the probe, made of the data that the program gave. */
function probe(
  answer: (data: string, exchange: Exchange) => Record<string, unknown>,
): Behaviour {
  return forMethod("eth_call", (exchange) => {
    if (!isProgram(exchange)) {
      honest(exchange);
      return;
    }
    const { error } = exchange.honest();
    const { data } = Object(error);
    exchange.json({
      jsonrpc: "2.0",
      id: exchange.id,
      ...answer(String(data), exchange),
    });
  });
}

const NO_STATE = {
  error: {
    code: -32000,
    message: "missing trie node 5a5a (path ) state is not available",
  },
};

function revert(data: unknown, code = 3): Record<string, unknown> {
  return { error: { code, message: "execution reverted", data } };
}

/** Of the words [magic, chain id, block number, timestamp]. */
const TIME_WORD = 3;

function wordOf(data: string, index: number): bigint {
  const start = 2 + 64 * index;
  return BigInt(`0x${data.slice(start, start + 64)}`);
}

/** The probe's data with one word of its header, from 0, replaced. */
function withWord(data: string, index: number, word: bigint): string {
  const start = 2 + 64 * index;
  return `${data.slice(0, start)}${word.toString(16).padStart(64, "0")}${data.slice(start + 64)}`;
}

/** The probe's data with the same entry for each address that was asked for. */
function withEach(data: string, exchange: Exchange, entry: string): string {
  const { data: asked } = Object(exchange.params[0]);
  if (!String(asked).startsWith(PROBE_PROGRAM)) {
    // The other program has no entries of this kind.
    return data;
  }
  const count = (String(asked).length - PROBE_PROGRAM.length) / 40;
  return `${data.slice(0, HEADER_DIGITS)}${entry.repeat(count)}`;
}

/** The probe's data with no code anywhere. */
function withoutCodes(data: string, exchange: Exchange): string {
  return withEach(data, exchange, NO_ENTRY);
}

const isCode = ({ method }: Exchange): boolean => method === "eth_getCode";
const NO_CODE = resultOf("eth_getCode", () => "0x");
const SAME_CODE = resultOf("eth_getCode", () => `0x${"60806040".repeat(30)}`);
const HEADER_NOT_FOUND = rpcError({
  code: -32000,
  message: "header not found",
});
const DAY = 86_400n;

const LAGGING = inGroup("backends out of step", [
  [
    "one that does not have the pinned block, and says so",
    never(
      () => (exchange) =>
        (isCode(exchange) && exchange.params[1] !== "latest"
          ? HEADER_NOT_FOUND
          : honest)(exchange),
    ),
  ],
  [
    "one that takes any block for its own old one, without code",
    never(() => (exchange) => {
      if (!isCode(exchange)) {
        return honest(exchange);
      }
      return (
        typeof exchange.params[1] === "string" ? NO_CODE : HEADER_NOT_FOUND
      )(exchange);
    }),
  ],
  [
    "an old one for the first read of each address",
    fault({ probe: "whole", single: "never" }, () =>
      forMethod("eth_getCode", firstOfEachAddress(NO_CODE)),
    ),
  ],
  ["every second one without code", never(() => oneIn(2, NO_CODE))],
  ["every third one without code", never(() => oneIn(3, NO_CODE))],
  [
    "every second one with null for code",
    never(() =>
      oneIn(
        2,
        resultOf("eth_getCode", () => null),
      ),
    ),
  ],
  [
    "every second one with the same code for all",
    never(() => oneIn(2, SAME_CODE)),
  ],
  [
    "reads by hash answered from an empty state",
    never(
      () => (exchange) =>
        (isCode(exchange) && typeof exchange.params[1] !== "string"
          ? NO_CODE
          : honest)(exchange),
    ),
  ],
  [
    "a probe of an empty state, and honest reads",
    fault({ probe: "never" }, () =>
      probe((data, exchange) => revert(withoutCodes(data, exchange))),
    ),
  ],
  [
    "a probe of an older block without code",
    fault({ probe: "always" }, () =>
      probe((data, exchange) =>
        revert(withWord(withoutCodes(data, exchange), 2, 1n)),
      ),
    ),
  ],
  [
    "a probe of an older block without code, once",
    fault({ probe: "always" }, () =>
      once(
        probe((data, exchange) =>
          revert(withWord(withoutCodes(data, exchange), 2, 1n)),
        ),
      ),
    ),
  ],
  [
    "blocks by hash refused",
    always(
      () => (exchange) =>
        (isCode(exchange) && typeof exchange.params[1] !== "string"
          ? rpcError({
              code: -32602,
              message:
                "invalid argument 1: json: cannot unmarshal object into Go value of type string",
            })
          : honest)(exchange),
    ),
  ],
]);

const OTHER_CHAIN = inGroup("another chain", [
  [
    "for every request",
    always((_chain, other) => from(other), { status: "wrong-chain" }),
  ],
  [
    "for the first request of each",
    never((_chain, other) => firstOfEach(from(other)), { status: "unknown" }),
  ],
  ...[2, 3, 5].map(
    (every): Entry => [
      `for one request in ${every}`,
      never((_chain, other) => oneIn(every, from(other)), { status: "ok" }),
    ],
  ),
  ...(
    [
      ["eth_getBlockByNumber", "never", "never"],
      ["eth_syncing", "always", "always"],
      ["eth_getCode", "never", "never"],
      ["eth_getStorageAt", "never", "never"],
    ] as const
  ).map(
    ([method, recoverProbe, recoverSingle]): Entry => [
      `for ${method} alone`,
      fault({ probe: recoverProbe, single: recoverSingle }, (_chain, other) =>
        forMethod(method, from(other)),
      ),
    ],
  ),
  [
    "for eth_call alone",
    fault({ probe: "never" }, (_chain, other) =>
      forMethod("eth_call", from(other)),
    ),
  ],
  [
    "for eth_call once",
    fault({ probe: "never" }, (_chain, other) =>
      forMethod("eth_call", once(from(other))),
    ),
  ],
  [
    "for eth_chainId once",
    never((_chain, other) => forMethod("eth_chainId", once(from(other))), {
      status: "ok",
    }),
  ],
]);

const LIARS = inGroup("codes that are none", [
  ["the same code for every address", never(() => SAME_CODE)],
  [
    "one byte of code for every address",
    never(() => resultOf("eth_getCode", () => "0x01")),
  ],
  ["no code for any address", never(() => NO_CODE)],
  [
    "a delegation for every address",
    never(() => resultOf("eth_getCode", () => `0xef0100${"ab".repeat(20)}`)),
  ],
  [
    "code for every address but one",
    never((chain) => {
      const [first] = chain.targets;
      return resultOf("eth_getCode", (_code, { params }) =>
        String(params[0]).toLowerCase() === first?.address?.toLowerCase()
          ? "0x"
          : `0x${"60806040".repeat(30)}`,
      );
    }),
  ],
  ...Object.entries({
    null: null,
    "an empty text": "",
    "0x0": "0x0",
    "0x00": "0x00",
    "0x and white space": "0x ",
    "0X": "0X",
    "odd hex": "0x608",
    "hex without 0x": "6080604052",
    "letters that are no hex": "0x60zz",
    "a number": 0,
    false: false,
    "a list": ["0x"],
    "an object": { code: "0x" },
    "a delegation that is cut": "0xef0100abcd",
    "zeros alone": `0x${"00".repeat(32)}`,
  }).flatMap(([name, value]): Entry[] => [
    [
      `${name} for every address`,
      never(() => resultOf("eth_getCode", () => value)),
    ],
    [
      `${name} for each address once`,
      always(() => firstOfEach(resultOf("eth_getCode", () => value))),
    ],
  ]),
]);

const HEADS = inGroup("heads", [
  ...(
    [
      ["in milliseconds", (seconds: bigint) => seconds * 1_000n + 7n],
      ["in microseconds", (seconds: bigint) => seconds * 1_000_000n + 7n],
      ["in nanoseconds", (seconds: bigint) => seconds * 1_000_000_000n + 7n],
      ["half a minute ahead", (seconds: bigint) => seconds + 30n],
    ] as const
  ).map(
    ([name, change]): Entry => [
      `a timestamp ${name}`,
      always(() => clock(change), { status: "recover" }),
    ],
  ),
  [
    "a timestamp in milliseconds, where contracts see seconds",
    always(() => headerTime((seconds) => seconds * 1_000n + 7n), {
      status: "recover",
    }),
  ],
  ...[1n, 30n].map(
    (seconds): Entry => [
      `the latest block ${seconds} s ahead of itself`,
      fault(
        { probe: "never", single: "always" },
        () =>
          headWith((head) => ({
            ...head,
            timestamp: hex(BigInt(String(head["timestamp"])) + seconds),
          })),
        { status: "recover" },
      ),
    ],
  ),
  ...(
    [
      ["an hour ahead", (seconds: bigint) => seconds + 3_600n],
      [
        "a year ahead, in ms",
        (seconds: bigint) => (seconds + 365n * DAY) * 1_000n,
      ],
      ["beyond all units", (seconds: bigint) => seconds * 10n ** 18n],
    ] as const
  ).map(
    ([name, change]): Entry => [
      `a timestamp ${name}`,
      never(() => clock(change), { status: "unknown" }),
    ],
  ),
  ...(
    [
      ["a day old", (seconds: bigint) => seconds - DAY],
      ["a day old, in ns", (seconds: bigint) => (seconds - DAY) * 10n ** 9n],
      ["of 1970", () => 0n],
    ] as const
  ).flatMap(([name, change]): Entry[] => [
    [`one ${name}`, whole(() => clock(change), { status: "stale" })],
    [
      `one ${name}, with no code anywhere`,
      never(
        () =>
          together({
            eth_getBlockByNumber: clock(change),
            eth_getCode: NO_CODE,
            eth_call: probe((data, exchange) =>
              revert(withoutCodes(data, exchange)),
            ),
          }),
        { status: "stale" },
      ),
    ],
  ]),
  [
    "genesis for the latest",
    never(
      (chain) => (exchange) => {
        if (
          exchange.method !== "eth_getBlockByNumber" ||
          exchange.params[0] !== "latest"
        ) {
          return honest(exchange);
        }
        chain
          .ask("eth_getBlockByNumber", ["0x0", false])
          .then((block) =>
            exchange.json({ jsonrpc: "2.0", id: exchange.id, result: block }),
          );
      },
      {
        status: "stale", // The chain that lacks some had all of it at genesis.
        isForWholeOnly: true,
      },
    ),
  ],
  ...Object.entries<(head: Record<string, unknown>) => unknown>({
    null: () => null,
    "the number alone": ({ number }) => number,
    "a list": (head) => [head],
    "without a hash": ({ hash: _, ...rest }) => rest,
    "with a hash that is cut": (head) => ({ ...head, hash: "0x1234" }),
    "without a number": ({ number: _, ...rest }) => rest,
    "with the number null, as of a pending block": (head) => ({
      ...head,
      number: null,
      hash: null,
    }),
    "with the number in decimal": (head) => ({ ...head, number: 2 }),
    "with a number beyond all chains": (head) => ({
      ...head,
      number: `0x${"f".repeat(40)}`,
    }),
    "without a timestamp": ({ timestamp: _, ...rest }) => rest,
    "with a date for its timestamp": (head) => ({
      ...head,
      timestamp: "2026-01-01T00:00:00Z",
    }),
  }).flatMap(([name, alter]): Entry[] => [
    [`a block: ${name}`, never(() => headWith(alter), { status: "unknown" })],
    [
      `a block: ${name}, once`,
      always(() => forMethod("eth_getBlockByNumber", once(headWith(alter))), {
        status: "recover",
      }),
    ],
  ]),
  [
    "a block with nothing but number, hash and timestamp",
    always(
      () =>
        headWith(({ number, hash, timestamp: time }) => ({
          number,
          hash,
          timestamp: time,
        })),
      { status: "recover" },
    ),
  ],
  [
    "a number far ahead of what the backends have",
    never(() => headWith((head) => ({ ...head, number: "0xffffff" })), {
      status: "ok",
    }),
  ],
]);

const SYNCING = inGroup("syncing", [
  ...syncingFixtures()
    .filter(({ expected }) => expected !== false)
    .map(
      ({ client, result: value }): Entry => [
        `the object of ${client}`,
        whole(() => resultOf("eth_syncing", () => value), {
          status: "syncing",
        }),
      ],
    ),
  ...Object.entries({
    true: true,
    null: null,
    'the text "false"': "false",
    "0": 0,
    "an empty text": "",
    "an empty list": [],
    "an empty object": {},
    "a consensus client's answer": { data: { is_syncing: false } },
  }).flatMap(([name, value]): Entry[] => [
    [
      name,
      whole(() => resultOf("eth_syncing", () => value), {
        ...(name === "a consensus client's answer"
          ? {}
          : { status: "unknown" }),
      }),
    ],
    [
      `${name}, once`,
      whole(() => forMethod("eth_syncing", once(result(() => value))), {
        ...(name === "a consensus client's answer"
          ? {}
          : { status: "recover" }),
      }),
    ],
  ]),
  [
    "a syncing node without code",
    never(
      () =>
        together({
          eth_syncing: result(() => ({
            startingBlock: "0x0",
            currentBlock: "0x1",
            highestBlock: "0x2",
          })),
          eth_getCode: NO_CODE,
          eth_call: probe((data, exchange) =>
            revert(withoutCodes(data, exchange)),
          ),
        }),
      { status: "syncing" },
    ),
  ],
  [
    "codes, and eth_syncing refused",
    always(
      () =>
        forMethod(
          "eth_syncing",
          rpcError({ code: -32601, message: "Method not found" }),
        ),
      { status: "recover" },
    ),
  ],
]);

const CHAIN_IDS = inGroup("chain ids", [
  ...Object.entries({
    "0x0": "0x0",
    zero: 0,
    null: null,
    "an empty text": "",
    "0x": "0x",
    "decimal text": "32456",
    "a number": 32456,
    "a number beyond all": `0x${"f".repeat(64)}`,
    "a negative number": "-0x7ec8",
  }).flatMap(([name, value]): Entry[] => [
    [
      name,
      never(() => resultOf("eth_chainId", () => value), { status: "unknown" }),
    ],
    [
      `${name}, once`,
      always(() => forMethod("eth_chainId", once(result(() => value))), {
        status: "recover",
      }),
    ],
  ]),
  [
    "with leading zeros and in capitals",
    always(() => resultOf("eth_chainId", () => "0x0007EC8"), {
      status: "recover",
    }),
  ],
]);

const PROBES = inGroup("answers to the probe", [
  ...Object.entries<
    (data: string, exchange: Exchange) => Record<string, unknown>
  >({
    "its data in result": (data) => ({ result: data }),
    "its data in error.data": (data) => revert(data),
    "its data in error.data.data": (data) => revert({ data }),
    "its data in error.data.result": (data) => revert({ result: data }),
    "its data in capitals": (data) =>
      revert(`0x${data.slice(2).toUpperCase()}`),
    "its data with the code of Polygon Edge": (data) => revert(data, -32600),
    "its data with the code of an internal error": (data) =>
      revert(data, -32603),
    "its data after the word Reverted": (data) => revert(`Reverted ${data}`),
    "its data in the message alone": (data) => ({
      error: { code: 3, message: `execution reverted: ${data}` },
    }),
    "0x, from a node that ignores state": () => ({ result: "0x" }),
    "an address of 20 bytes": () => ({ result: `0x${"ab".repeat(20)}` }),
    "the hash of a transaction": () => ({ result: `0x${"ab".repeat(32)}` }),
    null: () => ({ result: null }),
    "an object": () => ({ result: { data: "0x" } }),
    "data that is cut": (data) => revert(data.slice(0, -2)),
    "data that is cut to the header": (data) => revert(data.slice(0, 258)),
    "data that is too long": (data) => revert(`${data}00`),
    "data for one address more": (data) => revert(`${data}${NO_ENTRY}`),
    "data of odd length": (data) => revert(`${data}0`),
    "data without the magic word": (data) => revert(withWord(data, 0, 0n)),
    "junk of the right length": (data) =>
      revert(`0x${"5a".repeat(data.length / 2 - 1)}`),
    "zeros of the right length": (data) =>
      revert(`0x${"00".repeat(data.length / 2 - 1)}`),
    "a hash for addresses of no size": (data, exchange) =>
      revert(withEach(data, exchange, `${NO_ENTRY}${"ab".repeat(32)}`)),
    "sizes without a hash": (data, exchange) =>
      revert(withEach(data, exchange, "00000040")),
    "code of a size beyond all limits": (data, exchange) =>
      revert(withEach(data, exchange, `ffffffff${"ab".repeat(32)}`)),
    "code with the hash of nothing": (data, exchange) =>
      revert(
        withEach(
          data,
          exchange,
          "00000040c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470",
        ),
      ),
  }).flatMap(([name, answer]): Entry[] => [
    [name, fault({ probe: "always" }, () => probe(answer))],
  ]),
  ...Object.entries({
    "max initcode size exceeded": [-32000, "max initcode size exceeded"],
    "initcode size of EDR": [-32000, "create initcode size limit"],
    "not authorised, as on a permissioned chain": [-32000, "not authorized"],
    "out of gas": [-32000, "out of gas"],
    "gas above the limit": [-32000, "gas limit is too high"],
    "intrinsic gas": [-32000, "intrinsic gas too low: have 1, want 53000"],
    "execution timeout": [-32000, "execution aborted (timeout = 5s)"],
    "insufficient funds": [-32000, "insufficient funds for transfer"],
    "an unknown sender": [-32000, "unknown account"],
    "missing to": [-32602, "missing value for required argument: to"],
    "an invalid opcode": [-32000, "invalid opcode: CHAINID"],
    "a method that is not allowed": [-32601, "eth_call is not whitelisted"],
    "response too large": [-32003, "response too large"],
    "a server error": [-32099, "server error"],
  }).map(
    ([name, [code, message]]): Entry => [
      `refused: ${name}`,
      fault({ probe: "always" }, () =>
        forMethod("eth_call", rpcError({ code: Number(code), message })),
      ),
    ],
  ),
  [
    "refused: no state",
    fault({ probe: "always" }, () => probe(() => NO_STATE)),
  ],
  [
    "no state for any call",
    fault({ probe: "never" }, () =>
      forMethod("eth_call", rpcError(NO_STATE.error)),
    ),
  ],
  [
    "a backend of another chain id, always",
    fault({ probe: "never" }, () =>
      probe((data) => revert(withWord(data, 1, 1n))),
    ),
  ],
  [
    "a backend of another chain id and without code",
    fault({ probe: "never" }, () =>
      probe((data, exchange) =>
        revert(withWord(withoutCodes(data, exchange), 1, 1n)),
      ),
    ),
  ],
  [
    "code at the control address too",
    fault({ probe: "always" }, () =>
      probe((data, exchange) =>
        revert(withEach(data, exchange, `00000040${"ab".repeat(32)}`)),
      ),
    ),
  ],
  [
    "no code anywhere, and no code for single reads once",
    fault({ probe: "never" }, () =>
      together({
        eth_call: probe((data, exchange) =>
          revert(withoutCodes(data, exchange)),
        ),
        eth_getCode: firstOfEachAddress(NO_CODE),
      }),
    ),
  ],
]);

const HONEST_ODDITIES = inGroup("honest, and odd", [
  ...Object.entries<Behaviour>({
    "a client version that is null": resultOf("web3_clientVersion", () => null),
    "a client version of a megabyte": resultOf("web3_clientVersion", () =>
      "x".repeat(400_000),
    ),
    "a client version that steers the terminal": resultOf(
      "web3_clientVersion",
      () =>
        "\u001b]0;owned\u0007\u001b[2J\u202eGeth\r\n::error::<script>|\u0000",
    ),
    "a content type of text": (exchange) =>
      exchange.send({
        headers: { "content-type": "text/plain" },
        body: JSON.stringify(exchange.honest()),
      }),
    "white space around the answer": (exchange) =>
      exchange.send({ body: `\r\n ${JSON.stringify(exchange.honest())}\n\n` }),
    "members that nobody knows": altered((answer) => ({
      ...answer,
      took: 7,
      result2: "0x",
    })),
    "a connection for each request": (exchange) =>
      exchange.send({
        headers: { connection: "close" },
        body: JSON.stringify(exchange.honest()),
      }),
    "an answer in many pieces": (exchange) => {
      const body = JSON.stringify(exchange.honest());
      exchange.response.writeHead(200);
      for (let from = 0; from < body.length; from += 999) {
        exchange.response.write(body.slice(from, from + 999));
      }
      exchange.response.end();
    },
  }).map(
    ([name, behaviour]): Entry => [
      name,
      always(() => behaviour, { status: "recover" }),
    ],
  ),
  // A verification takes many requests, and unknown is right if all three attempts of
  // one of them fail.
  ...Object.entries<Behaviour>({
    "a reset for one request in five": oneIn(5, ({ socket }) => {
      socket.resetAndDestroy();
    }),
    "a rate limit for one request in four": oneIn(4, ({ send }) =>
      send({ status: 429, headers: { "retry-after": "0" } }),
    ),
    "an error of the gateway for one request in six": oneIn(6, ({ send }) =>
      send({ status: 502 }),
    ),
  }).map(
    ([name, behaviour]): Entry => [
      name,
      never(() => behaviour, { status: "recover" }),
    ],
  ),
  [
    "a short Retry-After, once",
    always(
      () =>
        once(({ send }) =>
          send({ status: 429, headers: { "retry-after": "1" } }),
        ),
      { status: "recover" },
    ),
  ],
  [
    "a short backoff in the answer, once",
    always(
      () =>
        once(
          rpcError({
            code: -32005,
            message: "rate limited",
            data: { backoff_seconds: 0.2 },
          }),
        ),
      { status: "recover" },
    ),
  ],
  [
    "a connection dropped for the first of each request",
    always(() => firstOfEach(({ socket }) => socket.destroy()), {
      status: "recover",
    }),
  ],
  [
    "a server that dies after six requests",
    never(
      () => (exchange) => {
        if (exchange.nth > 6) {
          exchange.socket.destroy();
        } else {
          honest(exchange);
        }
      },
      { status: "ok" },
    ),
  ],
  [
    "a server that falls silent after six requests",
    never(
      () => (exchange) => {
        if (exchange.nth <= 6) {
          honest(exchange);
        }
      },
      { status: "ok", isSlow: true },
    ),
  ],
]);

/** Every behaviour that only verify and status can see through. */
export const STATE_FAULTS: readonly StateFault[] = [
  ...LAGGING,
  ...OTHER_CHAIN,
  ...LIARS,
  ...HEADS,
  ...SYNCING,
  ...CHAIN_IDS,
  ...PROBES,
  ...HONEST_ODDITIES,
];
