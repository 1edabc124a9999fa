const PUBLIC_HEADERS = new Set([
  "accept",
  "accept-encoding",
  "accept-language",
  "cache-control",
  "content-type",
]);
const AUTHORIZATION_HEADERS = new Set(["authorization", "proxy-authorization"]);
/** The scheme of an `Authorization` header, which is no secret. */
const SCHEME =
  /^\s*(?:basic|bearer|digest|dpop|hoba|mutual|negotiate|token|api-?key)\s+/i;
const BASIC = /^\s*basic\s+([\w+/=-]+)\s*$/i;

/** The parts of a request that may contain secrets. */
export interface SecretSources {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Texts that must not be shown. */
export interface Secrets {
  /** As written, and percent-decoded. */
  readonly values: ReadonlySet<string>;
  /**
   * Texts of which a value is a part (a path, `name=value`, `user:password`), which
   * matter where a server encodes them as a whole.
   */
  readonly composites: ReadonlySet<string>;
}

/**
 * Every text of these URLs and headers that may be a secret, whatever its length and
 * look: user, password, each path segment, each query value, the fragment, sub-domains
 * that read like a key, header values and the words in them.
 */
export function collectSecrets(...sources: readonly SecretSources[]): Secrets {
  const values = new Set<string>();
  const composites = new Set<string>();
  for (const { url, headers = {} } of sources) {
    for (const part of [...urlParts(url), ...headerParts(headers)]) {
      const target = part.isComposite ? composites : values;
      target.add(part.text).add(decode(part.text));
    }
  }
  values.delete("");
  composites.delete("");
  return { values, composites };
}

interface SecretPart {
  readonly text: string;
  readonly isComposite?: boolean;
}

function* urlParts(url: string): Generator<SecretPart> {
  const parsed = URL.parse(url);
  if (parsed === null) {
    yield { text: url };
    return;
  }
  const { username, password, pathname, search, hash, hostname } = parsed;
  yield* credentials(decode(username), decode(password));
  for (const text of [
    username,
    password,
    ...pathname.split("/"),
    hash.slice(1),
    ...keyLabels(hostname),
  ]) {
    yield { text };
  }
  for (const pair of search.slice(1).split("&")) {
    const value = pair.slice(pair.indexOf("=") + 1);
    yield { text: value };
    yield { text: value.replaceAll("+", " ") };
    yield { text: pair, isComposite: true };
  }
  if (pathname !== "/") {
    yield { text: pathname, isComposite: true };
  }
  if (search !== "") {
    yield { text: `${pathname}${search}`, isComposite: true };
  }
}

function* headerParts(
  headers: Readonly<Record<string, string>>,
): Generator<SecretPart> {
  for (const [name, value] of Object.entries(headers)) {
    if (PUBLIC_HEADERS.has(name.toLowerCase())) {
      continue;
    }
    const content = AUTHORIZATION_HEADERS.has(name.toLowerCase())
      ? value.replace(SCHEME, "")
      : value;
    for (const text of [content, ...content.split(/[\s,;=:]+/)]) {
      yield { text };
    }
    yield { text: value, isComposite: true };
    const basic = BASIC.exec(value)?.[1];
    if (basic !== undefined) {
      const [user = "", ...rest] = Buffer.from(basic, "base64")
        .toString("utf8")
        .split(":");
      yield* credentials(user, rest.join(":"));
    }
  }
}

function* credentials(user: string, password: string): Generator<SecretPart> {
  yield { text: user };
  yield { text: password };
  if (user !== "" || password !== "") {
    yield { text: `${user}:${password}`, isComposite: true };
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Shorter query values do not read like a secret. */
const MIN_SECRET_VALUE = 4;
const MIN_SECRET_SEGMENT = 16;

/**
 * Whether a public URL looks as if it contained a secret: user, password, a query value
 * or fragment, or a part that is long or reads like a key.
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
