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

/** The mnemonic of Hardhat's default accounts. */
const PUBLIC_MNEMONIC =
  "test test test test test test test test test test test junk";

const WORD_COUNTS = [12, 15, 18, 21, 24];
const ADVICE =
  "Correct the accounts of the sandbox in the Hardhat config (alpha.sandbox.hardhat.accounts, or those of the network).";

/** An account that a simulated chain signs for. */
export interface SandboxAccount {
  readonly address: Address;
  /** In the fee token's smallest unit. */
  readonly balance: bigint;
  /** Only of Hardhat's default accounts: the keys of users are not shown. */
  readonly privateKey?: Hex;
}

/**
 * The accounts in the config of a simulated network, in its order. Configuration
 * variables are resolved, so a keystore may prompt for its password.
 *
 * @throws HardhatPluginError if a key, the mnemonic or the path is invalid. The
 * error contains none of them, and has no cause, which might.
 */
export async function sandboxAccounts(
  accounts: EdrNetworkAccountsConfig,
): Promise<readonly SandboxAccount[]> {
  if (!Array.isArray(accounts)) {
    return await derivedAccounts(accounts);
  }
  const { privateKeyToAddress } = await import("viem/accounts");
  const result: SandboxAccount[] = [];
  for (const [index, { balance, privateKey }] of accounts.entries()) {
    const key = await privateKey.getHexString();
    const address = undefinedOnError(() =>
      isHex(key) ? privateKeyToAddress(key) : undefined,
    );
    if (address === undefined) {
      throw alphaError(
        `Account ${index} of the sandbox is invalid: its private key must have 32 bytes and be within the order of the secp256k1 curve. ${ADVICE}`,
      );
    }
    result.push({ address, balance });
  }
  return result;
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
      `Could not derive the accounts of the sandbox: the mnemonic must have ${WORD_COUNTS.join(", ")} words with single spaces between them, and has ${wordCount}. ${ADVICE}`,
    );
  }
  const master = HDKey.fromMasterSeed(await mnemonicSeed(words, secret));
  const parent = undefinedOnError(() => master.derive(path.replace(/\/$/, "")));
  if (parent === undefined) {
    throw alphaError(
      `Could not derive the accounts of the sandbox: the derivation path is invalid, and must be one such as m/44'/60'/0'/0. ${ADVICE}`,
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

function undefinedOnError<T>(get: () => T): T | undefined {
  try {
    return get();
  } catch {
    return undefined;
  }
}

const SEED_ROUNDS = 2048;
const SEED_BYTES = 64;

/** The seed of a mnemonic (BIP-39). */
async function mnemonicSeed(
  mnemonic: string,
  passphrase: string,
): Promise<Uint8Array> {
  return await promisify(pbkdf2)(
    mnemonic.normalize("NFKD"),
    `mnemonic${passphrase}`.normalize("NFKD"),
    SEED_ROUNDS,
    SEED_BYTES,
    "sha512",
  );
}
