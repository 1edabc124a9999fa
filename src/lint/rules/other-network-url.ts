import { endpointOrigin } from "../../rpc/secrets/endpoint-origin.ts";
import { quoted } from "../quoted.ts";
import { strangersTo } from "../strangers-to.ts";
import { textsOf } from "../texts-of.ts";
import { titleOf } from "../title-of.ts";
import type { LintRule } from "../types.ts";

/** Services that serve several chains at one URL. */
const OF_SEVERAL_CHAINS = new Set(["metadataCacheUri", "providerUri"]);

/** URLs that are known, and only on other networks. */
export const OTHER_NETWORK_URL: LintRule = {
  id: "other-network-url",
  severity: "error",
  summary: "A URL that is another network's.",
  fix: "Take the network's own: alpha config prints it.",
  *check({ file, knowledge }) {
    for (const entry of file.entries) {
      for (const { name, text, place } of textsOf(entry)) {
        const others = strangersTo(entry, knowledge.urls.of(text), knowledge);
        const [other] = others;
        const mayBeShared = others.every(({ field }) =>
          OF_SEVERAL_CHAINS.has(field),
        );
        const isUnknown = entry.network === undefined;
        if (other === undefined || (mayBeShared && isUnknown)) {
          continue;
        }
        yield {
          place,
          message: `${quoted(name)} of ${titleOf(entry)} is ${other.field} of ${other.network}, at ${endpointOrigin(text)}.`,
          severity: mayBeShared ? "note" : isUnknown ? "warning" : undefined,
          fix: mayBeShared
            ? "Nothing, if the service serves both chains."
            : undefined,
        };
      }
    }
  },
};
