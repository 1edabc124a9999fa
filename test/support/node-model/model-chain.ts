import { createHash } from "node:crypto";
import { keccak256 } from "viem";
import type { Hex } from "../../../src/base/hex.ts";
import type { Reply } from "../../../src/http/types.ts";
import { CALL_MAGIC, CALL_PROGRAM } from "../../../src/rpc/probe-calls.ts";
import { PROBE_PROGRAM } from "../../../src/rpc/probe-codes.ts";

/** The state of a chain. Keys are in lower case. */
export interface ModelState {
  codeOf(address: string): Promise<Hex>;
  slotOf(address: string, slot: string): Promise<Hex>;
  nonceOf(address: string): Promise<Hex>;
  /** The result of a call; `undefined` if it fails. */
  call(to: string, data: string): Promise<Hex | undefined>;
}

export interface ModelOptions {
  readonly chainId: number;
  /** Chains of another name have other block hashes. */
  readonly name: string;
  readonly head: bigint;
  /** The time of its head, in seconds. */
  readonly timestamp: number;
  readonly state: ModelState;
  /** It takes a block's hash (EIP-1898). Default: `true`. */
  readonly takesBlockHash?: boolean;
  /** It runs calls without a recipient. Default: `true`. */
  readonly runsPrograms?: boolean;
}

/** An honest node of some chain, in memory. */
export type ModelNode = (
  method: string,
  params: readonly unknown[],
) => Promise<Reply>;

const CLIENT = "Geth/v1.14.12-stable/linux-amd64/go1.23.2";
const SECONDS_A_BLOCK = 5n;
/** How many of its last blocks it knows by their hashes. */
const KNOWN_BLOCKS = 8n;
const ENTRY_DIGITS = 40;

/** A node that answers as a real one does, from the state of a chain. */
export function modelNode(options: ModelOptions): ModelNode {
  const { chainId, name, head, timestamp, state } = options;
  const { takesBlockHash = true, runsPrograms = true } = options;
  const hashOf = (number: bigint): Hex =>
    `0x${createHash("sha256").update(`${name} ${number}`).digest("hex")}`;
  const timeOf = (number: bigint) =>
    BigInt(timestamp) - (head - number) * SECONDS_A_BLOCK;

  /** The block that a request names, or why there is none. */
  function blockOf(block: unknown): bigint | Reply {
    if (typeof block === "object" && block !== null && "blockHash" in block) {
      if (!takesBlockHash) {
        return rpcError(-32700, 'Cannot wrap a "object" as a json-rpc type');
      }
      for (let number = head; number > head - KNOWN_BLOCKS; number -= 1n) {
        if (hashOf(number) === block.blockHash) {
          return number;
        }
      }
      return rpcError(-32000, "header for hash not found");
    }
    const number = block === "latest" ? head : BigInt(String(block));
    return number > head ? rpcError(-32000, "header not found") : number;
  }

  function header(number: bigint): unknown {
    return number > head
      ? null
      : {
          number: quantity(number),
          hash: hashOf(number),
          parentHash: hashOf(number - 1n),
          timestamp: quantity(number === 0n ? 1n : timeOf(number)),
        };
  }

  async function program(data: string, number: bigint): Promise<Reply> {
    const isProbe = data.startsWith(PROBE_PROGRAM);
    const output = isProbe
      ? await probeOutput(data.slice(PROBE_PROGRAM.length), state)
      : await callsOutput(data.slice(CALL_PROGRAM.length), state);
    const words = [
      isProbe ? 0x63616c70n : CALL_MAGIC,
      BigInt(chainId),
      number,
      timeOf(number),
      BigInt(hashOf(number - 1n)),
    ].map((value) => value.toString(16).padStart(64, "0"));
    return {
      ...rpcError(3, "execution reverted"),
      data: `0x${words.join("")}${output}`,
    };
  }

  async function call(params: readonly unknown[], number: bigint) {
    const { to, data } = Object(params[0]);
    if (to === undefined) {
      return runsPrograms
        ? await program(String(data), number)
        : rpcError(-32000, "contract creation is not allowed");
    }
    const result = await callOf(String(to), String(data), state);
    return result === undefined
      ? { ...rpcError(3, "execution reverted"), data: "0x" }
      : success(result);
  }

  return async (method, params) => {
    const [first, second] = params;
    switch (method) {
      case "eth_chainId":
        return success(quantity(BigInt(chainId)));
      case "web3_clientVersion":
        return success(CLIENT);
      case "eth_syncing":
        return success(false);
      case "eth_getBlockByNumber": {
        const number = first === "latest" ? head : BigInt(String(first));
        return success(header(number));
      }
    }
    if (!STATE_METHODS.has(method)) {
      return rpcError(-32601, "the method does not exist");
    }
    const block = blockOf(params.at(-1));
    if (typeof block !== "bigint") {
      return block;
    }
    switch (method) {
      case "eth_getCode":
        return success(await state.codeOf(lower(first)));
      case "eth_getStorageAt":
        return success(await state.slotOf(lower(first), lower(second)));
      case "eth_getTransactionCount":
        return success(await state.nonceOf(lower(first)));
      default:
        return await call(params, block);
    }
  };
}

