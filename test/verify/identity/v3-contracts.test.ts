import { expect } from "chai";
import type { Hex } from "../../../src/base/hex.ts";
import type { ResolvedAlphaNetwork } from "../../../src/config/types.ts";
import { contractArtifact } from "../../../src/contracts/contract-artifact.ts";
import { createProviderTransport } from "../../../src/rpc/provider-transport.ts";
import { verificationTargets } from "../../../src/verify/expect/targets.ts";
import type { ContractVerification } from "../../../src/verify/found.ts";
import { verifyNetwork } from "../../../src/verify/verify-network.ts";
import { sentence } from "../../../src/verify/words/sentences.ts";
import { createAlphaHre } from "../../support/alpha-hre.ts";
import {
  V3_BFACTORY_CODE,
  V3_METADATA_CODE,
} from "../../support/ocean-v3-codes.ts";
import { createChain } from "../../support/sandbox-connection.ts";

describe("the v3 contracts in the third network's portal configuration", () => {
  let network: ResolvedAlphaNetwork;

  before(async () => {
    const hre = await createAlphaHre();
    const { third } = hre.config.alpha.networks;
    if (third === undefined) {
      throw new Error("third is disabled");
    }
    network = third;
  });

  it("given v3 code at each field, then it is recognised with its releases", async () => {
    const found = await portalContracts({
      metadataContractAddress: V3_METADATA_CODE,
      BFactory: V3_BFACTORY_CODE,
    });

    expect(found.get("metadataContractAddress")?.identity).to.deep.equal({
      verdict: "recognised",
      basis: "release",
      contract: "Metadata",
      releases: "0.6.5–0.6.9",
    });
    expect(found.get("BFactory")?.identity).to.include({
      verdict: "recognised",
      contract: "BFactory",
    });
  });

  it("given two of them swapped, then each is wrong, and named for what it is", async () => {
    const found = await portalContracts({
      metadataContractAddress: V3_BFACTORY_CODE,
      BFactory: V3_METADATA_CODE,
    });

    for (const [key, contract] of [
      ["metadataContractAddress", "BFactory"],
      ["BFactory", "Metadata"],
    ] as const) {
      const { verdict, reason } = found.get(key)?.identity ?? {};
      expect([verdict, reason]).to.deep.equal([
        "wrong",
        { code: "other-contract", facts: { contract } },
      ]);
    }
  });

  it("given the registry's contract of the same name, then it is wrong, and of which set", async () => {
    const { deployedBytecode: dispenser } = await contractArtifact("Dispenser");

    const found = await portalContracts({ dispenserAddress: dispenser });

    const { verdict, reason } = found.get("dispenserAddress")?.identity ?? {};
    expect([verdict, reason]).to.deep.equal([
      "wrong",
      { code: "other-contract", facts: { contract: "Dispenser", set: "v4" } },
    ]);
    expect(reason && sentence(reason)).to.equal(
      "this is the Dispenser of the v4 set",
    );
  });

  /** Verifies a chain that has code at some portal fields and registry keys. */
  async function portalContracts(
    portal: Readonly<Record<string, Hex>>,
    registry: Readonly<Record<string, Hex>> = {},
  ): Promise<ReadonlyMap<string, ContractVerification>> {
    const codes = new Map(Object.entries({ portal, registry }));
    const { connection, request } = await createChain({ chainId: 100 });
    try {
      for (const { kind, key, address } of network.contracts) {
        const code = codes.get(kind)?.[key];
        if (code !== undefined) {
          await request("hardhat_setCode", String(address), code);
        }
      }
      const { contracts } = await verifyNetwork(
        createProviderTransport(connection.provider),
        {
          network: "third",
          hardhatNetwork: "third",
          chain: { chainId: 100, chainsWithSameId: [] },
          limits: { maxBlockAge: false, inProcess: true, startBlock: 0 },
          targets: verificationTargets(network, false),
          level: "identity",
        },
      );
      return new Map(contracts.map((contract) => [contract.key, contract]));
    } finally {
      await connection.close();
    }
  }
});
