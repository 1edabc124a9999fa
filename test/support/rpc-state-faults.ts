import { isHex } from "../../src/base/hex.ts";
import { isRecord } from "../../src/base/records.ts";
import { HEADER_BYTES } from "../../src/rpc/bulk-program.ts";
import { PROBE_PROGRAM, SIZE_BYTES } from "../../src/rpc/probe-codes.ts";
import type { NetworkStatus } from "../../src/status/report.ts";
import type { FaultChain } from "./fault-chains.ts";
import { firstOfEach, firstOfEachAddress, oneIn } from "./fault-scopes.ts";
import { type Behaviour, type Exchange, honest } from "./faulty-server.ts";
import { altered, forMethod, once, rpcError } from "./rpc-faults.ts";
import { syncingFixtures } from "./rpc-syncing-fixtures.ts";

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

const LAGGING: readonly StateFault[] = [
  {
    group: "backends out of step",
    name: "one that does not have the pinned block, and says so",
    behave: () => (exchange) =>
      (isCode(exchange) && exchange.params[1] !== "latest"
        ? HEADER_NOT_FOUND
        : honest)(exchange),
    probe: "never",
    single: "never",
  },
  {
    group: "backends out of step",
    name: "one that takes any block for its own old one, without code",
    behave: () => (exchange) => {
      if (!isCode(exchange)) {
        return honest(exchange);
      }
      return (
        typeof exchange.params[1] === "string" ? NO_CODE : HEADER_NOT_FOUND
      )(exchange);
    },
    probe: "never",
    single: "never",
  },
  {
    group: "backends out of step",
    name: "an old one for the first read of each address",
    behave: () => forMethod("eth_getCode", firstOfEachAddress(NO_CODE)),
    probe: "whole",
    single: "never",
  },
  {
    group: "backends out of step",
    name: "every second one without code",
    behave: () => oneIn(2, NO_CODE),
    probe: "never",
    single: "never",
  },
  {
    group: "backends out of step",
    name: "every third one without code",
    behave: () => oneIn(3, NO_CODE),
    probe: "never",
    single: "never",
  },
  {
    group: "backends out of step",
    name: "every second one with null for code",
    behave: () =>
      oneIn(
        2,
        resultOf("eth_getCode", () => null),
      ),
    probe: "never",
    single: "never",
  },
  {
    group: "backends out of step",
    name: "every second one with the same code for all",
    behave: () => oneIn(2, SAME_CODE),
    probe: "never",
    single: "never",
  },
  {
    group: "backends out of step",
    name: "reads by hash answered from an empty state",
    behave: () => (exchange) =>
      (isCode(exchange) && typeof exchange.params[1] !== "string"
        ? NO_CODE
        : honest)(exchange),
    probe: "never",
    single: "never",
  },
  {
    group: "backends out of step",
    name: "a probe of an empty state, and honest reads",
    behave: () =>
      probe((data, exchange) => revert(withoutCodes(data, exchange))),
    probe: "never",
  },
  {
    group: "backends out of step",
    name: "a probe of an older block without code",
    behave: () =>
      probe((data, exchange) =>
        revert(withWord(withoutCodes(data, exchange), 2, 1n)),
      ),
    probe: "always",
  },
  {
    group: "backends out of step",
    name: "a probe of an older block without code, once",
    behave: () =>
      once(
        probe((data, exchange) =>
          revert(withWord(withoutCodes(data, exchange), 2, 1n)),
        ),
      ),
    probe: "always",
  },
  {
    group: "backends out of step",
    name: "blocks by hash refused",
    behave: () => (exchange) =>
      (isCode(exchange) && typeof exchange.params[1] !== "string"
        ? rpcError({
            code: -32602,
            message:
              "invalid argument 1: json: cannot unmarshal object into Go value of type string",
          })
        : honest)(exchange),
    probe: "always",
    single: "always",
  },
];

