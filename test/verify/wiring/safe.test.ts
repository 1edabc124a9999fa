import { expect } from "chai";
import {
  concat,
  getAddress,
  type Hex,
  keccak256,
  pad,
  zeroAddress,
} from "viem";
import { contractArtifact } from "../../../src/contracts/contract-artifact.ts";
import { HEADER_BYTES } from "../../../src/rpc/bulk-program.ts";
import { PROBE_PROGRAM } from "../../../src/rpc/probe-codes.ts";
import type { RpcTransport } from "../../../src/rpc/types.ts";
import type { JudgedNetwork } from "../../../src/verify/found.ts";
import { factText } from "../../../src/verify/words/render.ts";
import { sentence } from "../../../src/verify/words/sentences.ts";
import {
  type MutationChain,
  withMutationChain,
} from "../../support/mutation-chain.ts";
import { SAFE_CONTRACTS, SafeDeployer } from "../../support/real-safe.ts";
import { SANDBOX_PLANS } from "../../support/sandbox-plans.ts";
import { verifyRegistry } from "../verify-registry.ts";

const { plan } = SANDBOX_PLANS.devnet;

describe("a router that a genuine Safe owns", function () {
  this.timeout(60_000);
  let chain: MutationChain;
  let owners: readonly Hex[];
  let safe: Hex;
  let handler: Hex;

  withMutationChain("devnet", (opened) => {
    chain = opened;
  });
  beforeEach(async () => {
    const accounts = await chain.request("eth_accounts");
    owners = [accounts]
      .flat()
      .slice(0, 3)
      .map((one) => getAddress(String(one)));
    const deployer = new SafeDeployer(chain.request);
    handler = await deployer.deploy(SAFE_CONTRACTS.Handler);
    safe = await deployer.deploySafe({ owners, handler });
    const { abi } = await contractArtifact("FactoryRouter");
    await deployer.send(plan.router, abi, "changeRouterOwner", [safe]);
  });

  it("then its release, owners, threshold and handler are listed, and its own code needs no further look", async () => {
    const network = await verify();

    expect(network.outcome).to.equal("ok");
    // The node has no access lists, and the handler may call whatever it likes.
    const labels = network.notLookedAt?.map(({ label }) => label);
    expect(labels?.map((label) => label?.split(":")[1])).to.deep.equal([
      ` fallback handler → ${handler}`,
    ]);
    expect(network.notes).to.deep.equal(["Router owner → Safe 1 of 3."]);
    expect(valuesOf(network)).to.deep.include({
      "router.owner": `${safe} (multisig, Safe 1.5.0)`,
      [`${safe}.owners`]: owners
        .map((owner) => `${owner} (account)`)
        .sort()
        .join(", "),
      [`${safe}.threshold`]: "1",
      [`${safe}.modules`]: "none",
      [`${safe}.guard`]: `${zeroAddress} (nobody)`,
      [`${safe}.fallbackHandler`]: `${handler} (contract)`,
    });
  });

  it("given more modules than are read at once, then they are unknown, and are not locked as all", async () => {
    const places = Array.from(
      { length: 52 },
      (_, place): Hex =>
        pad(`0x${(place === 0 ? 1 : 0xd00 + place).toString(16)}`),
    );
    for (const [index, place] of places.entries()) {
      const slot = keccak256(concat([place, pad("0x1")]));
      const next = places[(index + 1) % places.length];
      await chain.request("hardhat_setStorageAt", safe, slot, next);
    }

    const { outcome, facts = [] } = await verify();

    const modules = facts.find(({ id }) => id === `${safe}.modules`);
    expect([outcome, modules?.verdict]).to.deep.equal(["unknown", "unknown"]);
    expect(modules?.reason?.cause).to.deep.equal({
      code: "too-many-items",
      facts: { max: "50" },
    });
    expect(modules?.reason && sentence(modules.reason)).to.equal(
      "it could not be read: it has more than 50 items, the maximum",
    );
  });

  it("given a chain that tells no hashes of code, then the code itself says the same", async () => {
    const hashless: RpcTransport = {
      ...chain.transport,
      request: async (method, params, isUsable) => {
        const reply = await chain.transport.request(method, params, isUsable);
        const { data = "" } = Object(params[0]);
        return !reply.ok && data.startsWith(PROBE_PROGRAM)
          ? { ...reply, data: withoutHashes(String(reply.data)) }
          : reply;
      },
    };

    const found = await verify(hashless);

    expect(found.outcome).to.equal("ok");
    expect(valuesOf(found)).to.deep.equal(valuesOf(await verify()));
  });

  async function verify(
    transport: RpcTransport = chain.transport,
  ): Promise<JudgedNetwork> {
    return await verifyRegistry(transport, chain.network, "wiring");
  }
});

/** The output of the bulk probe with zero for each hash. */
function withoutHashes(data: string): string {
  const start = 2 + 2 * HEADER_BYTES;
  const codes = data
    .slice(start)
    .replaceAll(/00000000|([\da-f]{8})[\da-f]{64}/g, (found, size) =>
      size === undefined ? found : `${size}${"00".repeat(32)}`,
    );
  return `${data.slice(0, start)}${codes}`;
}

function valuesOf({ facts = [] }: JudgedNetwork) {
  return Object.fromEntries(
    facts.map((fact) => [fact.id, factText(fact, { facts })]),
  );
}
