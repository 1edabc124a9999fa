import { expect } from "chai";

import { createHttpTransport } from "../../src/rpc/http-transport.ts";
import { createAlphaHre } from "../support/alpha-hre.ts";
import {
  PROXY_ENVIRONMENTS,
  PROXY_HOSTS,
  type Route,
  routesOf,
} from "./proxy-routes.ts";

describe("the route of reads and of Hardhat's provider", function () {
  this.timeout(30_000);

  const routes = new Set<Route | undefined>();

  for (const [title, environment] of Object.entries(PROXY_ENVIRONMENTS)) {
    for (const host of PROXY_HOSTS) {
      it(`given ${title} and a node at ${host}, is the same`, async () => {
        const [ours, theirs] = await routesOf(environment, host, [
          async (url) => {
            const transport = createHttpTransport({ url, retries: 0 });
            await transport.request("eth_chainId", []);
            await transport.close();
          },
          async (url) => {
            const hre = await createAlphaHre({
              networks: { remote: { type: "http", url } },
            });
            const connection = await hre.network.create("remote");
            try {
              await connection.provider.request({ method: "eth_chainId" });
            } finally {
              await connection.close();
            }
          },
        ]);

        expect(ours).to.equal(theirs);
        routes.add(ours);
      });
    }
  }

  it("given all of them, then each route was taken", () => {
    expect([...routes]).to.have.members(["direct", "proxy", "nowhere"]);
  });
});
