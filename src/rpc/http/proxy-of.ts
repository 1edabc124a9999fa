/** Environment variables, as `process.env` holds them. */
export type ProxyEnvironment = Readonly<Record<string, string | undefined>>;

/** The proxies to use; an empty text where there is none. */
export interface ProxySettings {
  readonly httpProxy: string;
  readonly httpsProxy: string;
  readonly noProxy: string;
}

/**
 * The proxies an environment names in `HTTP_PROXY`, `HTTPS_PROXY` and
 * `NO_PROXY`; the spelling in lower case goes first, as in curl.
 */
export function proxyOf(env: ProxyEnvironment): ProxySettings {
  return {
    httpProxy: env["http_proxy"] ?? env["HTTP_PROXY"] ?? "",
    httpsProxy: env["https_proxy"] ?? env["HTTPS_PROXY"] ?? "",
    noProxy: env["no_proxy"] ?? env["NO_PROXY"] ?? "",
  };
}
