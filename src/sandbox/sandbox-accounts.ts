import type {
  EdrNetworkAccountsConfig,
  EdrNetworkHDAccountsConfig,
} from "hardhat/types/config";

import type { Address } from "../networks/definition.ts";
import { isHex } from "../rpc/is-hex.ts";
import type { Hex } from "../rpc/types.ts";
import { mnemonicSeed } from "./mnemonic-seed.ts";

/** The mnemonic of Hardhat's default accounts, which everybody knows. */
const PUBLIC_MNEMONIC =
  "test test test test test test test test test test test junk";

/** An account that a simulated chain signs for. */
export interface SandboxAccount {
  readonly address: Address;
  /** Of the fee token, in its smallest unit. */
  readonly balance: bigint;
  /** Only where everybody knows it: a key of the user's own is not shown. */
  readonly privateKey?: Hex;
}

/**
 * The accounts that a simulated network's config gives it, in its order.
 * Variables are read, so a keystore may prompt.
 */
export async function sandboxAccounts(
  accounts: EdrNetworkAccountsConfig,
): Promise<readonly SandboxAccount[]> {
  if (!Array.isArray(accounts)) {
    return await derivedAccounts(accounts);
  }
  const { privateKeyToAddress } = await import("viem/accounts");
  const given: SandboxAccount[] = [];
  for (const { balance, privateKey } of accounts) {
    const key = await privateKey.getHexString();
    if (isHex(key)) {
      given.push({ address: privateKeyToAddress(key), balance });
    }
  }
  return given;
}

async function derivedAccounts({
  mnemonic,
  passphrase,
  path,
  initialIndex,
  count,
  accountsBalance,
}: EdrNetworkHDAccountsConfig): Promise<readonly SandboxAccount[]> {
  const { HDKey, privateKeyToAddress } = await import("viem/accounts");
  const words = await mnemonic.get();
  const secret = await passphrase.get();
  const parent = HDKey.fromMasterSeed(await mnemonicSeed(words, secret)).derive(
    path.replace(/\/$/, ""),
  );
  const isPublic = words === PUBLIC_MNEMONIC && secret === "";
  return Array.from({ length: count }, (_, index): SandboxAccount => {
    const bytes = parent.deriveChild(initialIndex + index).privateKey;
    const key: Hex = `0x${Buffer.from(bytes ?? []).toString("hex")}`;
    return {
      address: privateKeyToAddress(key),
      balance: accountsBalance,
      ...(isPublic ? { privateKey: key } : {}),
    };
  });
}
