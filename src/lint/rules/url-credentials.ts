import { endpointOrigin } from "../../rpc/secrets/endpoint-origin.ts";
import { quoted } from "../quoted.ts";
import { textsOf } from "../texts-of.ts";
import { titleOf } from "../title-of.ts";
import type { LintRule } from "../types.ts";

/** URLs with a user or a password, which a portal gives to every visitor. */
export const URL_CREDENTIALS: LintRule = {
  id: "url-credentials",
  severity: "warning",
  summary:
    "A URL with a user or password: everybody who opens the portal gets it.",
  fix: "Use a public URL, and change the password.",
  *check({ file }) {
    for (const entry of file.entries) {
      for (const { name, text, place } of textsOf(entry)) {
        const url = /^https?:/i.test(text) ? URL.parse(text) : null;
        if (url !== null && (url.username !== "" || url.password !== "")) {
          yield {
            place,
            message: `${quoted(name)} of ${titleOf(entry)} carries credentials for ${endpointOrigin(text)}.`,
          };
        }
      }
    }
  },
};
