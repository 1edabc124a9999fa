import { endpointOrigin, looksLikeKey } from "../../base/secrets.ts";
import type { LayeredUrl } from "../../config/layered-url.ts";
import { asString } from "../../sources/source-kind.ts";
import { isLocalHost, plainUrl, readHttpUrl } from "../network-index.ts";
import { tokenEdit } from "../repair/edits.ts";
import { listed, stringsOf, titleOf, wordCounts } from "../texts.ts";
import type {
  LintEntry,
  LintField,
  LintFile,
  LintRule,
  LintString,
} from "../types.ts";

/** The URLs that a portal or a wallet requests. */
const REQUESTED = /(?:Uri|^rpc|^explorers\.url)$/;

interface EntryUrl extends LintString {
  readonly url: URL;
}

/** The http and https URLs that clients of an entry request. */
function requestedUrls(entry: LintEntry): readonly EntryUrl[] {
  return [...stringsOf(entry)].flatMap((string): EntryUrl[] => {
    const url = REQUESTED.test(string.name)
      ? readHttpUrl(string.text)
      : undefined;
    return url === undefined ? [] : [{ ...string, url }];
  });
}

/** One place and message for several URLs of an entry. */
function describeUrls(urls: readonly EntryUrl[]) {
  const names = [...new Set(urls.map(({ name }) => name))];
  const origins = new Set(urls.map(({ text }) => endpointOrigin(text)));
  return { names: listed(names), origins: [...origins].join(", ") };
}

export const HTTP_URL: LintRule = {
  id: "http-url",
  severity: "warning",
  summary: "An http URL: wallets and browsers reject it.",
  fix: "Use https. Only local hosts may use http.",
  *check({ file }) {
    for (const entry of file.entries) {
      const urls = requestedUrls(entry).filter(
        ({ url }) => url.protocol === "http:" && !isLocalHost(url),
      );
      const [first] = urls;
      if (first !== undefined) {
        const { names, origins } = describeUrls(urls);
        yield {
          place: first.place,
          message: `${names} of ${titleOf(entry)} ${urls.length === 1 ? "is" : "are"} not encrypted: ${origins}.`,
        };
      }
    }
  },
};

/** The chain ids that development nodes and local portals use. */
const LOCAL_CHAINS: ReadonlySet<number> = new Set([
  1337, 1338, 5777, 8996, 17_000_000, 31_337,
]);

export const LOCAL_NODE: LintRule = {
  id: "local-node",
  severity: "warning",
  summary: "A local node of a public chain: only your machine can reach it.",
  fix: "Use the URL of a public node.",
  *check({ file }) {
    for (const entry of file.entries) {
      const { chainId, network } = entry;
      const nodes = requestedUrls(entry).filter(({ name }) =>
        ["nodeUri", "rpc"].includes(name),
      );
      const local = nodes.filter(
        ({ url }) => isLocalHost(url) && !isConfigured(url, network),
      );
      const [first] = local;
      if (
        first !== undefined &&
        chainId !== undefined &&
        !LOCAL_CHAINS.has(chainId) &&
        // A list needs one public node.
        local.length === nodes.length
      ) {
        yield {
          place: first.place,
          message: `${describeUrls(local).names} of ${titleOf(entry)} (chain id ${chainId}) is a local node: ${describeUrls(local).origins}.`,
        };
      }
    }
  },
};

function isConfigured(url: URL, network: LintEntry["network"]): boolean {
  return (network?.network.services["nodeUri"]?.layers ?? []).some(
    ({ value }) => {
      const configured =
        typeof value === "string" ? readHttpUrl(value) : undefined;
      return configured !== undefined && plainUrl(configured) === plainUrl(url);
    },
  );
}

export const RPC_PROTOCOL: LintRule = {
  id: "rpc-protocol",
  severity: "error",
  summary: "Only WebSocket URLs in rpc: wallets reject the chain.",
  fix: "Add the https URL of a node.",
  *check({ file }) {
    for (const entry of file.entries) {
      const rpc = entry.chain.members.get("rpc")?.value;
      if (rpc?.kind !== "list") {
        continue;
      }
      const texts = rpc.items.map(asString);
      if (
        texts.length > 0 &&
        texts.every((text) => /^wss?:/i.test(text ?? ""))
      ) {
        yield {
          place: rpc.place,
          message: `rpc of ${titleOf(entry)} only has WebSocket URLs.`,
        };
      }
    }
  },
};

