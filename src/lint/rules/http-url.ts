import { endpointOrigin } from "../../rpc/secrets/endpoint-origin.ts";
import { isLocalHost } from "../is-local-host.ts";
import { quoted } from "../quoted.ts";
import { textsOf } from "../texts-of.ts";
import { titleOf } from "../title-of.ts";
import type { LintRule } from "../types.ts";

/** URLs without encryption to anywhere but this machine. */
export const HTTP_URL: LintRule = {
  id: "http-url",
  severity: "warning",
  summary: "An http URL: wallets and browsers refuse it.",
  fix: "Use https. http is for localhost.",
  *check({ file }) {
    for (const entry of file.entries) {
      for (const { name, text, place } of textsOf(entry)) {
        const url = /^http:/i.test(text) ? URL.parse(text) : null;
        if (url !== null && !isLocalHost(url)) {
          yield {
            place,
            message: `${quoted(name)} of ${titleOf(entry)} is not encrypted: ${endpointOrigin(text)}.`,
          };
        }
      }
    }
  },
};
