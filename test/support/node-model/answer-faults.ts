import { isHex } from "../../../src/base/hex.ts";
import { HEADER_BYTES } from "../../../src/rpc/bulk-program.ts";
import { PROBE_PROGRAM, SIZE_BYTES } from "../../../src/rpc/probe-codes.ts";
import type { NetworkStatus } from "../../../src/status/report.ts";
import { syncingFixtures } from "../rpc-syncing-fixtures.ts";
import {
  after,
  altered,
  alteredResult,
  firstOfEach,
  forMethod,
  once,
  oneIn,
  remade,
  respond,
  result,
  rpcError,
  when,
} from "./behaviours.ts";
import type { FaultChain } from "./chains.ts";
import { type Behaviour, type Exchange, honest } from "./server.ts";
import { BROKEN_FAULTS } from "./transport-faults.ts";

/** On which a verdict must be the true one: all chains, or where none lacks. */
type Recovery = "always" | "whole" | "never";

/** A node whose answers are well-formed and not true, or nearly well-formed. */
export interface StateFault {
  readonly group: string;
  readonly name: string;
  readonly behave: (chain: FaultChain, other: FaultChain) => Behaviour;
  /** Where verify by the probe must be right; without it, that is not run. */
  readonly probe?: Recovery;
  /** Where verify by single reads must be right; without it, that is not run. */
  readonly single?: Recovery;
  /** The state that the node is in, or `recover` for one that must be seen ok. */
  readonly status?: NetworkStatus["state"] | "recover" | undefined;
  /** Not run on the chain that lacks some. */
  readonly isForWholeOnly?: boolean;
  /** Each attempt gets little time. */
  readonly isSlow?: boolean;
}

/** On which paths a verdict must be the true one: on both the same, or each. */
type On = Recovery | Pick<StateFault, "probe" | "single">;

type Fault = Omit<StateFault, "group" | "name">;
type More = Pick<Fault, "isForWholeOnly" | "isSlow">;
type Faults = Readonly<Record<string, Fault>>;

function inGroup(group: string, faults: Faults): readonly StateFault[] {
  return Object.entries(faults).map(([name, fault]) => ({
    group,
    name,
    ...fault,
  }));
}

/** The faults of each entry of a table. */
function each<T>(
  entries: Readonly<Record<string, T>>,
  faultsOf: (name: string, value: T) => Faults,
): Faults {
  return Object.assign(
    {},
    ...Object.entries(entries).map(([name, value]) => faultsOf(name, value)),
  );
}

/** A behaviour, and where it must be seen through. */
function must(
  on: On,
  behave: Fault["behave"],
  status?: Fault["status"],
  more: More = {},
): Fault {
  const paths = typeof on === "string" ? { probe: on, single: on } : on;
  return { behave, status, ...paths, ...more };
}

const on =
  (recovery: Recovery) =>
  (behave: Fault["behave"], status?: Fault["status"], more?: More) =>
    must(recovery, behave, status, more);
const [always, whole, never] = [on("always"), on("whole"), on("never")];

/** One of the probe alone. */
const ofProbe = (on: Recovery, behaviour: Behaviour): Fault =>
  must({ probe: on }, () => behaviour);

const HEADER_DIGITS = 2 + 2 * HEADER_BYTES;
/** The entry of an address without code is its size alone. */
const NO_ENTRY = "00".repeat(SIZE_BYTES);

/** The same result to each request of a method; errors stay. */
const resultOf = (method: string, value: unknown): Behaviour =>
  forMethod(
    method,
    alteredResult(() => value),
  );

/** Requests about the latest block name it in their parameters. */
function isOfLatest({ params }: Exchange): boolean {
  return params.includes("latest");
}

/** The time of every block, as its header has it. */
function headerTime(change: Clock): Behaviour {
  const withTime = alteredResult((header) => {
    const { timestamp } = Object(header);
    return timestamp === undefined
      ? header
      : { ...Object(header), timestamp: hex(change(BigInt(timestamp))) };
  });
  return forMethod("eth_getBlockByNumber", withTime);
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
  return when(isProgram, inPrograms, inHeaders);
}

/** A program is code that is called without an address. */
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

/** Answers as a backend of another chain does. */
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
  return when(isProgram, forged);
}

const NO_STATE = "missing trie node 5a5a (path ) state is not available";

function revert(data: unknown): Record<string, unknown> {
  return { error: { code: 3, message: "execution reverted", data } };
}

/** The header has the words [magic, chain id, block number, timestamp]. */
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

