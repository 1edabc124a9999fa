import { expect } from "chai";

import { createHttpTransport } from "../../src/rpc/http-transport.ts";
import { createAlphaHre } from "../support/alpha-hre.ts";
import { startFaultyServer } from "../support/faulty-server.ts";
import { NO_PROXIES, startProxy } from "../support/forward-proxy.ts";
import { withEnvironment } from "../support/with-environment.ts";

type Route = "direct" | "proxy" | "nowhere";

const PROXY = "the proxy";
/** Variables by what they are to show; `PROXY` stands for its URL. */
const ENVIRONMENTS: Readonly<Record<string, Readonly<Record<string, string>>>> =
  {
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
const HOSTS: readonly string[] = [
  "127.0.0.1",
  "localhost",
  "node.invalid",
  "api.node.invalid",
];

describe("the route of reads and of Hardhat's provider", function () {
  this.timeout(30_000);

  const routes = new Set<Route>();

  for (const [title, environment] of Object.entries(ENVIRONMENTS)) {
    for (const host of HOSTS) {
      it(`given ${title} and a node at ${host}, is the same`, async () => {
        const proxy = await startProxy();
        const node = await startFaultyServer();
        const url = `http://${host}:${node.port}`;
        const variables = Object.fromEntries(
          Object.entries(environment).map(([name, value]) => [
            name,
            value === PROXY ? proxy.url : value,
          ]),
        );
        /** Where a request arrives first. */
        const routeOf = async (ask: () => Promise<unknown>): Promise<Route> => {
          const before = [proxy.seen.length, node.received.length] as const;
          await withEnvironment({ ...NO_PROXIES, ...variables }, ask).catch(
            () => undefined,
          );
          if (proxy.seen.length > before[0]) {
            return "proxy";
          }
          return node.received.length > before[1] ? "direct" : "nowhere";
        };
        try {
          const ours = await routeOf(async () => {
            const transport = createHttpTransport({ url, retries: 0 });
            await transport.request("eth_chainId", []);
            await transport.close();
          });
          const theirs = await routeOf(async () => {
            const hre = await createAlphaHre({
              networks: { remote: { type: "http", url } },
            });
            const connection = await hre.network.create("remote");
            try {
              await connection.provider.request({ method: "eth_chainId" });
            } finally {
              await connection.close();
            }
          });

          expect(ours).to.equal(theirs);
          routes.add(ours);
        } finally {
          await proxy.close();
          await node.close();
        }
      });
    }
  }

  it("given all of them, then each route was taken", () => {
    expect([...routes]).to.have.members(["direct", "proxy", "nowhere"]);
  });
});
