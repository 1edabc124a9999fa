/** Shorter query and header values are not treated as secrets. */
const MIN_VALUE_LENGTH = 4;
const MIN_SECRET_SEGMENT_LENGTH = 16;
const PUBLIC_HEADERS = new Set([
  "accept",
  "accept-encoding",
  "accept-language",
  "cache-control",
  "content-type",
]);

/** The parts of a request that may contain secrets. */
export interface SecretSources {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/**
 * Every text in a URL or header that must not be shown: user and password, path segments that are long or read like a key,
 * query values, the fragment, sub-domains that read like a key, header values
 * and the tokens in them. Each comes in all the spellings in which a server
 * may send it back: as written, percent-encoded, decoded, form-encoded,
 * JSON- and HTML-escaped, and in base64 where it is basic auth.
 */
export function collectSecrets(sources: SecretSources): ReadonlySet<string> {
  const { url, headers = {} } = sources;
  const secrets = new Set<string>();
  for (const secret of [...urlSecrets(url), ...headerSecrets(headers)]) {
    for (const spelling of spellings(secret)) {
      secrets.add(spelling);
    }
  }
  secrets.delete("");
  return secrets;
}

function* urlSecrets(url: string): Generator<string> {
  const parsed = URL.parse(url);
  if (parsed === null) {
    yield url;
    return;
  }
  const { username, password } = parsed;
  yield username;
  yield password;
  if (username !== "" || password !== "") {
    yield* basicAuthSpellings(decode(username), decode(password));
  }
  yield* parsed.pathname
    .split("/")
    .filter(
      (segment) =>
        segment.length >= MIN_SECRET_SEGMENT_LENGTH || looksLikeKey(segment),
    );
  for (const pair of parsed.search.slice(1).split("&")) {
    const value = pair.includes("=") ? pair.slice(pair.indexOf("=") + 1) : pair;
    yield* [value, value.replaceAll("+", " ")].filter(isLongEnough);
  }
  yield* [parsed.hash.slice(1)].filter(isLongEnough);
  yield* keyLabels(parsed.hostname);
}

function* headerSecrets(
  headers: Readonly<Record<string, string>>,
): Generator<string> {
  for (const [name, value] of Object.entries(headers)) {
    if (PUBLIC_HEADERS.has(name.toLowerCase())) {
      continue;
    }
    yield* [value, ...value.split(/[\s,;=:]+/)].filter(isLongEnough);
    const basic = /^\s*basic\s+([\w+/=-]+)\s*$/i.exec(value)?.[1];
    if (basic !== undefined) {
      const [user = "", ...rest] = Buffer.from(basic, "base64")
        .toString("utf8")
        .split(":");
      yield user;
      yield rest.join(":");
      yield* basicAuthSpellings(user, rest.join(":"));
    }
  }
}

function* basicAuthSpellings(
  user: string,
  password: string,
): Generator<string> {
  for (const text of [`${user}:${password}`, user, password]) {
    if (isLongEnough(text)) {
      const bytes = Buffer.from(text, "utf8");
      yield bytes.toString("base64").replace(/=+$/, "");
      yield bytes.toString("base64url");
    }
  }
}

function* spellings(secret: string): Generator<string> {
  for (const text of new Set([secret, decode(secret)])) {
    const encoded = encode(text, encodeURIComponent);
    yield* [
      text,
      encoded,
      encoded.replaceAll("%20", "+"),
      encode(encoded, encodeURIComponent),
    ];
    yield encode(text, encodeURI);
    const json = JSON.stringify(text).slice(1, -1);
    yield json;
    yield json.replaceAll("/", "\\/");
    yield text
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;")
      .replaceAll('"', "&quot;")
      .replaceAll("'", "&#39;");
  }
}

function encode(text: string, how: (text: string) => string): string {
  try {
    return how(text);
  } catch {
    return text;
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function isLongEnough(text: string): boolean {
  return text.length >= MIN_VALUE_LENGTH;
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
 * Whether a label of a host name or a segment of a path reads like an access
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
