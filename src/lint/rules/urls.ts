import { endpointOrigin, looksLikeKey } from "../../base/secrets.ts";
import { plainUrl } from "../../base/text.ts";
import type { LayeredUrl } from "../../config/layered-url.ts";
import { asString } from "../../sources/source-kind.ts";
import {
  isLocalHost,
  type KnownNetwork,
  type NetworkIndex,
  readHttpUrl,
} from "../network-index.ts";
import { listed, stringsOf, titleOf, tokenEdit } from "../texts.ts";
import type {
  LintEntry,
  LintField,
  LintRule,
  LintString,
  LintTest,
} from "../types.ts";
import { each, entriesIn, fieldsIn, inEach } from "../types.ts";

/** The URLs that a portal or a wallet requests. */
const REQUESTED = /(?:Uri|^rpc|^explorers\.url)$/;

interface EntryUrl extends LintString {
  readonly url: URL;
}

/** The http and https URLs that clients of an entry request. */
function requestedUrls(entry: LintEntry): readonly EntryUrl[] {
  const urls: EntryUrl[] = [];
  for (const string of stringsOf(entry)) {
    const url = readHttpUrl(string.text);
    if (url !== undefined && REQUESTED.test(string.name)) {
      urls.push({ ...string, url });
    }
  }
  return urls;
}

/**
 * A test with one problem for all wrong URLs of an entry.
 *
 * @param what they are, after "has"
 */
function urlTest(
  what: string,
  wrongUrls: (entry: LintEntry) => readonly EntryUrl[],
): LintTest {
  return each(entriesIn, (entry) => {
    const urls = wrongUrls(entry);
    const [first] = urls;
    if (first === undefined) {
      return undefined;
    }
    const names = new Set(urls.map(({ name }) => name));
    const origins = new Set(urls.map(({ text }) => endpointOrigin(text)));
    return {
      place: first.place,
      message: `${titleOf(entry)} has ${what} in ${listed([...names])}: ${[...origins].join(", ")}.`,
    };
  });
}

export const HTTP_URL: LintRule = {
  id: "http-url",
  severity: "warning",
  summary: "An http URL: wallets and browsers reject it.",
  fix: "Use https. Only local hosts may use http.",
  find: urlTest("a URL without encryption", (entry) =>
    requestedUrls(entry).filter(
      ({ url }) => url.protocol === "http:" && !isLocalHost(url),
    ),
  ),
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
  find: urlTest("a local node", (entry) => {
    const { chainId, network } = entry;
    if (chainId === undefined || LOCAL_CHAINS.has(chainId)) {
      return [];
    }
    const configured = urlsOf(network?.services["nodeUri"]);
    const nodes = requestedUrls(entry).filter(({ name }) =>
      ["nodeUri", "rpc"].includes(name),
    );
    // A list needs one public node.
    const isPublic = ({ url }: EntryUrl) =>
      !isLocalHost(url) || configured.includes(plainUrl(url));
    if (nodes.some(isPublic)) {
      return [];
    }
    return nodes;
  }),
};

/** The public URLs of a service: variables are not read. */
function urlsOf(service: LayeredUrl | undefined): readonly string[] {
  const urls: string[] = [];
  for (const { value } of service?.layers ?? []) {
    const url = typeof value === "string" ? readHttpUrl(value) : undefined;
    if (url !== undefined) {
      urls.push(plainUrl(url));
    }
  }
  return urls;
}

/** The fields with an explorer's URL: a portal's, and a wallet's. */
const EXPLORERS = ["explorerUri", "explorers.url"];

