import { numberIn } from "../../sources/value-in.ts";
import { titleOf } from "../title-of.ts";
import type { LintRule } from "../types.ts";

/** What wallets accept for a native currency. */
const DECIMALS = 18;

/** Native currencies with another number of decimals than wallets accept. */
export const NATIVE_DECIMALS: LintRule = {
  id: "native-decimals",
  severity: "error",
  summary:
    "A native currency whose decimals are not 18: wallets refuse to add the chain.",
  fix: "Write 18. What a portal shows may be rounded elsewhere.",
  *check({ file }) {
    for (const entry of file.entries) {
      const currency = entry.chain.members.get("nativeCurrency");
      if (currency === undefined || currency.value.kind === "unknown") {
        continue;
      }
      const { value } = currency;
      const decimals =
        value.kind === "object" ? value.members.get("decimals") : undefined;
      const isHidden = value.kind === "object" && value.beyond.length > 0;
      if (decimals === undefined && isHidden) {
        continue;
      }
      if (decimals === undefined) {
        yield {
          place: value.place,
          message: `nativeCurrency of ${titleOf(entry)} has no decimals.`,
        };
      } else if (
        decimals.value.kind !== "unknown" &&
        numberIn(decimals.value) !== DECIMALS
      ) {
        yield {
          place: decimals.value.place,
          message: `The decimals of ${titleOf(entry)}'s nativeCurrency are not ${DECIMALS}.`,
        };
      }
    }
  },
};
