import type { Decoded } from "../../base/records.ts";
import { SAFE } from "../../contracts/types/safe.ts";
import { CODES_DISAGREE, codeKey, isSameCode } from "../reading/readings.ts";
import type { HolderReading } from "./answers.ts";

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
  // For the probe, a delegation is like any other code.
  const delegated = codes.find((code) => code.kind === "delegated");
  if (delegated !== undefined && codes.every(({ kind }) => kind !== "none")) {
    return { ok: true, value: `account that delegates to ${delegated.target}` };
  }
  return one.kind === "code" && other.kind === "code" && isSameCode(one, other)
    ? judgeContract(one.hash ?? other.hash ?? "", reading)
    : { ok: false, reason: CODES_DISAGREE };
}

function judgeContract(
  hash: string,
  { slot, implementations }: HolderReading,
): Decoded<string> {
  if (!SAFE.proxies.has(hash)) {
    return { ok: true, value: "contract" };
  }
  if (!slot.ok) {
    return { ok: false, reason: slot.reason };
  }
  const runs = implementations.get(codeKey(`0x${slot.value.slice(-40)}`));
  if (runs?.kind !== "code" || runs.hash === undefined) {
    // Without it, whether this is a multisig is not known, rather than false.
    return {
      ok: false,
      reason:
        runs?.kind === "unknown"
          ? runs.reason
          : "it is a proxy of Safe, and the code of its implementation was not read",
    };
  }
  const release = SAFE.releases.get(runs.hash);
  return {
    ok: true,
    value: release === undefined ? "contract" : `${SAFE.words} ${release}`,
  };
}
