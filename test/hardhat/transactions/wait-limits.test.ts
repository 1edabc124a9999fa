import { expect } from "chai";
import { waitLimits } from "../../../src/hardhat/transactions/wait-limits.ts";
import type { AlphaNetworkName } from "../../../src/networks/definitions.ts";
import { createAlphaHre, createAlphaHreOf } from "../../support/alpha-hre.ts";
import { errorOf, pluginMessageOf } from "../../support/rejection-of.ts";

async function networkOf(name: AlphaNetworkName, alpha: object = {}) {
  const hre = await createAlphaHreOf(alpha);
  const network = hre.config.alpha.networks[name];
  if (network === undefined) {
    throw new Error(`${name} is disabled`);
  }
  return network;
}

describe("the limits of a wait", () => {
  for (const [name, expected] of [
    ["devnet", { blockTimeout: 50, pollingTimeout: 750_000 }],
    ["testnet", { blockTimeout: 50, pollingTimeout: 750_000 }],
    ["third", { blockTimeout: 100, pollingTimeout: 60_000 }],
  ] as const) {
    it(`given ${name} as it is, are the reference's numbers, the time in the unit that fits its size`, async () => {
      expect(waitLimits(await networkOf(name), {}, false)).to.deep.equal({
        confirmations: 1,
        pollingInterval: 1_000,
        ...expected,
      });
    });
  }

  it("given a simulated network, are polled at a shorter interval", async () => {
    const { pollingInterval } = waitLimits(await networkOf("devnet"), {}, true);

    expect(pollingInterval).to.equal(50);
  });

  for (const [unit, pollingTimeout] of [
    ["seconds", 9_000],
    ["milliseconds", 9],
  ] as const) {
    it(`given a configured time-out in ${unit}, count in them`, async () => {
      const network = await networkOf("devnet", {
        networks: {
          devnet: {
            transactionPollingTimeout: 9,
            transactionPollingTimeoutUnit: unit,
            transactionBlockTimeout: 7,
            transactionConfirmationBlocks: 3,
          },
        },
      });

      expect(waitLimits(network, {}, false)).to.include({
        pollingTimeout,
        blockTimeout: 7,
        confirmations: 3,
      });
    });
  }

  it("given a time-out in the portal's field alone, keep the network's unit", async () => {
    const network = await networkOf("third", {
      networks: { third: { portal: { transactionPollingTimeout: 5_000 } } },
    });

    expect(waitLimits(network, {}, false).pollingTimeout).to.equal(5_000);
  });

  it("given parameters, are those, the time in milliseconds", async () => {
    expect(
      waitLimits(
        await networkOf("devnet"),
        {
          confirmations: 4,
          blockTimeout: 0,
          pollingTimeout: 20,
          pollingInterval: 0.5,
        },
        true,
      ),
    ).to.deep.equal({
      confirmations: 4,
      blockTimeout: 0,
      pollingTimeout: 20,
      pollingInterval: 0.5,
    });
  });

  for (const [name, value] of [
    ["confirmations", -1],
    ["confirmations", Number.NaN],
    ["confirmations", "2"],
    ["confirmations", null],
    ["blockTimeout", -1],
    ["pollingTimeout", -5],
    ["pollingTimeout", "60"],
    ["pollingInterval", Number.NaN],
  ] as const) {
    it(`given ${name} of ${typeof value} ${value}, are refused by name`, async () => {
      const network = await networkOf("devnet");
      const parameters: object = { [name]: value };

      expect(
        await pluginMessageOf(() => waitLimits(network, parameters, false)),
      ).to.match(
        new RegExp(
          `^waitForTransaction: expected ${name} to be a number, 0 or more, got `,
        ),
      );
    });
  }

  it("given a number that is a bigint, then the error shows it", async () => {
    const network = await networkOf("devnet");
    const parameters: object = { confirmations: 5n };

    expect(
      await pluginMessageOf(() => waitLimits(network, parameters, false)),
    ).to.match(/a number, 0 or more, got the bigint 5\.$/);
  });

  for (const parameters of [null, 3, "3"]) {
    it(`given ${JSON.stringify(parameters)} in place of options, then no wait begins with the network's own`, async () => {
      const hre = await createAlphaHre();
      const connection = await hre.network.create("devnetSandbox");
      try {
        // As a JavaScript user could call it.
        const wait: unknown = connection.alpha?.waitForTransaction;
        const message = await pluginMessageOf(async () => {
          await Reflect.apply(Object(wait), undefined, [
            `0x${"ab".repeat(32)}`,
            parameters,
          ]);
        });

        expect(message).to.match(
          /^waitForTransaction: expected an object such as \{ confirmations: 3 \}, got /,
        );
      } finally {
        await connection.close();
      }
    });
  }

  for (const unit of ["minutes", "", 1, null]) {
    it(`given a configured unit of ${JSON.stringify(unit)}, then the config is refused at its path`, async () => {
      const { message } = await errorOf(() =>
        createAlphaHreOf({
          networks: { devnet: { transactionPollingTimeoutUnit: unit } },
        }),
      );

      expect(message).to.include(
        "config.alpha.networks.devnet.transactionPollingTimeoutUnit",
      );
    });
  }

  it("are in the network's data, with the unit", async () => {
    const hre = await createAlphaHre();

    expect(
      hre.alpha.names.map((name) => {
        const network = hre.alpha.network(name);
        return [
          network.transactionPollingTimeout,
          network.transactionPollingTimeoutUnit,
        ];
      }),
    ).to.deep.equal([
      [750, "seconds"],
      [750, "seconds"],
      [60_000, "milliseconds"],
    ]);
  });
});
