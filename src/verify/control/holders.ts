import { type Address, addressInWord } from "../../base/address.ts";
import type { Hex } from "../../base/hex.ts";
import type { Decoded } from "../../base/records.ts";
import {
  CODES_DISAGREE,
  type CodeReading,
  type CodeReadings,
  codeKey,
  isSameCode,
} from "../reading/readings.ts";

/** What was read of an address that controls something. */
export interface HolderReading {
  /** Two reads in different ways. */
  readonly codes: readonly [CodeReading, CodeReading];
  /** Its first word of storage, where a Safe keeps its implementation. */
  readonly slot: Decoded<Hex>;
  /** The codes of the implementations of Safe on this chain. */
  readonly safes: CodeReadings;
}

/** Runtime code hashes of a Safe's proxy, from the published npm packages. */
const SAFE_PROXIES: ReadonlySet<string> = new Set([
  "0xaea7d4252f6245f301e540cfbee27d3a88de543af8e49c5c62405d5499fab7e5", // 1.1.1
  "0xb89c1b3bdf2cf8827818646bce9a8f6e372885f8c55e5c07acbd307cb133b000", // 1.3.0
  "0xd7d408ebcd99b2b70be43e20253d6d92a8ea8fab29bd3be7f55b10032331fb4c", // 1.4.1
]);

/** Runtime code hashes of its implementations, and their releases. */
const SAFE_RELEASES: ReadonlyMap<string, string> = new Map([
  [
    "0x56b8be58b5ad629a621593a2e5e5e8e9a28408dc06e95597497b303902772e45",
    "1.1.1",
  ],
  [
    "0xbba688fbdb21ad2bb58bc320638b43d94e7d100f6f3ebaab0a4e4de6304b1c2e",
    "1.3.0",
  ],
  [
    "0x21842597390c4c6e3c1239e434a682b054bd9548eee5e9b1d6a4482731023c0f",
    "1.3.0",
  ],
  [
    "0x1fe2df852ba3299d6534ef416eefa406e56ced995bca886ab7a553e6d0c5e1c4",
    "1.4.1",
  ],
  [
    "0xb1f926978a0f44a2c0ec8fe822418ae969bd8c3f18d61e5103100339894f81ff",
    "1.4.1",
  ],
]);

/**
 * Where Safe's implementations are on most chains, so that they are asked for at once.
 *
 * @see https://github.com/safe-global/safe-deployments
 */
export const SAFE_IMPLEMENTATIONS: readonly Address[] = [
  "0x34CfAC646f301356fAa8B21e94227e3583Fe3F5F",
  "0xd9Db270c1B5E3Bd161E8c8503c55cEABeE709552",
  "0x3E5c63644E683549055b9Be8653de26E0B4CD36E",
  "0x69f4D1788e39c87893C980c06EdF4b7f686e2938",
  "0xfb1bffC9d739B8D520DaF37dF666da4C91169762",
  "0x41675C099F32341bf84BFc5382aF534df5C7461a",
  "0x29fcB43b46531BcA003ddC8FCB67FFE91900C762",
];

/** Whether nobody is behind an address. */
export function isNobody(address: string): boolean {
  return /^0x0*$/.test(address);
}

/** What is behind an address: an account, a contract, or a known multisig. */
export function judgeHolder(
  reading: HolderReading | undefined,
): Decoded<string> {
  if (reading === undefined) {
    return { ok: false, reason: "its code was not read" };
  }
  const { codes } = reading;
  const unread = codes.find((code) => code.kind === "unknown");
  if (unread !== undefined) {
    return { ok: false, reason: unread.reason };
  }
  const [one, other] = codes;
  if (one.kind === "none" && other.kind === "none") {
    return { ok: true, value: "account" };
  }
  // The probe does not tell a delegation from other code.
  const delegated = codes.find((code) => code.kind === "delegated");
  if (delegated !== undefined && codes.every(({ kind }) => kind !== "none")) {
    return {
      ok: true,
      value: `account that delegates to ${delegated.target}`,
    };
  }
  return one.kind === "code" && other.kind === "code" && isSameCode(one, other)
    ? judgeContract(one.hash ?? other.hash, reading)
    : { ok: false, reason: CODES_DISAGREE };
}

/** The implementation of a proxy of Safe; `undefined` of anything else. */
export function safeImplementation({
  codes,
  slot,
}: Pick<HolderReading, "codes" | "slot">): Address | undefined {
  const isProxy = codes.some(
    (code) => code.kind === "code" && SAFE_PROXIES.has(code.hash ?? ""),
  );
  return isProxy && slot.ok ? addressInWord(slot.value) : undefined;
}

function judgeContract(
  hash: Hex | undefined,
  { slot, safes }: HolderReading,
): Decoded<string> {
  if (hash === undefined || !SAFE_PROXIES.has(hash)) {
    return { ok: true, value: "contract" };
  }
  if (!slot.ok) {
    return { ok: false, reason: slot.reason };
  }
  const implementation = safes.get(codeKey(`0x${slot.value.slice(-40)}`));
  if (implementation?.kind !== "code" || implementation.hash === undefined) {
    // Without it, whether this is a multisig is not known, rather than false.
    return {
      ok: false,
      reason:
        implementation?.kind === "unknown"
          ? implementation.reason
          : "it is a proxy of Safe, and the code of its implementation was not read",
    };
  }
  const release = SAFE_RELEASES.get(implementation.hash);
  return {
    ok: true,
    value: release === undefined ? "contract" : `multisig, Safe ${release}`,
  };
}
