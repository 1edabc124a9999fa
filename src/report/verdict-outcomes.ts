import type { Outcome } from "./outcome.ts";
import type {
  ContractVerification,
  FactVerification,
  IdentityVerification,
} from "./verify-report.ts";

/** What a contract's presence means for the outcome; skipped ones do not count. */
export const PRESENCE_OUTCOMES: Readonly<
  Record<Exclude<ContractVerification["verdict"], "skipped">, Outcome>
> = {
  present: "ok",
  absent: "failed",
  delegated: "failed",
  unknown: "unknown",
  unset: "unknown",
};

/** What a fact means for the outcome. */
export const FACT_OUTCOMES: Readonly<
  Record<FactVerification["verdict"], Outcome>
> = {
  holds: "ok",
  broken: "failed",
  unknown: "unknown",
};

/**
 * What a contract's identity means for the outcome.
 *
 * @param strict whether code that no release has fails; else it is a warning,
 * since a network may run a release that nobody fingerprinted
 */
export function outcomeOfIdentity(
  verdict: IdentityVerification["verdict"],
  strict: boolean,
): Outcome {
  switch (verdict) {
    case "recognised":
      return "ok";
    case "wrong":
      return "failed";
    case "unrecognised":
      return strict ? "failed" : "ok";
    case "unknown":
      return "unknown";
  }
}
