import type { EthereumProvider } from "hardhat/types/providers";
import { type Address, isAddress, toChecksum } from "../base/address.ts";
import { alphaError } from "../base/errors.ts";
import { type Hex, hexQuantity, isHash, isHex, lowerHex } from "../base/hex.ts";
import { recordOf } from "../base/records.ts";
import type { ResolvedAlphaNetwork } from "../config/types.ts";
import type { RequestProvider } from "../rpc/types.ts";

/** The state of an account or contract. */
export interface AccountState {
  readonly address: Address;
  /** In wei. */
  readonly balance: bigint;
  readonly nonce: bigint;
  /** `0x` for an account without code. */
  readonly code: Hex;
  /** Every slot that is not zero, with its value, in the order of the slots. */
  readonly storage: ReadonlyMap<Hex, Hex>;
}

/** The accounts of a chain that are not empty, in the order of their addresses. */
export type ChainState = readonly AccountState[];

/** Creates connections, like `hre.network`. */
export interface ConnectionFactory {
  create(network: string): Promise<{
    readonly provider: Pick<EthereumProvider, "request">;
    close(): Promise<void>;
  }>;
}

/** A sandbox that was built: its accounts, and its whole state. */
export interface BuiltSandbox {
  /** The accounts that the sandbox signs for, in its order. */
  readonly accounts: readonly Address[];
  readonly state: ChainState;
}

/**
 * Builds the sandbox of a network, and reads its state.
 *
 * @throws HardhatPluginError if the network has no sandbox, or it could not be
 * populated.
 */
export async function readSandbox(
  connections: ConnectionFactory,
  { name, sandboxNetwork }: ResolvedAlphaNetwork,
): Promise<BuiltSandbox> {
  if (sandboxNetwork.name === null) {
    throw alphaError(`${name} has no sandbox: ${sandboxNetwork.reason}.`);
  }
  const connection = await connections.create(sandboxNetwork.name);
  try {
    const { provider } = connection;
    return {
      accounts: await Promise.all(
        (await readAccounts(provider)).map(toChecksum),
      ),
      state: await readChainState(provider),
    };
  } finally {
    await connection.close();
  }
}

/**
 * Reads the state of a simulated chain whose genesis has no storage: that of its
 * accounts, and of everything that its transactions changed.
 *
 * @throws HardhatPluginError if an answer is invalid.
 */
export async function readChainState(
  provider: RequestProvider,
): Promise<ChainState> {
  const slots = await changedSlots(provider);
  for (const account of await readAccounts(provider)) {
    slotsOf(slots, account);
  }
  const states: AccountState[] = [];
  for (const [address, keys] of sorted(slots)) {
    const state = await readAccount(provider, address, keys);
    if (state.nonce !== 0n || state.balance !== 0n || state.code !== "0x") {
      states.push(state);
    }
  }
  return states;
}

async function readAccounts(
  provider: RequestProvider,
): Promise<readonly Hex[]> {
  const accounts = await provider.request({ method: "eth_accounts" });
  return listOf("eth_accounts", accounts);
}

type Slots = Map<Hex, Set<Hex>>;

const DIFFERENCE = {
  tracer: "prestateTracer",
  tracerConfig: { diffMode: true },
};

/** The accounts that the transactions of a chain changed, and their storage slots. */
async function changedSlots(provider: RequestProvider): Promise<Slots> {
  const slots: Slots = new Map();
  const latest = BigInt(
    quantityOf(
      "eth_blockNumber",
      await provider.request({ method: "eth_blockNumber" }),
    ),
  );
  for (let number = 1n; number <= latest; number++) {
    const block = await provider.request({
      method: "eth_getBlockByNumber",
      params: [hexQuantity(number), false],
    });
    for (const hash of listOf(
      "eth_getBlockByNumber",
      recordOf(block)["transactions"],
    )) {
      const trace = await provider.request({
        method: "debug_traceTransaction",
        params: [hash, DIFFERENCE],
      });
      addChanges(slots, trace);
    }
  }
  return slots;
}

/** A slot that becomes zero is only in `pre`, and a new one only in `post`. */
function addChanges(slots: Slots, trace: unknown): void {
  const { pre, post } = recordOf(trace);
  for (const [address, account] of [
    ...Object.entries(recordOf(pre)),
    ...Object.entries(recordOf(post)),
  ]) {
    const known = slotsOf(slots, address);
    for (const slot of Object.keys(recordOf(recordOf(account)["storage"]))) {
      if (!isHash(slot)) {
        throw invalid("debug_traceTransaction");
      }
      known.add(lowerHex(slot));
    }
  }
}

function slotsOf(slots: Slots, address: string): Set<Hex> {
  if (!isAddress(address)) {
    throw invalid("debug_traceTransaction");
  }
  const key = lowerHex(address);
  const known = slots.get(key) ?? new Set();
  slots.set(key, known);
  return known;
}

function sorted(slots: Slots): readonly (readonly [Hex, Set<Hex>])[] {
  return [...slots].toSorted(([a], [b]) => (a < b ? -1 : 1));
}

async function readAccount(
  provider: RequestProvider,
  address: Hex,
  slots: ReadonlySet<Hex>,
): Promise<AccountState> {
  const read = async (method: string, ...params: readonly unknown[]) =>
    quantityOf(
      method,
      await provider.request({
        method,
        params: [address, ...params, "latest"],
      }),
    );
  const storage = new Map<Hex, Hex>();
  for (const slot of [...slots].toSorted()) {
    const value = await read("eth_getStorageAt", slot);
    if (BigInt(value) !== 0n) {
      storage.set(slot, value);
    }
  }
  return {
    address: await toChecksum(address),
    balance: BigInt(await read("eth_getBalance")),
    nonce: BigInt(await read("eth_getTransactionCount")),
    code: await read("eth_getCode"),
    storage,
  };
}

function quantityOf(method: string, value: unknown): Hex {
  if (!isHex(value)) {
    throw invalid(method);
  }
  return value;
}

function listOf(method: string, value: unknown): readonly Hex[] {
  if (!Array.isArray(value) || !value.every(isHex)) {
    throw invalid(method);
  }
  return value;
}

function invalid(method: string): Error {
  return alphaError(
    `The simulated chain returned an invalid result for ${method}.`,
  );
}
