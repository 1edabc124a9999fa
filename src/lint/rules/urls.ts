import { endpointOrigin } from "../../base/secrets.ts";
import { quoted } from "../../base/text.ts";
import type { LayeredUrl } from "../../config/layered-url.ts";
import type { PortalFieldDefinition } from "../../networks/definition.ts";
import { asString } from "../../sources/source-kind.ts";
import { tokenEdit } from "../edits.ts";
import { isLocalHost, usesOnOtherNetworks } from "../network-index.ts";
import { stringsOf, titleOf, wordCounts } from "../texts.ts";
import type { LintEntry, LintField, LintFile, LintRule } from "../types.ts";

export const HTTP_URL: LintRule = {
  id: "http-url",
  severity: "warning",
  summary: "An http URL: wallets and browsers reject it.",
  fix: "Use https. Only localhost may use http.",
  *check({ file }) {
    for (const entry of file.entries) {
      for (const { name, text, place } of stringsOf(entry)) {
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

/** Services that may serve several chains at one URL. */
const SHARED_SERVICES = new Set(["metadataCacheUri", "providerUri"]);

export const OTHER_NETWORK_URL: LintRule = {
  id: "other-network-url",
  severity: "error",
  summary: "A URL of another network.",
  fix: "Use the URL of this network: alpha config prints it.",
  *check({ file, index }) {
    for (const entry of file.entries) {
      for (const { name, text, place } of stringsOf(entry)) {
        const others = usesOnOtherNetworks(entry, index.urls.find(text), index);
        const [other] = others;
        const mayBeShared = others.every(({ field }) =>
          SHARED_SERVICES.has(field),
        );
        const isUnidentified = entry.network === undefined;
        if (other === undefined || (mayBeShared && isUnidentified)) {
          continue;
        }
        yield {
          place,
          message: `${quoted(name)} of ${titleOf(entry)} is ${other.field} of ${other.network}, at ${endpointOrigin(text)}.`,
          severity: mayBeShared
            ? "note"
            : isUnidentified
              ? "warning"
              : undefined,
          fix: mayBeShared
            ? "No change is needed if the service serves both chains."
            : undefined,
        };
      }
    }
  },
};

export const TRAILING_SLASH: LintRule = {
  id: "trailing-slash",
  severity: "warning",
  summary:
    "A URL with or without a slash at its end, unlike in the reference: clients append paths.",
  fix: "Add or remove the slash.",
  *check({ file }) {
    const words = wordCounts(file.code);
    for (const entry of file.entries) {
      const { services } = entry.network?.network ?? {};
      if (
        entry.kind !== "portal" ||
        services === undefined ||
        entry.isOtherVersion
      ) {
        continue;
      }
      for (const { member, field, definition } of entry.fields) {
        const text = asString(member.value);
        if (definition?.type !== "url" || text === undefined) {
          continue;
        }
        const needsSlash = endsWithSlash(entry.expected[field]);
        if (!isPlainUrl(text) || text.endsWith("/") === needsSlash) {
          continue;
        }
        const right = needsSlash ? `${text}/` : text.replace(/\/+$/, "");
        yield {
          place: member.value.place,
          message: `${member.name} of ${titleOf(entry)} ${needsSlash ? "does not end with a slash" : "ends with a slash"}.`,
          fix: needsSlash ? "Add the slash." : "Remove the slash.",
          edit:
            isSafeChange(text, right, services[field]) &&
            isUsedOnce(member, entry, { text: file.text, words })
              ? tokenEdit(file.text, member.value.place, text, right)
              : undefined,
        };
      }
    }
  },
};

function endsWithSlash(rule: PortalFieldDefinition | undefined): boolean {
  return rule?.type === "url" && rule.endsWithSlash === true;
}

/**
 * Whether the corrected URL certainly works: the slash is its whole path, or it
 * becomes the configured URL.
 */
function isSafeChange(
  text: string,
  right: string,
  configured: LayeredUrl | undefined,
): boolean {
  return (
    URL.parse(text)?.href === URL.parse(right)?.href ||
    configured?.layers.some(({ value }) => value === right) === true
  );
}

/**
 * Whether only this field uses a value: it is written in the chain itself, or in a
 * constant without other uses. Another use may need the value as it is.
 */
function isUsedOnce(
  { key, at, value }: LintField["member"],
  { chain }: LintEntry,
  {
    text,
    words,
  }: {
    readonly text: LintFile["text"];
    readonly words: ReadonlyMap<string, number>;
  },
): boolean {
  const isOwn = key.start >= chain.place.start && key.start < chain.place.end;
  const isWrittenHere = value.place.start === at.start;
  const isOnlyUse = words.get(text.slice(at.start, at.end)) === 2;
  return isOwn && (isWrittenHere || isOnlyUse);
}

/** Whether a text is an http or https URL without a query or a fragment. */
function isPlainUrl(text: string): boolean {
  return (
    /^https?:\/\/[^/]/i.test(text) && !/[?#\s]/.test(text) && URL.canParse(text)
  );
}

export const URL_CREDENTIALS: LintRule = {
  id: "url-credentials",
  severity: "warning",
  summary:
    "A URL with a user name or password: everybody who opens the portal gets it.",
  fix: "Use a public URL, and change the password.",
  *check({ file }) {
    for (const entry of file.entries) {
      for (const { name, text, place } of stringsOf(entry)) {
        const url = /^https?:/i.test(text) ? URL.parse(text) : null;
        if (url !== null && (url.username !== "" || url.password !== "")) {
          yield {
            place,
            message: `${quoted(name)} of ${titleOf(entry)} contains credentials for ${endpointOrigin(text)}.`,
          };
        }
      }
    }
  },
};
