import {
  holder,
  holders,
  number,
  type PrivilegedValue,
  type PrivilegedValues,
  whereOffered,
} from "../contract-type.ts";
import fingerprints from "../fingerprints/safe-fingerprints.json" with {
  type: "json",
};

/**
 * A multisig wallet: a proxy, whose implementation does the work. Both are known by
 * their code hashes, of every release.
 *
 * @see https://github.com/safe-global/safe-deployments
 * @see https://github.com/safe-global/safe-smart-account
 */
export const SAFE = {
  /** The words for it, followed by its release. */
  words: "multisig, Safe",
  proxies: new Map(Object.entries(fingerprints.proxies)),
  releases: new Map(Object.entries(fingerprints.implementations)),
  /** Where its implementations are on most chains. */
  implementations: fingerprints.addresses as readonly `0x${string}`[],
  /** Where each release's MultiSendCallOnly is on most chains, with its code hash. */
  multiSends: new Map(
    Object.entries(fingerprints.multiSends).map(([release, known]) => [
      release,
      Object.entries(known) as readonly (readonly [`0x${string}`, string])[],
    ]),
  ),
  /** The views that its proxies answer themselves, since release 1.1.1. */
  named: ["masterCopy() returns (address)"],
} as const;

/** The release whose proxy answers nothing itself. */
export const SAFE_1_0_0 = {
  ...SAFE,
  proxies: new Map(
    [...SAFE.proxies].filter(([, release]) => release === "1.0.0"),
  ),
} as const;

/** The releases whose hashes name no chain, and whose storage only their own code reads. */
export function isSafeBefore1_3(release: string): boolean {
  return /^1\.[0-2]\./.test(release);
}

/** Since release 1.3.0, storage is read by a function, which every node runs. */
function stored(words: string, slot: bigint): PrivilegedValue {
  return {
    words,
    form: "holder",
    source: {
      view: "getStorageAt(uint256, uint256) returns (bytes)",
      args: [slot, 1n],
    },
  };
}

/** Since release 1.3.0, it may refuse what the Safe executes. */
export const SAFE_GUARD_SLOT =
  0x4a204f620c8c5ccdca3fd54d003badd85ba500436a431f0cbda4f558c93c34c8n;

/** The modules act without the owners; the list begins at the address 1. */
const FIRST_MODULE = "0x0000000000000000000000000000000000000001";
const MAX_MODULES = 50n;

/** The values that decide who can make a Safe act: its code, and who signs. */
export const SAFE_DECIDING: readonly string[] = [
  "is",
  "singleton",
  "owners",
  "threshold",
  "modules",
];

/**
 * The values that a Safe's owners can set, for a Safe and for whatever answers
 * like one.
 */
export const SAFE_POWERS = whereOffered({
  singleton: holder("implementation", "masterCopy"),
  owners: holders("owners", "getOwners"),
  threshold: number("threshold", "getThreshold", { severity: "control" }),
  modules: {
    words: "modules",
    form: "holders",
    source: {
      view: "getModulesPaginated(address, uint256) returns (address[], address)",
      args: [FIRST_MODULE, MAX_MODULES],
    },
  },
  guard: stored("guard", SAFE_GUARD_SLOT),
  moduleGuard: stored(
    "module guard",
    0xb104e0b93118902c651344349b610029d694cfdec91c589c91ebafbcd0289947n,
  ),
  fallbackHandler: stored(
    "fallback handler",
    0x6c9a6c4a39284e37ed1cf53d337577d14212a4870fb976a4366c693b939918d5n,
  ),
});

/** Further values of release 1.0.0, which has no pages of modules. */
export const SAFE_1_0_0_POWERS: PrivilegedValues = {
  allModules: holders("modules (Safe 1.0.0)", "getModules"),
};
