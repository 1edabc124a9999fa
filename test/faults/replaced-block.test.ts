import { expect } from "chai";
import { openHttp } from "../../src/connect/open-transport.ts";
import type { JudgedNetwork } from "../../src/verify/found.ts";
import {
  type NetworkToVerify,
  verifyNetwork,
} from "../../src/verify/verify-network.ts";
import { backend } from "../support/node-model/backends.ts";
import { type ProfileChain, useForks } from "../support/node-model/chains.ts";
import { expectedOf } from "../support/node-model/profile-node.ts";
import { startFaultyServer } from "../support/node-model/server.ts";

/** Longer than it takes to see that a block was replaced, and to begin anew. */
const TIMEOUT_MS = 20_000;

/** geth after a reorganisation: it has pruned the state of the block that was replaced. */
describe("verify, given a block that a reorganisation replaces", function () {
  this.timeout(60_000);
  const chains = useForks();

  /**
   * Verifies a node that serves one fork after another.
   *
   * @param forkOf which fork it serves, by how often it was asked for its latest block
   */
  async function verify(
    forkOf: (heads: number) => ProfileChain,
    options: Partial<NetworkToVerify> = {},
  ): Promise<{ found: JudgedNetwork; requests: number }> {
    let heads = 0;
    const server = await startFaultyServer({
      ask: async (method, params) => {
        const fork = forkOf(heads);
        const isHead =
          method === "eth_getBlockByNumber" && params[0] === "latest";
        heads += isHead ? 1 : 0;
        return await backend(fork)(method, params);
      },
    });
    const transport = await openHttp(server.url, {
      timeout: TIMEOUT_MS,
      httpHeaders: {},
    });
    try {
      const found = await verifyNetwork(transport, {
        ...expectedOf(chains().whole, false),
        targets: chains().targets,
        ...options,
      });
      return { found, requests: server.received.length };
    } finally {
      await transport.close();
      await server.close();
    }
  }

  const hashOf = ({ head, header }: ProfileChain) => header(head)?.hash;

  it("given one before its state is read, then all is read anew at the present head", async () => {
    const { whole, lacking } = chains();
    const { found, requests } = await verify((heads) =>
      heads === 0 ? lacking : whole,
    );

    expect(found.outcome).to.equal("ok");
    expect(found.block?.hash).to.equal(hashOf(whole));
    expect(requests).to.be.below(100);
  });

  it("given one before what fails is confirmed, then it is confirmed at the present head", async () => {
    const { whole, lacking } = chains();
    const { found } = await verify((heads) => (heads <= 1 ? lacking : whole));
    const { found: other } = await verify(
      (heads) => (heads <= 1 ? whole : lacking),
      { isConfirmed: () => true },
    );

    expect(found.outcome).to.equal("ok");
    expect(found.block?.hash).to.equal(hashOf(whole));
    expect(other.outcome).to.equal("failed");
    expect(other.block?.hash).to.equal(hashOf(lacking));
  });

  it("given one after another, then it begins anew only once, and nothing is said of either fork", async () => {
    const { whole, lacking } = chains();
    const { found, requests } = await verify((heads) =>
      heads % 2 === 0 ? lacking : whole,
    );

    expect(found.outcome).to.equal("unknown");
    expect(found.contracts.map(({ verdict }) => verdict)).to.not.contain(
      "absent",
    );
    expect(requests).to.be.below(100);
  });
});