const OTHER_CHAIN: readonly StateFault[] = [
  {
    group: "another chain",
    name: "for every request",
    behave: (_chain, other) => from(other),
    probe: "always",
    single: "always",
    status: "wrong-chain",
  },
  {
    group: "another chain",
    name: "for the first request of each",
    behave: (_chain, other) => firstOfEach(from(other)),
    probe: "never",
    single: "never",
    status: "unknown",
  },
  ...[2, 3, 5].map(
    (every): StateFault => ({
      group: "another chain",
      name: `for one request in ${every}`,
      behave: (_chain, other) => oneIn(every, from(other)),
      probe: "never",
      single: "never",
      status: "ok",
    }),
  ),
  ...(
    [
      ["eth_getBlockByNumber", "never", "never"],
      ["eth_syncing", "always", "always"],
      ["eth_getCode", "never", "never"],
      ["eth_getStorageAt", "never", "never"],
    ] as const
  ).map(
    ([method, recoverProbe, recoverSingle]): StateFault => ({
      group: "another chain",
      name: `for ${method} alone`,
      behave: (_chain, other) => forMethod(method, from(other)),
      probe: recoverProbe,
      single: recoverSingle,
    }),
  ),
  {
    group: "another chain",
    name: "for eth_call alone",
    behave: (_chain, other) => forMethod("eth_call", from(other)),
    probe: "never",
  },
  {
    group: "another chain",
    name: "for eth_call once",
    behave: (_chain, other) => forMethod("eth_call", once(from(other))),
    probe: "never",
  },
  {
    group: "another chain",
    name: "for eth_chainId once",
    behave: (_chain, other) => forMethod("eth_chainId", once(from(other))),
    probe: "never",
    single: "never",
    status: "ok",
  },
];

const LIARS: readonly StateFault[] = [
  {
    group: "codes that are none",
    name: "the same code for every address",
    behave: () => SAME_CODE,
    probe: "never",
    single: "never",
  },
  {
    group: "codes that are none",
    name: "one byte of code for every address",
    behave: () => resultOf("eth_getCode", () => "0x01"),
    probe: "never",
    single: "never",
  },
  {
    group: "codes that are none",
    name: "no code for any address",
    behave: () => NO_CODE,
    probe: "never",
    single: "never",
  },
  {
    group: "codes that are none",
    name: "a delegation for every address",
    behave: () => resultOf("eth_getCode", () => `0xef0100${"ab".repeat(20)}`),
    probe: "never",
    single: "never",
  },
  {
    group: "codes that are none",
    name: "code for every address but one",
    behave: (chain) => {
      const [first] = chain.targets;
      return resultOf("eth_getCode", (_code, { params }) =>
        String(params[0]).toLowerCase() === first?.address?.toLowerCase()
          ? "0x"
          : `0x${"60806040".repeat(30)}`,
      );
    },
    probe: "never",
    single: "never",
  },
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
  }).flatMap(([name, value]): StateFault[] => [
    {
      group: "codes that are none",
      name: `${name} for every address`,
      behave: () => resultOf("eth_getCode", () => value),
      probe: "never",
      single: "never",
    },
    {
      group: "codes that are none",
      name: `${name} for each address once`,
      behave: () => firstOfEach(resultOf("eth_getCode", () => value)),
      probe: "always",
      single: "always",
    },
  ]),
];