export const EXPLORER: LintRule = {
  id: "explorer",
  severity: "warning",
  summary:
    "An explorer on a host of another network, or on the network's host with another path, such as a former one.",
  fix: "Use the explorer's current URL.",
  find: each(inEach(entriesIn, requestedUrls), ({ entry, part }, { index }) => {
    const { name, place, text, url } = part;
    // Another rule reports the explorer of another network.
    if (!EXPLORERS.includes(name) || index.usesOf(text).length > 0) {
      return undefined;
    }
    const [configured] = urlsOf(entry.network?.services["explorerUri"]);
    const host = URL.parse(configured ?? "")?.host;
    const fix = configured && `Write ${configured}.`;
    const about = `${name} of ${titleOf(entry)}`;
    if (url.host === host && plainUrl(url) !== configured) {
      return {
        place,
        message: `${about} has another path than the network's explorer, such as that of a former version.`,
        fix,
      };
    }
    const owner = ownerOfDomain(url, index);
    if (owner === undefined || !isOfAnother(entry, owner)) {
      return undefined;
    }
    return {
      place,
      message: `${about} is on ${url.host}, a host of ${owner.name}.`,
      fix,
    };
  }),
};

/** An entry of which neither the network nor the chain id is known may be of any network. */
function isOfAnother({ network, chainId }: LintEntry, owner: KnownNetwork) {
  if (network === undefined) {
    return chainId !== undefined && chainId !== owner.chainId;
  }
  return network.name !== owner.name;
}

/** Shorter domains are of a company, and not of one network. */
const MIN_LABELS = 3;

/** The only network with a service in the domain of a URL: `dev.pontus-x.eu`. */
function ownerOfDomain(
  url: URL,
  { known }: NetworkIndex,
): KnownNetwork | undefined {
  const domain = domainOf(url);
  const [owner, ...more] = known.filter(({ values }) =>
    values.some(([, text]) => {
      const other = readHttpUrl(text);
      return other !== undefined && domainOf(other) === domain;
    }),
  );
  const isSpecific =
    !isLocalHost(url) && domain.split(".").length >= MIN_LABELS;
  return isSpecific && more.length === 0 ? owner : undefined;
}

function domainOf({ hostname }: URL): string {
  return hostname.slice(hostname.indexOf(".") + 1);
}

export const URL_CREDENTIALS: LintRule = {
  id: "url-credentials",
  severity: "warning",
  summary:
    "A URL with a user name, a password or a key: everybody who opens the portal gets it.",
  fix: "Use a public URL, and change the password or the key.",
  find: urlTest("credentials, or what looks like a key,", (entry) =>
    requestedUrls(entry).filter(
      // Braces and angle brackets mark placeholders.
      ({ url, text }) => !/[{}<>]/.test(text) && hasSecret(url),
    ),
  ),
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

export const TRAILING_SLASH: LintRule = {
  id: "trailing-slash",
  severity: "warning",
  summary:
    "The network's URL with a slash at its end: clients append paths to it.",
  fix: "Remove the slash.",
  find: each(fieldsIn, ({ entry, member, field }, { file }) => {
    const text = asString(member.value) ?? "";
    const right = text.replace(/\/+$/, "");
    if (
      entry.kind !== "portal" ||
      right === text ||
      !isConfigured(right, field, entry)
    ) {
      return undefined;
    }
    const { place } = member.value;
    const { at } = member;
    const uses = file.words.get(file.text.slice(at.start, at.end));
    // Another use of a constant may need the value as it is.
    const isUsedOnce = place.start === at.start || uses === 2;
    return {
      place,
      message: `${member.name} of ${titleOf(entry)} ends with a slash.`,
      edit:
        isOwn(entry, member) && isUsedOnce
          ? tokenEdit(file.text, place, text, right)
          : undefined,
    };
  }),
};

function isConfigured(
  text: string,
  field: string,
  { isOtherVersion, network }: LintEntry,
): boolean {
  const { services, backend } = network ?? {};
  return [
    services?.[field],
    isOtherVersion ? backend?.[field] : undefined,
  ].some((service) => service?.layers.some(({ value }) => value === text));
}

/** True if a field is written in the chain itself, and not in an object that is spread. */
function isOwn({ chain: { place } }: LintEntry, { key }: LintField["member"]) {
  return key.start >= place.start && key.start < place.end;
}
