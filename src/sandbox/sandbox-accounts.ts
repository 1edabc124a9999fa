import { pbkdf2Sync } from "node:crypto";
import type { EdrNetworkAccountsConfig } from "hardhat/types/config";
import { type Address, toChecksum } from "../base/address.ts";
import type { Hex } from "../base/hex.ts";
import type { RequestProvider } from "../rpc/types.ts";
import { chainDriver } from "./driver.ts";

/** The mnemonic of Hardhat's default accounts. */
const PUBLIC_MNEMONIC =
  "test test test test test test test test test test test junk";

/** An account that a simulated chain signs for. */
export interface SandboxAccount {
  readonly address: Address;
  /** In the fee token's smallest unit. */
  readonly balance: bigint;
  /** Only of Hardhat's default accounts: the keys of users are not shown. */
  readonly privateKey: Hex | undefined;
}

/**
 * The accounts of a simulated chain, in its order.
 *
 * @param config The accounts in the config of its network. Configuration variables
 * are resolved, so a keystore may prompt for its password.
 */
export async function sandboxAccounts(
  provider: RequestProvider,
  config: EdrNetworkAccountsConfig,
): Promise<readonly SandboxAccount[]> {
  const driver = chainDriver(provider);
  const addresses = await driver.accounts();
  const keyOf = await publicKeys(config);
  return await Promise.all(
    addresses.map(async (address, index) => ({
      address: await toChecksum(address),
      balance: await driver.balanceOf(address),
      privateKey: keyOf(index),
    })),
  );
}

/**
 * The accounts that Solidity tests and scripts use beside the owner of the contracts. The
 * first account is not among them, since it is the owner by default.
 */
export function firstOthers(
  accounts: readonly Address[],
  owner: string | undefined,
): readonly Address[] {
  return accounts.slice(1).filter((account) => account !== owner);
}

/** The private keys that everybody knows, by the position of their accounts. */
async function publicKeys(
  config: EdrNetworkAccountsConfig,
): Promise<(index: number) => Hex | undefined> {
  if (
    Array.isArray(config) ||
    (await config.mnemonic.get()) !== PUBLIC_MNEMONIC ||
    (await config.passphrase.get()) !== ""
  ) {
    return () => undefined;
  }
  const { HDKey } = await import("viem/accounts");
  // BIP-39.
  const seed = pbkdf2Sync(PUBLIC_MNEMONIC, "mnemonic", 2048, 64, "sha512");
  const parent = HDKey.fromMasterSeed(seed).derive(
    config.path.replace(/\/$/, ""),
  );
  return (index) => {
    const { privateKey } = parent.deriveChild(config.initialIndex + index);
    return `0x${Buffer.from(privateKey ?? []).toString("hex")}`;
  };
}
