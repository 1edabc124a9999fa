import { isHex } from "../../../src/base/hex.ts";
import { HEADER_BYTES } from "../../../src/rpc/bulk-program.ts";
import { PROBE_PROGRAM, SIZE_BYTES } from "../../../src/rpc/probe-codes.ts";
import type { NetworkStatus } from "../../../src/status/report.ts";
import { syncingFixtures } from "../rpc-syncing-fixtures.ts";
import type { FaultChain } from "./chains.ts";
import { type Behaviour, type Exchange, honest } from "./server.ts";
import {
  altered,
  BROKEN_FAULTS,
  firstOfEach,
  firstOfEachAddress,
  forMethod,
  once,
  oneIn,
  respond,
  rpcError,
} from "./transport-faults.ts";

/** On which a verdict must be the true one: all chains, or where none lacks. */
type Recovery = "always" | "whole" | "never";

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
type Faults = Readonly<Record<string, Fault>>;

function inGroup(group: string, faults: Faults): readonly StateFault[] {
  return Object.entries(faults).map(([name, fault]) => ({
    group,
    name,
    ...fault,
  }));
}

/** A fault for each entry of a table. */
function each<T>(
  entries: Readonly<Record<string, T>>,
  faultsOf: (name: string, value: T) => Faults,
): Faults {
  return Object.assign(
    {},
    ...Object.entries(entries).map(([name, value]) => faultsOf(name, value)),
  );
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

/** Of the probe alone. */
const ofProbe = (recovery: Recovery, behaviour: Behaviour): Fault =>
  fault({ probe: recovery }, () => behaviour);

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
function headerTime(change: Clock): Behaviour {
  return resultOf("eth_getBlockByNumber", (header) => {
    const { timestamp } = Object(header);
    return timestamp === undefined
      ? header
      : { ...Object(header), timestamp: hex(change(BigInt(timestamp))) };
  });
}

/** The time of every block, in headers and as contracts see it. */
function clock(change: Clock): Behaviour {
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

function hex(value: bigint): string {
  return `0x${value.toString(16)}`;
}

/** Several behaviours, each for its own method. */
function together(behaviours: Readonly<Record<string, Behaviour>>): Behaviour {
  return (exchange) => (behaviours[exchange.method] ?? honest)(exchange);
}

/** What the backend of another chain answers. */
function from(other: FaultChain): Behaviour {
  return ({ id, json, method, params }) => {
    other.ask(method, params).then((result) => {
      const { error } = Object(result);
      json({ jsonrpc: "2.0", id, ...(error ? { error } : { result }) });
    });
  };
}

/** Another answer to the probe, made of the data that the program gave. */
function probe(
  answer: (data: string, exchange: Exchange) => Record<string, unknown>,
): Behaviour {
  const forged = altered((truth, exchange) => {
    const { data } = Object(truth["error"]);
    return {
      jsonrpc: "2.0",
      id: exchange.id,
      ...answer(String(data), exchange),
    };
  });
  return (exchange) => (isProgram(exchange) ? forged : honest)(exchange);
}

const NO_STATE = {
  error: {
    code: -32000,
    message: "missing trie node 5a5a (path ) state is not available",
  },
};

function revert(data: unknown): Record<string, unknown> {
  return { error: { code: 3, message: "execution reverted", data } };
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

const NO_CODE = resultOf("eth_getCode", () => "0x");
const SAME_CODE = resultOf("eth_getCode", () => `0x${"60806040".repeat(30)}`);
const HEADER_NOT_FOUND = rpcError({
  code: -32000,
  message: "header not found",
});
const DAY = 86_400n;
const NO_CODE_IN_PROBE = probe((data, exchange) =>
  revert(withoutCodes(data, exchange)),
);

/** What becomes of reads of code, by the block that they name. */
function codeAt(act: (block: unknown) => Behaviour): Behaviour {
  return (exchange) =>
    (exchange.method === "eth_getCode" ? act(exchange.params[1]) : honest)(
      exchange,
    );
}

const LAGGING = inGroup("backends out of step", {
  "one that does not have the pinned block, and says so": never(() =>
    codeAt((block) => (block === "latest" ? honest : HEADER_NOT_FOUND)),
  ),
  "one that takes any number for its own old block, without code": never(() =>
    codeAt((block) => (typeof block === "string" ? NO_CODE : HEADER_NOT_FOUND)),
  ),
  "an old one for the first read of each address": fault(
    { probe: "whole", single: "never" },
    () => forMethod("eth_getCode", firstOfEachAddress(NO_CODE)),
  ),
  "every second one without code": never(() => oneIn(2, NO_CODE)),
  "every second one with the same code for all": never(() =>
    oneIn(2, SAME_CODE),
  ),
  "reads by hash answered from an empty state": never(() =>
    codeAt((block) => (typeof block === "string" ? honest : NO_CODE)),
  ),
  "a probe of an empty state, and honest reads": ofProbe(
    "never",
    NO_CODE_IN_PROBE,
  ),
  "a probe of an older block without code": ofProbe(
    "always",
    probe((data, exchange) =>
      revert(withWord(withoutCodes(data, exchange), 2, 1n)),
    ),
  ),
  "blocks by hash refused": always(() =>
    codeAt((block) =>
      typeof block === "string"
        ? honest
        : rpcError({ code: -32602, message: "invalid argument 1: json" }),
    ),
  ),
});

const OTHER_CHAIN = inGroup("another chain", {
  "for every request": always((_chain, other) => from(other), {
    status: "wrong-chain",
  }),
  "for the first request of each": never(
    (_chain, other) => firstOfEach(from(other)),
    { status: "unknown" },
  ),
  "for one request in three": never((_chain, other) => oneIn(3, from(other)), {
    status: "ok",
  }),
  ...each<Pick<Fault, "probe" | "single">>(
    {
      eth_getBlockByNumber: { probe: "never", single: "never" },
      eth_syncing: { probe: "always", single: "always" },
      eth_getCode: { probe: "never", single: "never" },
      eth_getStorageAt: { probe: "never", single: "never" },
      eth_call: { probe: "never" },
    },
    (method, recovery) => ({
      [`for ${method} alone`]: fault(recovery, (_chain, other) =>
        forMethod(method, from(other)),
      ),
    }),
  ),
  "for eth_call once": fault({ probe: "never" }, (_chain, other) =>
    forMethod("eth_call", once(from(other))),
  ),
  "for eth_chainId once": never(
    (_chain, other) => forMethod("eth_chainId", once(from(other))),
    { status: "ok" },
  ),
});

const LIARS = inGroup("codes that are none", {
  "no code for any address": never(() => NO_CODE),
  "a delegation for every address": never(() =>
    resultOf("eth_getCode", () => `0xef0100${"ab".repeat(20)}`),
  ),
  "code for every address but one": never((chain) => {
    const [first] = chain.targets;
    return resultOf("eth_getCode", (_code, { params }) =>
      String(params[0]).toLowerCase() === first?.address?.toLowerCase()
        ? "0x"
        : `0x${"60806040".repeat(30)}`,
    );
  }),
});

type Clock = (seconds: bigint) => bigint;

const HEADS = inGroup("heads", {
  ...each<Clock>(
    {
      "in milliseconds": (seconds) => seconds * 1_000n + 7n,
      "half a minute ahead": (seconds) => seconds + 30n,
    },
    (name, change) => ({
      [`a timestamp ${name}`]: always(() => clock(change), {
        status: "recover",
      }),
    }),
  ),
  "a timestamp in milliseconds, where contracts see seconds": always(
    () => headerTime((seconds) => seconds * 1_000n + 7n),
    { status: "recover" },
  ),
  "the latest block half a minute ahead of itself": fault(
    { probe: "never", single: "always" },
    () =>
      headWith((head) => ({
        ...head,
        timestamp: hex(BigInt(String(head["timestamp"])) + 30n),
      })),
    { status: "recover" },
  ),
  "a timestamp an hour ahead": never(
    () => clock((seconds) => seconds + 3_600n),
    { status: "unknown" },
  ),
  "one a day old": whole(() => clock((seconds) => seconds - DAY), {
    status: "stale",
  }),
  "one of 1970, with no code anywhere": never(
    () =>
      together({
        eth_getBlockByNumber: clock(() => 0n),
        eth_getCode: NO_CODE,
        eth_call: NO_CODE_IN_PROBE,
      }),
    { status: "stale" },
  ),
  "genesis for the latest": never(
    (chain) => (exchange) => {
      const { id, json, method, params } = exchange;
      if (method !== "eth_getBlockByNumber" || params[0] !== "latest") {
        return honest(exchange);
      }
      chain
        .ask(method, ["0x0", false])
        .then((result) => json({ jsonrpc: "2.0", id, result }));
    },
    // The chain that lacks some had all of it at genesis.
    { status: "stale", isForWholeOnly: true },
  ),
  "a number far ahead of what the backends have": never(
    () => headWith((head) => ({ ...head, number: "0xffffff" })),
    { status: "ok" },
  ),
});

const SYNCING = inGroup("syncing", {
  ...Object.fromEntries(
    syncingFixtures()
      // The others differ in what is read of them, which their tests tell.
      .filter(({ client }) => /^(geth|erigon|nethermind)$/.test(client))
      .map(({ client, result: value }) => [
        `the object of ${client}`,
        whole(() => resultOf("eth_syncing", () => value), {
          status: "syncing",
        }),
      ]),
  ),
  "a consensus client's answer": whole(() =>
    resultOf("eth_syncing", () => ({ data: { is_syncing: false } })),
  ),
  "a syncing node without code": never(
    () =>
      together({
        eth_syncing: result(() => ({
          startingBlock: "0x0",
          currentBlock: "0x1",
          highestBlock: "0x2",
        })),
        eth_getCode: NO_CODE,
        eth_call: NO_CODE_IN_PROBE,
      }),
    { status: "syncing" },
  ),
  "codes, and eth_syncing refused": always(
    () =>
      forMethod(
        "eth_syncing",
        rpcError({ code: -32601, message: "Method not found" }),
      ),
    { status: "recover" },
  ),
});

const MALFORMED = inGroup("results that are none", {
  ...each<readonly [method: string, value: unknown]>(
    {
      "null for code": ["eth_getCode", null],
      "0x0 for code": ["eth_getCode", "0x0"],
      "odd hex for code": ["eth_getCode", "0x608"],
      "a delegation that is cut": ["eth_getCode", "0xef0100abcd"],
      "zeros for code": ["eth_getCode", `0x${"00".repeat(32)}`],
      "the chain id 0x0": ["eth_chainId", "0x0"],
      "no chain id": ["eth_chainId", null],
      "a chain id in decimals": ["eth_chainId", "32456"],
      "a chain id beyond all": ["eth_chainId", `0x${"f".repeat(64)}`],
      "no block": ["eth_getBlockByNumber", null],
      "a block without a hash": [
        "eth_getBlockByNumber",
        { number: "0x1", timestamp: "0x65000000" },
      ],
      "syncing: true": ["eth_syncing", true],
      'syncing: the text "false"': ["eth_syncing", "false"],
      "syncing: an empty object": ["eth_syncing", {}],
    },
    (name, [method, value]) => {
      const isCode = method === "eth_getCode";
      const [lasting, passing] =
        method === "eth_syncing" ? [whole, whole] : [never, always];
      const none = resultOf(method, () => value);
      return {
        [`${name}, always`]: lasting(
          () => none,
          isCode ? {} : { status: "unknown" },
        ),
        [`${name}, at first`]: passing(
          () => firstOfEach(none),
          isCode ? {} : { status: "recover" },
        ),
      };
    },
  ),
});

const PROBES = inGroup("answers to the probe", {
  ...each<(data: string, exchange: Exchange) => Record<string, unknown>>(
    {
      "its data in result": (data) => ({ result: data }),
      "its data in the message alone": (data) => ({
        error: { code: 3, message: `execution reverted: ${data}` },
      }),
      "0x, from a node that ignores state": () => ({ result: "0x" }),
      "data that is cut": (data) => revert(data.slice(0, -2)),
      "junk of the right length": (data) =>
        revert(`0x${"5a".repeat(data.length / 2 - 1)}`),
      "a hash for addresses of no size": (data, exchange) =>
        revert(withEach(data, exchange, `${NO_ENTRY}${"ab".repeat(32)}`)),
      "sizes without a hash": (data, exchange) =>
        revert(withEach(data, exchange, "00000040")),
      "code of a size beyond all limits": (data, exchange) =>
        revert(withEach(data, exchange, `ffffffff${"ab".repeat(32)}`)),
      "code at the control address too": (data, exchange) =>
        revert(withEach(data, exchange, `00000040${"ab".repeat(32)}`)),
      "no state": () => NO_STATE,
    },
    (name, answer) => ({ [name]: ofProbe("always", probe(answer)) }),
  ),
  ...each<readonly [number, string]>(
    {
      "not authorised, as on a permissioned chain": [-32000, "not authorized"],
      "out of gas": [-32000, "out of gas"],
      "a method that is not allowed": [-32601, "eth_call is not whitelisted"],
    },
    (name, [code, message]) => ({
      [`refused: ${name}`]: ofProbe(
        "always",
        forMethod("eth_call", rpcError({ code, message })),
      ),
    }),
  ),
  "no state for any call": ofProbe(
    "never",
    forMethod("eth_call", rpcError(NO_STATE.error)),
  ),
  "a backend of another chain id and without code": ofProbe(
    "never",
    probe((data, exchange) =>
      revert(withWord(withoutCodes(data, exchange), 1, 1n)),
    ),
  ),
  "no code anywhere, and no code for single reads once": fault(
    { probe: "never" },
    () =>
      together({
        eth_call: NO_CODE_IN_PROBE,
        eth_getCode: firstOfEachAddress(NO_CODE),
      }),
  ),
});

const HONEST_ODDITIES = inGroup("honest, and odd", {
  ...each<Behaviour>(
    {
      "a chain id with leading zeros and in capitals": resultOf(
        "eth_chainId",
        () => "0x0007EC8",
      ),
      "a client version that steers the terminal": resultOf(
        "web3_clientVersion",
        () =>
          "\u001b]0;owned\u0007\u001b[2J\u202eGeth\r\n::error::<script>|\u0000",
      ),
      "a content type of text, and white space around": (exchange) =>
        exchange.send({
          headers: { "content-type": "text/plain" },
          body: `\r\n ${JSON.stringify(exchange.honest())}\n\n`,
        }),
    },
    (name, behaviour) => ({
      [name]: always(() => behaviour, { status: "recover" }),
    }),
  ),
  // A verification takes many requests, and unknown is right if all three attempts of
  // one of them fail.
  "a reset for one request in five": never(
    () => oneIn(5, BROKEN_FAULTS["a reset before the answer"]),
    { status: "recover" },
  ),
  "a rate limit for one request in four": never(
    () => oneIn(4, respond(429, "", { "retry-after": "0" })),
    { status: "recover" },
  ),
  "a short Retry-After, once": always(
    () => once(respond(429, "", { "retry-after": "1" })),
    { status: "recover" },
  ),
  "a server that dies after six requests": never(
    () => (exchange) =>
      (exchange.nth > 6 ? BROKEN_FAULTS["a close before the answer"] : honest)(
        exchange,
      ),
    { status: "ok" },
  ),
  "a server that falls silent after six requests": never(
    () => (exchange) => (exchange.nth > 6 ? () => undefined : honest)(exchange),
    { status: "ok", isSlow: true },
  ),
});

/** Every behaviour that only verify and status can see through. */
export const STATE_FAULTS: readonly StateFault[] = [
  ...LAGGING,
  ...OTHER_CHAIN,
  ...LIARS,
  ...HEADS,
  ...SYNCING,
  ...MALFORMED,
  ...PROBES,
  ...HONEST_ODDITIES,
];
