import { endpointOrigin } from "../../base/secrets.ts";
import { quoted } from "../../base/text.ts";
import type { LayeredUrl } from "../../config/layered-url.ts";
import type { PortalFieldDefinition } from "../../networks/definition.ts";
import { textIn } from "../../sources/source-kind.ts";
import { tokenEdit } from "../edits.ts";
import { isLocalHost } from "../indexes.ts";
import { strangersTo } from "../knowledge.ts";
import { textsOf, titleOf, wordCounts } from "../texts.ts";
import type { LintEntry, LintField, LintFile, LintRule } from "../types.ts";

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

/** URLs that end with a slash where the reference's do not, or the other way. */
export const TRAILING_SLASH: LintRule = {
  id: "trailing-slash",
  severity: "warning",
  summary:
    "A URL with or without a slash at its end, other than in the reference: clients append paths.",
  fix: "Write the URL's end as the reference does.",
  *check({ file }) {
    const words = wordCounts(file.code);
    for (const entry of file.entries) {
      const { name, services } = entry.network?.network ?? {};
      if (
        entry.kind !== "portal" ||
        name === undefined ||
        services === undefined ||
        entry.isOtherVersion
      ) {
        continue;
      }
      for (const { member, field, definition } of entry.fields) {
        const text = textIn(member.value);
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
            isSafe(text, right, services[field]) &&
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
 * Whether a URL goes where it went without asking its host: it has no path, or
 * becomes the one that is configured.
 */
function isSafe(
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
 * Whether a value is the field's alone: written in the chain itself, or in a
 * constant that stands nowhere else. What is wrong for one chain is right for
 * another, and code may append to it.
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

/** Whether a text is a URL whose end is its path's. */
function isPlainUrl(text: string): boolean {
  return (
    /^https?:\/\/[^/]/i.test(text) && !/[?#\s]/.test(text) && URL.canParse(text)
  );
}

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
