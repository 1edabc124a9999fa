import type { Outcome } from "./outcome.ts";
import type { TextStyle } from "./text-style.ts";

/** An outcome in capitals, standing out where it is not ok. */
export function outcomeMark(outcome: Outcome, style: TextStyle): string {
  switch (outcome) {
    case "ok":
      return style.good("OK");
    case "failed":
      return style.bad("FAILED");
    case "unknown":
      return style.unsure("UNKNOWN");
  }
}