const NO_CODE = resultOf("eth_getCode", "0x");
const SAME_CODE = resultOf("eth_getCode", `0x${"60806040".repeat(30)}`);
const HEADER_NOT_FOUND = rpcError(-32000, "header not found");
const DAY = 86_400n;
const SYNC_STATE = {
  startingBlock: "0x0",
  currentBlock: "0x1",
  highestBlock: "0x2",
};
const NO_CODE_IN_PROBE = probe((data, exchange) =>
  revert(withoutCodes(data, exchange)),
);

const WITHOUT_CODE = { eth_getCode: NO_CODE, eth_call: NO_CODE_IN_PROBE };

/** Reads of code that name a block by its number or tag are answered in one way, others in another. */
const byNumber = (named: Behaviour, byHash: Behaviour): Behaviour =>
  when(
    ({ method }) => method === "eth_getCode",
    when(({ params }) => typeof params[1] === "string", named, byHash),
  );
const addressOf = ({ params }: Exchange) => String(params[0]).toLowerCase();

const LAGGING = inGroup("backends out of step", {
  "one that does not have the pinned block, and says so": never(() =>
    forMethod("eth_getCode", when(isOfLatest, honest, HEADER_NOT_FOUND)),
  ),
  "one that takes any number for its own old block, without code": never(() =>
    byNumber(NO_CODE, HEADER_NOT_FOUND),
  ),
  "an old one for the first read of each address": must(
    { probe: "whole", single: "never" },
    () => forMethod("eth_getCode", firstOfEach(NO_CODE, addressOf)),
  ),
  "every second one without code": never(() => oneIn(2, NO_CODE)),
  "every second one with the same code for all": never(() =>
    oneIn(2, SAME_CODE),
  ),
  "reads by hash answered from an empty state": never(() =>
    byNumber(honest, NO_CODE),
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
    byNumber(honest, rpcError(-32602, "invalid argument 1: json")),
  ),
});

const OTHER_CHAIN = inGroup("another chain", {
  "for every request": always((_, other) => from(other), "wrong-chain"),
  "for the first request of each": never(
    (_, other) => firstOfEach(from(other)),
    "unknown",
  ),
  "for one request in three": never((_, other) => oneIn(3, from(other)), "ok"),
  ...each<On>(
    {
      eth_getBlockByNumber: "never",
      eth_syncing: "always",
      eth_getCode: "never",
      eth_getStorageAt: "never",
      eth_call: { probe: "never" },
    },
    (method, on) => ({
      [`for ${method} alone`]: must(on, (_, other) =>
        forMethod(method, from(other)),
      ),
    }),
  ),
  "for eth_call once": must({ probe: "never" }, (_, other) =>
    forMethod("eth_call", once(from(other))),
  ),
  "for eth_chainId once": never(
    (_, other) => forMethod("eth_chainId", once(from(other))),
    "ok",
  ),
});

const LIARS = inGroup("codes that are none", {
  "no code for any address": never(() => NO_CODE),
  "a delegation for every address": never(() =>
    resultOf("eth_getCode", `0xef0100${"ab".repeat(20)}`),
  ),
  "code for every address but one": never(({ targets: [first] }) =>
    when(
      (exchange) => addressOf(exchange) === first?.address?.toLowerCase(),
      NO_CODE,
      SAME_CODE,
    ),
  ),
});

type Clock = (seconds: bigint) => bigint;
const IN_MILLISECONDS: Clock = (seconds) => seconds * 1_000n + 7n;
const AHEAD: Clock = (seconds) => seconds + 30n;

const HEADS = inGroup("heads", {
  "a timestamp in milliseconds": always(
    () => clock(IN_MILLISECONDS),
    "recover",
  ),
  "a timestamp half a minute ahead": always(() => clock(AHEAD), "recover"),
  "a timestamp in milliseconds, where contracts see seconds": always(
    () => headerTime(IN_MILLISECONDS),
    "recover",
  ),
  "the latest block half a minute ahead of itself": must(
    { probe: "never", single: "always" },
    () => when(isOfLatest, headerTime(AHEAD)),
    "recover",
  ),
  "a timestamp an hour ahead": never(
    () => clock((seconds) => seconds + 3_600n),
    "unknown",
  ),
  "one a day old": whole(() => clock((seconds) => seconds - DAY), "stale"),
  "one of 1970, with no code anywhere": never(
    () => together({ eth_getBlockByNumber: clock(() => 0n), ...WITHOUT_CODE }),
    "stale",
  ),
  "genesis for the latest": never(
    (chain) =>
      forMethod(
        "eth_getBlockByNumber",
        when(isOfLatest, ({ id, json, method }) => {
          chain
            .ask(method, ["0x0", false])
            .then((genesis) => json({ jsonrpc: "2.0", id, result: genesis }));
        }),
      ),
    "stale",
    // The chain that lacks some had all of it at genesis.
    { isForWholeOnly: true },
  ),
  "a number far ahead of what the backends have": never(
    () =>
      forMethod(
        "eth_getBlockByNumber",
        when(
          isOfLatest,
          alteredResult((head) => ({ ...Object(head), number: "0xffffff" })),
        ),
      ),
    "ok",
  ),
});

