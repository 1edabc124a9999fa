import { keccak256 } from "@nomicfoundation/hardhat-utils/crypto";
import {
  bytesToHexString,
  hexStringToBytes,
} from "@nomicfoundation/hardhat-utils/hex";
import type { Hex } from "../base/hex.ts";
import v3 from "./fingerprints/ocean-v3-fingerprints.json" with {
  type: "json",
};
import v4 from "./fingerprints/ocean-v4-fingerprints.json" with {
  type: "json",
};

// `scripts/fingerprint-releases.ts` writes both from the published releases.

/** Contracts of the two sets may have the same name. */
export type ContractSetVersion = "v3" | "v4";

/** A released contract that has some code. */
export interface Release {
  readonly contract: string;
  readonly set: ContractSetVersion;
  /** The releases with this very code, in order. */
  readonly versions: readonly string[];
}

/** Where a contract's constructor writes into its code, in bytes. */
export interface Immutables {
  readonly contract: string;
  /** The places of each value: the same word is at all of them. */
  readonly offsets: readonly (readonly number[])[];
  readonly runtimeBytes: number;
}

interface Fingerprint {
  readonly versions: readonly string[];
  readonly runtimeBytes: number;
  readonly codeHashes: Readonly<Record<string, readonly string[] | undefined>>;
  readonly immutables?: readonly (readonly number[])[];
}

type Contracts = Readonly<
  Record<string, Readonly<Record<string, Fingerprint>>>
>;

const BY_STRIPPED_HASH = new Map<string, Release>();
const BY_CODE_HASH = new Map<string, Release>();
const IMMUTABLES: Immutables[] = [];

/** Notes what is known of the contracts of a set, by the hash of code without metadata. */
function note(set: ContractSetVersion, contracts: Contracts): void {
  for (const [contract, bands] of Object.entries(contracts)) {
    for (const [hash, one] of Object.entries(bands)) {
      const { versions, codeHashes, runtimeBytes, immutables: offsets } = one;
      BY_STRIPPED_HASH.set(hash, { contract, set, versions });
      for (const [exact, some = []] of Object.entries(codeHashes)) {
        BY_CODE_HASH.set(exact, { contract, set, versions: some });
      }
      if (offsets !== undefined) {
        IMMUTABLES.push({ contract, offsets, runtimeBytes });
      }
    }
  }
}

note("v3", v3);
note("v4", v4);

/** The release with exactly this code, metadata included. */
export function releaseByCodeHash(hash: string): Release | undefined {
  return BY_CODE_HASH.get(hash.toLowerCase());
}

/** The releases with this code but for the metadata that the compiler adds. */
export function releaseByStrippedHash(hash: string): Release | undefined {
  return BY_STRIPPED_HASH.get(hash.toLowerCase());
}

/** Releases in short: `1.1.12–2.0.4`. */
export function describeReleases(versions: readonly string[]): string {
  const [first = ""] = versions;
  const last = versions.at(-1);
  return last === undefined || last === first ? first : `${first}–${last}`;
}

/** The releases of a contract that {@link describeReleases} has described. */
export function releasesDescribedBy(
  contract: string,
  described: string,
): readonly string[] | undefined {
  const all = [...BY_STRIPPED_HASH.values(), ...BY_CODE_HASH.values()];
  return all.find(
    (one) =>
      one.contract === contract && describeReleases(one.versions) === described,
  )?.versions;
}

const WORD_BYTES = 32;

/**
 * The released contract that has this runtime code: exactly, or with other
 * metadata or immutables. `undefined` if no release has it.
 */
export async function identifyCode(code: Hex): Promise<Release | undefined> {
  const exact = releaseByCodeHash(await codeHash(code));
  if (exact !== undefined) {
    return exact;
  }
  const stripped = releaseByStrippedHash(await codeHash(stripMetadata(code)));
  if (stripped !== undefined) {
    return stripped;
  }
  const size = (code.length - 2) / 2;
  const ofSize = IMMUTABLES.filter(({ runtimeBytes }) => runtimeBytes === size);
  for (const { offsets } of ofSize) {
    const masked = mask(code, offsets);
    const release =
      masked &&
      (releaseByCodeHash(await codeHash(masked)) ??
        releaseByStrippedHash(await codeHash(stripMetadata(masked))));
    if (release !== undefined) {
      return release;
    }
  }
  return undefined;
}

/**
 * The code with zeros in place of the words at the given byte offsets; `undefined` if
 * a value is not the same at all its places, as no constructor writes it.
 */
function mask(code: Hex, offsets: Immutables["offsets"]): Hex | undefined {
  let digits = code.slice(2);
  for (const places of offsets) {
    const values = new Set(
      places.map((offset) =>
        code.slice(2 + 2 * offset, 2 + 2 * (offset + WORD_BYTES)),
      ),
    );
    if (values.size > 1) {
      return undefined;
    }
    for (const offset of places) {
      const end = 2 * (offset + WORD_BYTES);
      digits = `${digits.slice(0, 2 * offset)}${"00".repeat(WORD_BYTES)}${digits.slice(end)}`;
    }
  }
  return `0x${digits}`;
}

const LENGTH_DIGITS = 4;

/**
 * A contract's code without the CBOR metadata that Solidity appends: its length
 * stands in the last two bytes. Code that is shorter than it says is left whole.
 *
 * @see https://docs.soliditylang.org/en/latest/metadata.html
 */
export function stripMetadata(code: Hex): Hex {
  const digits = code.slice(2);
  const length = Number.parseInt(digits.slice(-LENGTH_DIGITS), 16);
  const end = digits.length - LENGTH_DIGITS - 2 * length;
  return Number.isNaN(length) || end <= 0 ? code : `0x${digits.slice(0, end)}`;
}

/** More than a network has, of at most 48 KiB of text each. */
const MAX_KNOWN = 64;
const known = new Map<Hex, Promise<Hex>>();

/**
 * keccak256 of a contract's runtime code, as EXTCODEHASH gives it. Those of the last codes
 * are kept, since all that is confirmed is read many times.
 */
export async function codeHash(code: Hex): Promise<Hex> {
  const hash = known.get(code) ?? hashOf(code);
  known.delete(code);
  known.set(code, hash);
  if (known.size > MAX_KNOWN) {
    known.delete(known.keys().next().value ?? code);
  }
  return await hash;
}

async function hashOf(code: Hex): Promise<Hex> {
  return bytesToHexString(await keccak256(hexStringToBytes(code)));
}