/** Methods whose last parameter is a block. */
const STATE_METHODS: ReadonlySet<string> = new Set([
  "eth_getCode",
  "eth_getStorageAt",
  "eth_getTransactionCount",
  "eth_call",
]);

async function probeOutput(digits: string, state: ModelState): Promise<string> {
  const entries: string[] = [];
  for (let at = 0; at < digits.length; at += ENTRY_DIGITS) {
    const code = await state.codeOf(`0x${digits.slice(at, at + ENTRY_DIGITS)}`);
    const size = (code.length / 2 - 1).toString(16).padStart(8, "0");
    entries.push(code === "0x" ? size : `${size}${hashOfCode(code)}`);
  }
  return entries.join("");
}

async function callsOutput(digits: string, state: ModelState): Promise<string> {
  const outcomes: string[] = [];
  for (let at = 0; at < digits.length; ) {
    const to = `0x${digits.slice(at, at + ENTRY_DIGITS)}`;
    const length = Number.parseInt(digits.slice(at + 40, at + 44), 16);
    const end = at + 44 + 2 * length;
    const data = await callOf(to, `0x${digits.slice(at + 44, end)}`, state);
    const isCodeless = (await state.codeOf(to)) === "0x";
    const size = ((data ?? "0x").length / 2 - 1).toString(16).padStart(8, "0");
    const flag = data === undefined ? "00" : isCodeless ? "02" : "01";
    outcomes.push(`${flag}${size}${(data ?? "0x").slice(2)}`);
    at = end;
  }
  return outcomes.join("");
}

/** The precompiled contract that returns what it is given. */
const IDENTITY = `0x${"4".padStart(40, "0")}`;

async function callOf(to: string, data: string, state: ModelState) {
  if (lower(to) === IDENTITY) {
    return data as Hex;
  }
  return (await state.codeOf(lower(to))) === "0x"
    ? ("0x" as const)
    : await state.call(lower(to), data);
}

const HASHES = new Map<string, string>();

function hashOfCode(code: Hex): string {
  const known = HASHES.get(code) ?? keccak256(code).slice(2);
  HASHES.set(code, known);
  return known;
}

function lower(value: unknown): string {
  return String(value).toLowerCase();
}

function quantity(value: bigint): Hex {
  return `0x${value.toString(16)}`;
}

function success(result: unknown): Reply {
  return { ok: true, result };
}

/** A JSON-RPC error as the transport gives it. */
export function rpcError(code: number, message: string) {
  return {
    ok: false,
    kind: "rpc-error",
    code,
    reason: `JSON-RPC error ${code}: "${message}"`,
  } as const;
}

/** The state of a real chain, each part asked for once, with some of it changed. */
export function stateOf(
  ask: (method: string, params: readonly unknown[]) => Promise<Reply>,
): ModelState {
  const known = new Map<string, Promise<Reply>>();
  const read = async (method: string, params: readonly unknown[]) => {
    const key = JSON.stringify([method, params]);
    const reply = known.get(key) ?? ask(method, [...params, "latest"]);
    known.set(key, reply);
    return await reply;
  };
  const hex = async (method: string, params: readonly unknown[]) => {
    const reply = await read(method, params);
    if (!reply.ok) {
      throw new Error(reply.reason);
    }
    return String(reply.result) as Hex;
  };
  return {
    codeOf: (address) => hex("eth_getCode", [address]),
    slotOf: (address, slot) => hex("eth_getStorageAt", [address, slot]),
    nonceOf: (address) => hex("eth_getTransactionCount", [address]),
    call: async (to, data) => {
      const reply = await read("eth_call", [{ to, data }]);
      return reply.ok ? (String(reply.result) as Hex) : undefined;
    },
  };
}