const HEADS: readonly StateFault[] = [
  ...(
    [
      ["in milliseconds", (seconds: bigint) => seconds * 1_000n + 7n],
      ["in microseconds", (seconds: bigint) => seconds * 1_000_000n + 7n],
      ["in nanoseconds", (seconds: bigint) => seconds * 1_000_000_000n + 7n],
      ["half a minute ahead", (seconds: bigint) => seconds + 30n],
    ] as const
  ).map(
    ([name, change]): StateFault => ({
      group: "heads",
      name: `a timestamp ${name}`,
      behave: () => clock(change),
      probe: "always",
      single: "always",
      status: "recover",
    }),
  ),
  {
    group: "heads",
    name: "a timestamp in milliseconds, where contracts see seconds",
    behave: () => headerTime((seconds) => seconds * 1_000n + 7n),
    probe: "always",
    single: "always",
    status: "recover",
  },
  ...[1n, 30n].map(
    (seconds): StateFault => ({
      group: "heads",
      name: `the latest block ${seconds} s ahead of itself`,
      behave: () =>
        headWith((head) => ({
          ...head,
          timestamp: hex(BigInt(String(head["timestamp"])) + seconds),
        })),
      probe: "never",
      single: "always",
      status: "recover",
    }),
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
    ([name, change]): StateFault => ({
      group: "heads",
      name: `a timestamp ${name}`,
      behave: () => clock(change),
      probe: "never",
      single: "never",
      status: "unknown",
    }),
  ),
  ...(
    [
      ["a day old", (seconds: bigint) => seconds - DAY],
      ["a day old, in ns", (seconds: bigint) => (seconds - DAY) * 10n ** 9n],
      ["of 1970", () => 0n],
    ] as const
  ).flatMap(([name, change]): StateFault[] => [
    {
      group: "heads",
      name: `one ${name}`,
      behave: () => clock(change),
      probe: "whole",
      single: "whole",
      status: "stale",
    },
    {
      group: "heads",
      name: `one ${name}, with no code anywhere`,
      behave: () =>
        together({
          eth_getBlockByNumber: clock(change),
          eth_getCode: NO_CODE,
          eth_call: probe((data, exchange) =>
            revert(withoutCodes(data, exchange)),
          ),
        }),
      probe: "never",
      single: "never",
      status: "stale",
    },
  ]),
  {
    group: "heads",
    name: "genesis for the latest",
    behave: (chain) => (exchange) => {
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
    probe: "never",
    single: "never",
    status: "stale",
    // The chain that lacks some had all of it at genesis.
    isForWholeOnly: true,
  },
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
  }).flatMap(([name, alter]): StateFault[] => [
    {
      group: "heads",
      name: `a block: ${name}`,
      behave: () => headWith(alter),
      probe: "never",
      single: "never",
      status: "unknown",
    },
    {
      group: "heads",
      name: `a block: ${name}, once`,
      behave: () => forMethod("eth_getBlockByNumber", once(headWith(alter))),
      probe: "always",
      single: "always",
      status: "recover",
    },
  ]),
  {
    group: "heads",
    name: "a block with nothing but number, hash and timestamp",
    behave: () =>
      headWith(({ number, hash, timestamp: time }) => ({
        number,
        hash,
        timestamp: time,
      })),
    probe: "always",
    single: "always",
    status: "recover",
  },
  {
    group: "heads",
    name: "a number far ahead of what the backends have",
    behave: () => headWith((head) => ({ ...head, number: "0xffffff" })),
    probe: "never",
    single: "never",
    status: "ok",
  },
];

const SYNCING: readonly StateFault[] = [
  ...syncingFixtures()
    .filter(({ expected }) => expected !== false)
    .map(
      ({ client, result: value }): StateFault => ({
        group: "syncing",
        name: `the object of ${client}`,
        behave: () => resultOf("eth_syncing", () => value),
        probe: "whole",
        single: "whole",
        status: "syncing",
      }),
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
  }).flatMap(([name, value]): StateFault[] => [
    {
      group: "syncing",
      name,
      behave: () => resultOf("eth_syncing", () => value),
      probe: "whole",
      single: "whole",
      ...(name === "a consensus client's answer" ? {} : { status: "unknown" }),
    },
    {
      group: "syncing",
      name: `${name}, once`,
      behave: () => forMethod("eth_syncing", once(result(() => value))),
      probe: "whole",
      single: "whole",
      ...(name === "a consensus client's answer" ? {} : { status: "recover" }),
    },
  ]),
  {
    group: "syncing",
    name: "a syncing node without code",
    behave: () =>
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
    probe: "never",
    single: "never",
    status: "syncing",
  },
  {
    group: "syncing",
    name: "codes, and eth_syncing refused",
    behave: () =>
      forMethod(
        "eth_syncing",
        rpcError({ code: -32601, message: "Method not found" }),
      ),
    probe: "always",
    single: "always",
    status: "recover",
  },
];

