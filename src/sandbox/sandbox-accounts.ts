import { pbkdf2 } from "node:crypto";
import { promisify } from "node:util";
import type {
  EdrNetworkAccountsConfig,
  EdrNetworkHDAccountsConfig,
} from "hardhat/types/config";
import type { Address } from "../base/address.ts";
import { alphaError } from "../base/errors.ts";
import type { Hex } from "../base/hex.ts";
import { isHex } from "../base/hex.ts";

/** The mnemonic of Hardhat's default accounts, which everybody knows. */
const PUBLIC_MNEMONIC =
  "test test test test test test test test test test test junk";

const WORD_COUNTS = [12, 15, 18, 21, 24];
const REPAIR =
  "Correct the accounts of the sandbox in the Hardhat config (alpha.sandbox.hardhat.accounts, or the network's own).";

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
 *
 * @throws HardhatPluginError on a key, mnemonic or path that gives no account. It
 * holds none of them, and no cause, which might.
 */
export async function sandboxAccounts(
  accounts: EdrNetworkAccountsConfig,
): Promise<readonly SandboxAccount[]> {
  if (!Array.isArray(accounts)) {
    return await derivedAccounts(accounts);
  }
  const { privateKeyToAddress } = await import("viem/accounts");
  const given: SandboxAccount[] = [];
  for (const [index, { balance, privateKey }] of accounts.entries()) {
    const key = await privateKey.getHexString();
    const address = attempt(() =>
      isHex(key) ? privateKeyToAddress(key) : undefined,
    );
    if (address === undefined) {
      throw alphaError(
        `The sandbox's account ${index} cannot be had: its private key is none of 32 bytes within the curve's order. ${REPAIR}`,
      );
    }
    given.push({ address, balance });
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
  const wordCount = words.normalize("NFKD").split(" ").length;
  if (!WORD_COUNTS.includes(wordCount)) {
    throw alphaError(
      `The sandbox's accounts cannot be derived: the mnemonic has ${wordCount} words, not ${WORD_COUNTS.join(", ")}, with one blank between them. ${REPAIR}`,
    );
  }
  const master = HDKey.fromMasterSeed(await mnemonicSeed(words, secret));
  const parent = attempt(() => master.derive(path.replace(/\/$/, "")));
  if (parent === undefined) {
    throw alphaError(
      `The sandbox's accounts cannot be derived: their path is none such as m/44'/60'/0'/0. ${REPAIR}`,
    );
  }
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

function attempt<T>(get: () => T): T | undefined {
  try {
    return get();
  } catch {
    return undefined;
  }
}

const ROUNDS = 2048;
const BYTES = 64;

/** The seed of a mnemonic (BIP-39), from which its keys are derived. */
async function mnemonicSeed(
  mnemonic: string,
  passphrase: string,
): Promise<Uint8Array> {
  return await promisify(pbkdf2)(
    mnemonic.normalize("NFKD"),
    `mnemonic${passphrase}`.normalize("NFKD"),
    ROUNDS,
    BYTES,
    "sha512",
  );
}
