import { expect } from "chai";
import type { Hex } from "../../../src/base/hex.ts";
import { verificationTargets } from "../../../src/verify/expect/targets.ts";
import type { JudgedNetwork } from "../../../src/verify/found.ts";
import { verifyNetwork } from "../../../src/verify/verify-network.ts";
import { createAlphaHre } from "../../support/alpha-hre.ts";
import {
  type MutationChain,
  openMutationChain,
} from "../../support/mutation-chain.ts";
import { SANDBOX_PLANS } from "../../support/sandbox-plans.ts";

const { plan } = SANDBOX_PLANS.devnet;

describe("a portal field that names another contract than the registry", function () {
  this.timeout(60_000);
  let chain: MutationChain;

  before(async () => {
    chain = await openMutationChain(await createAlphaHre(), "devnet");
  });
  after(async () => {
    await chain?.close();
  });

  for (const [field, of, broken] of [
    ["dispenserAddress", plan.dispenser, ["router", "isDispenserContract"]],
    [
      "fixedRateExchangeAddress",
      plan.fixedPrice,
      ["router", "isFixedRateContract"],
    ],
    ["nftFactoryAddress", plan.erc721Factory, ["router", "factory"]],
    [
      "alphaCommunityFeeCollector",
      plan.communityFeeCollector,
      ["opcCollector"],
    ],
  ] as const) {
    it(`given ${field} of a second set, then it is the right contract, and wired to another router: it fails`, async () => {
      const found = await verify({ [field]: elsewhere(of) });

      expect(
        found.contracts.find(({ key }) => key === field)?.identity?.verdict,
      ).to.equal("recognised");
      expect(found.outcome).to.equal("failed");
      expect(
        (found.facts ?? []).flatMap(({ id, verdict }) =>
          verdict === "broken" ? [id] : [],
        ),
      ).to.deep.equal(broken.map((name) => `portal.${field}.${name}`));
    });
  }

  it("given a sandbox, which has no contracts of the portal's own, then they are skipped, and have no facts", async () => {
    const found = await verify(
      { dispenserAddress: elsewhere(plan.dispenser) },
      true,
    );

    expect(found.outcome).to.equal("ok");
    expect(
      (found.facts ?? []).filter(({ id }) => id.startsWith("portal.")),
    ).to.deep.equal([]);
  });

  function elsewhere(address: Hex): Hex {
    return chain.replacements.inSecondSet(address);
  }

  async function verify(
    portal: Readonly<Record<string, Hex>>,
    isSandbox = false,
  ): Promise<JudgedNetwork> {
    const hre = await createAlphaHre({
      alpha: { networks: { devnet: { portal } } },
    });
    const { devnet } = hre.config.alpha.networks;
    if (devnet === undefined) {
      throw new Error("devnet is disabled");
    }
    return await verifyNetwork(chain.transport, {
      network: "devnet",
      hardhatNetwork: "devnet",
      chain: { chainId: devnet.values.chainId, chainsWithSameId: [] },
      limits: { maxBlockAge: false, inProcess: true, startBlock: 0 },
      targets: verificationTargets(devnet, isSandbox),
      level: "wiring",
    });
  }
});