const CHAIN_IDS: readonly StateFault[] = [
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
  }).flatMap(([name, value]): StateFault[] => [
    {
      group: "chain ids",
      name,
      behave: () => resultOf("eth_chainId", () => value),
      probe: "never",
      single: "never",
      status: "unknown",
    },
    {
      group: "chain ids",
      name: `${name}, once`,
      behave: () => forMethod("eth_chainId", once(result(() => value))),
      probe: "always",
      single: "always",
      status: "recover",
    },
  ]),
  {
    group: "chain ids",
    name: "with leading zeros and in capitals",
    behave: () => resultOf("eth_chainId", () => "0x0007EC8"),
    probe: "always",
    single: "always",
    status: "recover",
  },
];

const PROBES: readonly StateFault[] = [
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
  }).flatMap(([name, answer]): StateFault[] => [
    {
      group: "answers to the probe",
      name,
      behave: () => probe(answer),
      probe: "always",
    },
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
    ([name, [code, message]]): StateFault => ({
      group: "answers to the probe",
      name: `refused: ${name}`,
      behave: () =>
        forMethod("eth_call", rpcError({ code: Number(code), message })),
      probe: "always",
    }),
  ),
  {
    group: "answers to the probe",
    name: "refused: no state",
    behave: () => probe(() => NO_STATE),
    probe: "always",
  },
  {
    // A node that may catch up is waited for until the time is over.
    group: "answers to the probe",
    name: "no state for any call",
    behave: () => forMethod("eth_call", rpcError(NO_STATE.error)),
    probe: "never",
  },
  {
    group: "answers to the probe",
    name: "a backend of another chain id, always",
    behave: () => probe((data) => revert(withWord(data, 1, 1n))),
    probe: "never",
  },
  {
    group: "answers to the probe",
    name: "a backend of another chain id and without code",
    behave: () =>
      probe((data, exchange) =>
        revert(withWord(withoutCodes(data, exchange), 1, 1n)),
      ),
    probe: "never",
  },
  {
    group: "answers to the probe",
    name: "code at the control address too",
    behave: () =>
      probe((data, exchange) =>
        revert(withEach(data, exchange, `00000040${"ab".repeat(32)}`)),
      ),
    probe: "always",
  },
  {
    group: "answers to the probe",
    name: "no code anywhere, and no code for single reads once",
    behave: () =>
      together({
        eth_call: probe((data, exchange) =>
          revert(withoutCodes(data, exchange)),
        ),
        eth_getCode: firstOfEachAddress(NO_CODE),
      }),
    probe: "never",
  },
];

const HONEST_ODDITIES: readonly StateFault[] = [
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
    ([name, behaviour]): StateFault => ({
      group: "honest, and odd",
      name,
      behave: () => behaviour,
      probe: "always",
      single: "always",
      status: "recover",
    }),
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
    ([name, behaviour]): StateFault => ({
      group: "honest, and odd",
      name,
      behave: () => behaviour,
      probe: "never",
      single: "never",
      status: "recover",
    }),
  ),
  {
    group: "honest, and odd",
    name: "a short Retry-After, once",
    behave: () =>
      once(({ send }) =>
        send({ status: 429, headers: { "retry-after": "1" } }),
      ),
    probe: "always",
    single: "always",
    status: "recover",
  },
  {
    group: "honest, and odd",
    name: "a short backoff in the answer, once",
    behave: () =>
      once(
        rpcError({
          code: -32005,
          message: "rate limited",
          data: { backoff_seconds: 0.2 },
        }),
      ),
    probe: "always",
    single: "always",
    status: "recover",
  },
  {
    group: "honest, and odd",
    name: "a connection dropped for the first of each request",
    behave: () => firstOfEach(({ socket }) => socket.destroy()),
    probe: "always",
    single: "always",
    status: "recover",
  },
  {
    group: "honest, and odd",
    name: "a server that dies after six requests",
    behave: () => (exchange) => {
      if (exchange.nth > 6) {
        exchange.socket.destroy();
      } else {
        honest(exchange);
      }
    },
    probe: "never",
    single: "never",
    status: "ok",
  },
  {
    group: "honest, and odd",
    name: "a server that falls silent after six requests",
    behave: () => (exchange) => {
      if (exchange.nth <= 6) {
        honest(exchange);
      }
    },
    probe: "never",
    single: "never",
    status: "ok",
    isSlow: true,
  },
];

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