export const EXPLORER_PATH: LintRule = {
  id: "explorer-path",
  severity: "warning",
  summary:
    "An explorer on the network's host with another path, such as a former one.",
  fix: "Use the explorer's current URL.",
  *check({ file, index }) {
    for (const entry of file.entries) {
      const configured = configuredUrl(
        entry.network?.network.services["explorerUri"],
      );
      const other = requestedUrls(entry).find(
        ({ name, url, text }) =>
          ["explorerUri", "explorers.url"].includes(name) &&
          configured !== undefined &&
          // COPIED_NETWORK reports the explorer of another network.
          index.urls.find(text).length === 0 &&
          url.host === configured.host &&
          plainUrl(url) !== plainUrl(configured),
      );
      if (other !== undefined && configured !== undefined) {
        yield {
          place: other.place,
          message: `${other.name} of ${titleOf(entry)} has another path than the network's explorer, such as that of a former version.`,
          fix: `Write ${plainUrl(configured)}.`,
        };
      }
    }
  },
};

/** The public URL of a service; a variable is not read, and an empty one is unset. */
function configuredUrl(service: LayeredUrl | undefined): URL | undefined {
  const [url] = (service?.layers ?? []).flatMap(({ value }) =>
    typeof value === "string" ? (readHttpUrl(value) ?? []) : [],
  );
  return url;
}

export const TRAILING_SLASH: LintRule = {
  id: "trailing-slash",
  severity: "warning",
  summary:
    "The network's URL with a slash at its end: clients append paths to it.",
  fix: "Remove the slash.",
  *check({ file }) {
    const words = wordCounts(file.code);
    for (const entry of file.entries) {
      const { services, backend } = entry.network?.network ?? {};
      if (entry.kind !== "portal") {
        continue;
      }
      for (const { member, field, definition } of entry.fields) {
        const text = asString(member.value);
        if (definition?.type !== "url" || text === undefined) {
          continue;
        }
        const right = text.replace(/\/+$/, "");
        const isConfigured = [
          services?.[field],
          ...(entry.isOtherVersion ? [backend?.[field]] : []),
        ].some((service) =>
          service?.layers.some(({ value }) => value === right),
        );
        if (right === text || !isConfigured) {
          continue;
        }
        yield {
          place: member.value.place,
          message: `${member.name} of ${titleOf(entry)} ends with a slash.`,
          edit: isUsedOnce(member, entry, { text: file.text, words })
            ? tokenEdit(file.text, member.value.place, text, right)
            : undefined,
        };
      }
    }
  },
};

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

export const URL_CREDENTIALS: LintRule = {
  id: "url-credentials",
  severity: "warning",
  summary:
    "A URL with a user name, a password or a key: everybody who opens the portal gets it.",
  fix: "Use a public URL, and change the password or the key.",
  *check({ file }) {
    for (const entry of file.entries) {
      const urls = requestedUrls(entry).filter(
        // Braces and angle brackets mark placeholders.
        ({ url, text }) => !/[{}<>]/.test(text) && hasSecret(url),
      );
      const [first] = urls;
      if (first !== undefined) {
        const { names, origins } = describeUrls(urls);
        const isUser = first.url.username !== "" || first.url.password !== "";
        yield {
          place: first.place,
          message: `${names} of ${titleOf(entry)} contains ${isUser ? "credentials" : "what looks like a key"} for ${origins}.`,
        };
      }
    }
  },
};

const KEY_PARAMETER = /^(?:(?:api|access)?[-_]?(?:key|token)|secret|auth)$/i;

function hasSecret({ username, password, pathname, searchParams }: URL) {
  return (
    username !== "" ||
    password !== "" ||
    pathname.split("/").some(isKey) ||
    [...searchParams].some(
      ([name, value]) =>
        (KEY_PARAMETER.test(name) && value !== "") || isKey(value),
    )
  );
}

/** A long word of letters alone is a name. */
function isKey(text: string): boolean {
  return looksLikeKey(text) && /\d/.test(text) && /[a-z]/i.test(text);
}