/** The others differ in what is read of them, which their tests tell. */
const SYNCING_CLIENTS = syncingFixtures()
  .filter(({ client }) => /^(geth|erigon|nethermind)$/.test(client))
  .map((fixture) => [fixture.client, fixture.result] as const);

const SYNCING = inGroup("syncing", {
  ...each(Object.fromEntries(SYNCING_CLIENTS), (client, value) => ({
    [`the object of ${client}`]: whole(
      () => resultOf("eth_syncing", value),
      "syncing",
    ),
  })),
  "a consensus client's answer": whole(() =>
    resultOf("eth_syncing", { data: { is_syncing: false } }),
  ),
  "a syncing node without code": never(
    () => together({ eth_syncing: result(SYNC_STATE), ...WITHOUT_CODE }),
    "syncing",
  ),
  "codes, and eth_syncing refused": always(
    () => forMethod("eth_syncing", rpcError(-32601, "Method not found")),
    "recover",
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
      const [lasting, passing] =
        method === "eth_syncing" ? [whole, whole] : [never, always];
      const none = resultOf(method, value);
      // The status does not read codes.
      const isSeen = method !== "eth_getCode";
      return {
        [`${name}, always`]: lasting(
          () => none,
          isSeen ? "unknown" : undefined,
        ),
        [`${name}, at first`]: passing(
          () => firstOfEach(none),
          isSeen ? "recover" : undefined,
        ),
      };
    },
  ),
});

/** An entry of the probe with some hash. */
const SOME_HASH = "ab".repeat(32);

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
      "no state": () => ({ error: { code: -32000, message: NO_STATE } }),
    },
    (name, answer) => ({ [name]: ofProbe("always", probe(answer)) }),
  ),
  ...each<string>(
    {
      "a hash for addresses of no size": `${NO_ENTRY}${SOME_HASH}`,
      "sizes without a hash": "00000040",
      "code of a size beyond all limits": `ffffffff${SOME_HASH}`,
      "code at the control address too": `00000040${SOME_HASH}`,
    },
    (name, entry) => ({
      [name]: ofProbe(
        "always",
        probe((data, exchange) => revert(withEach(data, exchange, entry))),
      ),
    }),
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
        forMethod("eth_call", rpcError(code, message)),
      ),
    }),
  ),
  "no state for any call": ofProbe(
    "never",
    forMethod("eth_call", rpcError(-32000, NO_STATE)),
  ),
  "a backend of another chain id and without code": ofProbe(
    "never",
    probe((data, exchange) =>
      revert(withWord(withoutCodes(data, exchange), 1, 1n)),
    ),
  ),
  "no code anywhere, and no code for single reads once": must(
    { probe: "never" },
    () =>
      together({
        ...WITHOUT_CODE,
        eth_getCode: firstOfEach(NO_CODE, addressOf),
      }),
  ),
});

const HONEST_ODDITIES = inGroup("honest, and odd", {
  "a chain id with leading zeros and in capitals": always(
    () => resultOf("eth_chainId", "0x0007EC8"),
    "recover",
  ),
  "a client version that steers the terminal": always(
    () =>
      resultOf(
        "web3_clientVersion",
        "\u001b]0;owned\u0007\u001b[2J\u202eGeth\r\n::error::<script>|\u0000",
      ),
    "recover",
  ),
  "a content type of text, and white space around": always(
    () =>
      remade((json) => ({
        headers: { "content-type": "text/plain" },
        body: `\r\n ${json}\n\n`,
      })),
    "recover",
  ),
  // A verification takes many requests, and unknown is right if all three attempts of
  // one of them fail.
  "a reset for one request in five": never(
    () => oneIn(5, BROKEN_FAULTS["a reset before the answer"]),
    "recover",
  ),
  "a rate limit for one request in four": never(
    () => oneIn(4, respond(429, "", { "retry-after": "0" })),
    "recover",
  ),
  "a short Retry-After, once": always(
    () => once(respond(429, "", { "retry-after": "1" })),
    "recover",
  ),
  "a server that dies after six requests": never(
    () => after(6, BROKEN_FAULTS["a close before the answer"]),
    "ok",
  ),
  "a server that falls silent after six requests": never(
    () => after(6, () => undefined),
    "ok",
    { isSlow: true },
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
