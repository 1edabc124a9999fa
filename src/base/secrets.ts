/** The headers without credentials. The values of all others are secrets. */
const PUBLIC_HEADERS = new Set([
  "accept",
  "accept-encoding",
  "accept-language",
  "cache-control",
  "content-type",
]);
/** The scheme of an `Authorization` or similar header, which is no secret. */
const SCHEME =
  /^\s*(?:basic|bearer|digest|dpop|hoba|mutual|negotiate|token|api-?key)\s+/i;
const BASIC = /^\s*basic\s+([\w+/=-]+)\s*$/i;

/** The parts of a request that may contain secrets. */
export interface SecretSources {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/**
 * Every text of these URLs and headers that may be a secret, as written and
 * percent-decoded, whatever its length and look: user, password, each path segment,
 * each query value, the fragment, sub-domains that read like a key, header values and
 * the words in them.
 */
export function collectSecrets(
  ...sources: readonly SecretSources[]
): ReadonlySet<string> {
  const secrets = new Set<string>();
  for (const { url, headers = {} } of sources) {
    for (const text of [...urlSecrets(url), ...headerSecrets(headers)]) {
      secrets.add(text).add(percentDecoded(text));
    }
  }
  secrets.delete("");
  return secrets;
}

function urlSecrets(url: string): readonly string[] {
  const parsed = URL.parse(url);
  if (parsed === null) {
    return [url];
  }
  const { username, password, pathname, search, hash, hostname } = parsed;
  return [
    username,
    password,
    basicCredentials(username, password),
    ...pathname.split("/"),
    ...search
      .slice(1)
      .split("&")
      .map((pair) => pair.slice(pair.indexOf("=") + 1))
      .flatMap((value) => [value, value.replaceAll("+", " ")]),
    hash.slice(1),
    ...keyLabels(hostname),
  ];
}

function headerSecrets(
  headers: Readonly<Record<string, string>>,
): readonly string[] {
  return Object.entries(headers).flatMap(([name, value]) => {
    if (PUBLIC_HEADERS.has(name.toLowerCase())) {
      return [];
    }
    const content = value.replace(SCHEME, "");
    const basic = BASIC.exec(value)?.[1] ?? "";
    const [user = "", ...rest] = Buffer.from(basic, "base64")
      .toString("utf8")
      .split(":");
    return [content, ...content.split(/[\s,;=:]+/), user, rest.join(":")];
  });
}

/**
 * The user and password of a URL as an HTTP client sends them.
 *
 * @returns an empty text if there are none
 */
export function basicCredentials(username: string, password: string): string {
  const credentials = `${percentDecoded(username)}:${percentDecoded(password)}`;
  if (credentials === ":") {
    return "";
  }
  return Buffer.from(credentials, "utf8").toString("base64");
}

/** A text with its percent-encodings resolved once, as UTF-8 or else as Latin-1. */
export function percentDecoded(text: string): string {
  return text.replace(/(?:%[\da-f]{2})+/gi, (encoded) => {
    try {
      return decodeURIComponent(encoded);
    } catch {
      return Buffer.from(encoded.replaceAll("%", ""), "hex").toString("latin1");
    }
  });
}

/** Shorter query values do not read like a secret. */
const MIN_SECRET_VALUE = 4;
const MIN_SECRET_SEGMENT = 16;

/**
 * Returns whether a public URL looks as if it contained a secret: user, password, a
 * query value or fragment, or a part that is long or reads like a key.
 */
export function looksSecret(url: string): boolean {
  const parsed = URL.parse(url);
  if (parsed === null) {
    return url !== "";
  }
  const { username, password, pathname, search, hash, hostname } = parsed;
  return (
    username !== "" ||
    password !== "" ||
    pathname
      .split("/")
      .some(
        (part) => part.length >= MIN_SECRET_SEGMENT || looksLikeKey(part),
      ) ||
    [...search.slice(1).split("&"), hash.slice(1)].some(
      (pair) => pair.slice(pair.indexOf("=") + 1).length >= MIN_SECRET_VALUE,
    ) ||
    keyLabels(hostname).length > 0
  );
}

/**
 * The labels of a host name that read like a key. Some providers give each
 * customer a sub-domain and treat it as the secret. The registered domain is
 * never one of them, and no part of an IP address is long enough.
 */
function keyLabels(hostname: string): string[] {
  const labels = hostname.replace(/\.$/, "").split(".");
  const registered = labels.at(-1) === "localhost" ? 1 : 2;
  return labels.slice(0, -registered).filter(looksLikeKey);
}

const UUID =
  /[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}/i;
const WORD_BREAK = /[-_.~]+/;
const LONG_WORD = 20;
const MIXED_WORD = 10;
const KEY_ALTERNATIONS = 3;

/**
 * Returns whether a label of a host name or a segment of a path reads like an access
 * key and not like words: a UUID, one unbroken run of 20 characters, or a run of at
 * least 10 in which letters and digits alternate often (`a1b2c3d4e5`, but not
 * `k8s-eu-west-1`).
 */
export function looksLikeKey(text: string): boolean {
  if (UUID.test(text)) {
    return true;
  }
  return text
    .split(WORD_BREAK)
    .some(
      (word) =>
        word.length >= LONG_WORD ||
        (word.length >= MIXED_WORD && alternations(word) >= KEY_ALTERNATIONS),
    );
}

/** How often a run of digits follows a run of letters, or the reverse. */
function alternations(word: string): number {
  return (word.match(/\d+|\D+/g)?.length ?? 1) - 1;
}

/**
 * The only form in which an endpoint is ever shown: scheme, host and port. A
 * sub-domain that reads like a key becomes `***`.
 *
 * @returns `https://host:port`, or `an invalid URL`.
 */
export function endpointOrigin(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null || parsed.host === "") {
    return "an invalid URL";
  }
  const keys = new Set(keyLabels(parsed.hostname));
  const host = parsed.host
    .split(".")
    .map((label) => (keys.has(label) ? "***" : label))
    .join(".");
  return `${parsed.protocol}//${host}`;
}
