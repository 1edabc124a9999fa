/** Where a request goes, and what it carries besides its body. */
export interface HttpTarget {
  /** Without user, password and fragment. */
  readonly url: URL;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

const DEFAULT_HEADERS = {
  accept: "application/json",
  "user-agent": "hardhat-alpha-networks",
};
const FIXED_HEADERS = {
  "content-type": "application/json",
  "accept-encoding": "gzip, br",
};

/**
 * Path and query of the URL are kept; user and password move into a basic
 * authorization header, unless one is configured. The headers that decide how
 * bodies are read are ours.
 *
 * @returns `undefined` if the URL is not one of http or https.
 */
export function httpTarget(
  source: string,
  configured: Readonly<Record<string, string>> = {},
): HttpTarget | undefined {
  const url = URL.parse(source);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    return undefined;
  }
  const { username, password } = url;
  url.username = "";
  url.password = "";
  url.hash = "";
  return {
    url,
    headers: {
      ...DEFAULT_HEADERS,
      ...(username === "" && password === ""
        ? {}
        : { authorization: basic(username, password) }),
      ...Object.fromEntries(
        Object.entries(configured).map(([name, value]) => [
          name.toLowerCase(),
          value,
        ]),
      ),
      ...FIXED_HEADERS,
    },
  };
}

function basic(username: string, password: string): string {
  const credentials = `${decode(username)}:${decode(password)}`;
  return `Basic ${Buffer.from(credentials, "utf8").toString("base64")}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
