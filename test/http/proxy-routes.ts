import { NO_PROXIES, startProxy } from "../support/forward-proxy.ts";
import { startFaultyServer } from "../support/node-model/server.ts";
import { withEnvironment } from "../support/with-environment.ts";

/** Where a request arrives first. */
export type Route = "direct" | "proxy" | "nowhere";

const PROXY = "the proxy";
/** Variables by what they are to show; `PROXY` stands for its URL. */
export const PROXY_ENVIRONMENTS: Readonly<
  Record<string, Readonly<Record<string, string>>>
> = {
  "no variable": {},
  HTTP_PROXY: { HTTP_PROXY: PROXY },
  http_proxy: { http_proxy: PROXY },
  "HTTPS_PROXY alone, for http": { HTTPS_PROXY: PROXY },
  "an empty http_proxy before HTTP_PROXY": {
    http_proxy: "",
    HTTP_PROXY: PROXY,
  },
  "spaces only": { HTTP_PROXY: "  " },
  "NO_PROXY for everything": { HTTP_PROXY: PROXY, NO_PROXY: "*" },
  "NO_PROXY for the name": { HTTP_PROXY: PROXY, NO_PROXY: "node.invalid" },
  "NO_PROXY for the domain": { HTTP_PROXY: PROXY, NO_PROXY: ".invalid" },
  "NO_PROXY for another name": { HTTP_PROXY: PROXY, NO_PROXY: "x.invalid" },
  "an empty no_proxy before NO_PROXY": {
    HTTP_PROXY: PROXY,
    no_proxy: "",
    NO_PROXY: "node.invalid",
  },
};
/** Of the nodes. */
export const PROXY_HOSTS: readonly string[] = [
  "127.0.0.1",
  "localhost",
  "node.invalid",
  "api.node.invalid",
];

/**
 * The routes to a node at `host` in an environment, of requests that are sent in
 * several ways. What becomes of a request does not matter.
 */
export async function routesOf(
  environment: Readonly<Record<string, string>>,
  host: string,
  ways: readonly ((url: string) => Promise<unknown>)[],
): Promise<readonly Route[]> {
  await using proxy = await startProxy();
  await using node = await startFaultyServer();
  const variables = Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      value === PROXY ? proxy.url : value,
    ]),
  );
  const routes: Route[] = [];

  for (const send of ways) {
    const before = [proxy.seen.length, node.received.length] as const;
    await withEnvironment(
      { ...NO_PROXIES, ...variables },
      async () => await send(`http://${host}:${node.port}`),
    ).catch(() => undefined);
    if (proxy.seen.length > before[0]) {
      routes.push("proxy");
    } else {
      routes.push(node.received.length > before[1] ? "direct" : "nowhere");
    }
  }
  return routes;
}
