import { pbkdf2 } from "node:crypto";
import { promisify } from "node:util";

const ROUNDS = 2048;
const BYTES = 64;

/** The seed of a mnemonic (BIP-39), from which its keys are derived. */
export async function mnemonicSeed(
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
