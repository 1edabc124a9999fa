import {
  getProxyUrl,
  shouldUseProxy,
} from "@nomicfoundation/hardhat-utils/request";
import { createScrubber, type Scrubber } from "../base/scrubber.ts";
import { basicCredentials, collectSecrets } from "../base/secrets.ts";

/**
 * The proxy for a URL by Hardhat's own rules, so that requests use the same route as
 * Hardhat's provider: loopback names and hosts in `NO_PROXY` are direct, an empty
 * variable counts as not set, and each scheme falls back to the variable of the other.
 */
export function environmentProxy(url: string): string | undefined {
  if (URL.canParse(url) && shouldUseProxy(url)) {
    return getProxyUrl(url);
  }
  return undefined;
}

/** Knows the secrets of an endpoint's URL and headers, and of the proxy on the way. */
export function endpointScrubber(
  url: string,
  headers: Readonly<Record<string, string>> | undefined,
  proxy: string | undefined = environmentProxy(url),
): Scrubber {
  return createScrubber(
    collectSecrets(
      { url, headers },
      ...(proxy === undefined ? [] : [{ url: proxy }]),
    ),
  );
}

/** The URL and headers of a request. */
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
/** They determine the encoding of bodies, so they cannot be configured. */
const FIXED_HEADERS = {
  "content-type": "application/json",
  "accept-encoding": "gzip, br",
};

/**
 * Path and query of the URL are kept; user and password become a basic authorization
 * header unless one is configured.
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
  const credentials = basicCredentials(url.username, url.password);
  url.username = "";
  url.password = "";
  url.hash = "";
  return {
    url,
    headers: {
      ...DEFAULT_HEADERS,
      ...(credentials === "" ? {} : { authorization: `Basic ${credentials}` }),
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

/**
 * The path and query of a request.
 *
 * @param path is appended to the path of the URL; empty, or begins with a slash
 */
export function requestPath({ pathname, search }: URL, path: string): string {
  if (path === "") {
    return `${pathname}${search}`;
  }
  return `${pathname.replace(/\/+$/, "")}${path}${search}`;
}
