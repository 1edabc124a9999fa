import { type Address, toChecksum } from "../base/address.ts";
import { alphaError } from "../base/errors.ts";
import { type Hex, hexQuantity, lowerHex } from "../base/hex.ts";
import { recordOf } from "../base/records.ts";
import type { ResolvedAlphaNetwork } from "../config/types.ts";
import { withoutLog } from "../connect/open-transport.ts";
import type { Reachable } from "../connect/select-networks.ts";
import type { RequestProvider } from "../rpc/types.ts";
import { type ChainDriver, chainDriver, hexList } from "./driver.ts";

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

/**
 * Builds the sandbox of a network, and reads the accounts that it signs for, in its
 * order, and its whole state.
 *
 * @throws HardhatPluginError if the network has no sandbox, or it could not be
 * populated.
 */
export async function readSandbox(
  { config, network }: Reachable,
  { name, sandboxNetwork }: ResolvedAlphaNetwork,
) {
  if (sandboxNetwork.name === null) {
    throw alphaError(`${name} has no sandbox: ${sandboxNetwork.reason}.`);
  }
  const networkConfig = config.networks[sandboxNetwork.name];
  const connection = await network.create(
    withoutLog(sandboxNetwork.name, networkConfig),
  );
  try {
    const { provider } = connection;
    const accounts = await chainDriver(provider).accounts();
    return {
      accounts: await Promise.all(accounts.map(toChecksum)),
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
  const driver = chainDriver(provider);
  const slots = await changedSlots(driver);
  for (const account of await driver.accounts()) {
    addSlots(slots, account, []);
  }
  const states: AccountState[] = [];
  for (const address of [...slots.keys()].toSorted()) {
    const keys = [...(slots.get(address) ?? [])].toSorted();
    const state = await readAccount(driver, address, keys);
    if (state.nonce !== 0n || state.balance !== 0n || state.code !== "0x") {
      states.push(state);
    }
  }
  return states;
}

type Slots = Map<Hex, Set<Hex>>;

const DIFFERENCE = {
  tracer: "prestateTracer",
  tracerConfig: { diffMode: true },
};

/** The accounts that the transactions of a chain changed, and their storage slots. */
async function changedSlots({ request, quantity }: ChainDriver) {
  const slots: Slots = new Map();
  const latest = await quantity("eth_blockNumber");
  for (let number = 1n; number <= latest; number++) {
    const method = "eth_getBlockByNumber";
    const block = recordOf(await request(method, hexQuantity(number), false));
    for (const hash of hexList(method, block["transactions"])) {
      const trace = recordOf(
        await request("debug_traceTransaction", hash, DIFFERENCE),
      );
      // A slot that becomes zero is only in `pre`, and a new one only in `post`.
      for (const part of [trace["pre"], trace["post"]]) {
        for (const [address, account] of Object.entries(recordOf(part))) {
          const { storage } = recordOf(account);
          addSlots(slots, address, Object.keys(recordOf(storage)));
        }
      }
    }
  }
  return slots;
}

function addSlots(slots: Slots, address: string, keys: readonly string[]) {
  const [account = "0x", ...added] = hexList("debug_traceTransaction", [
    address,
    ...keys,
  ]).map(lowerHex);
  slots.set(account, new Set([...(slots.get(account) ?? []), ...added]));
}

async function readAccount(
  { hex, balanceOf, nonceOf }: ChainDriver,
  address: Hex,
  slots: readonly Hex[],
): Promise<AccountState> {
  const storage = new Map<Hex, Hex>();
  for (const slot of slots) {
    const value = await hex("eth_getStorageAt", address, slot, "latest");
    if (BigInt(value) !== 0n) {
      storage.set(slot, value);
    }
  }
  return {
    address: await toChecksum(address),
    balance: await balanceOf(address),
    nonce: await nonceOf(address),
    code: await hex("eth_getCode", address, "latest"),
    storage,
  };
}
