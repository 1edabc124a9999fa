import { isAddress } from "../../config/checksum.ts";
import { quoted } from "../quoted.ts";
import { strangersTo } from "../strangers-to.ts";
import { textsOf } from "../texts-of.ts";
import { titleOf } from "../title-of.ts";
import type { LintRule } from "../types.ts";

/** Addresses that are known, and only on other networks. */
export const OTHER_NETWORK: LintRule = {
  id: "other-network",
  severity: "error",
  summary: "An address that is another network's.",
  fix: "Take the network's own: alpha config prints it.",
  *check({ file, knowledge }) {
    for (const entry of file.entries) {
      for (const { name, text, place } of textsOf(entry)) {
        const others = isAddress(text)
          ? strangersTo(entry, knowledge.addresses.of(text), knowledge)
          : [];
        const [other] = others;
        if (other !== undefined) {
          const isAccount = others.every(
            ({ path }) => path === "portal.providerAddress",
          );
          yield {
            place,
            message: `${quoted(name)} of ${titleOf(entry)} is ${text}, which is ${other.path} of ${other.network}.`,
            // One account, or one address by chance, may be on several chains.
            severity: isAccount
              ? "note"
              : entry.network === undefined
                ? "warning"
                : undefined,
            fix: isAccount
              ? "Nothing, if the provider has one account on several chains."
              : undefined,
          };
        }
      }
    }
  },
};
