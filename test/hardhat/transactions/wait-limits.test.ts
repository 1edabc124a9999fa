import { expect } from "chai";

import {
  type WaitParameters,
  waitLimits,
} from "../../../src/hardhat/transactions/wait-limits.ts";
import type { AlphaNetworkName } from "../../../src/networks/definitions.ts";
import { createAlphaHreOf } from "../../support/alpha-hre.ts";
import { errorOf, pluginMessageOf } from "../../support/rejection-of.ts";

interface Case {
  readonly name?: AlphaNetworkName;
  /** The network's config. */
  readonly config?: object;
  readonly parameters?: unknown;
  readonly isInProcess?: boolean;
}

async function limitsOf({
  name = "devnet",
  config = {},
  parameters = {},
  isInProcess = false,
}: Case): Promise<WaitParameters> {
  const hre = await createAlphaHreOf({ networks: { [name]: config } });
  const network = hre.config.alpha.networks[name];
  if (network === undefined) {
    throw new Error(`${name} is disabled`);
  }
  // As a JavaScript user could call it.
  return waitLimits(network, parameters as WaitParameters, isInProcess);
}

const CONFIGURED = {
  transactionPollingTimeout: 9,
  transactionBlockTimeout: 7,
  transactionConfirmationBlocks: 3,
};
const PARAMETERS = {
  confirmations: 4,
  blockTimeout: 0,
  pollingTimeout: 20,
  pollingInterval: 0.5,
};

describe("the limits of a wait", () => {
  for (const [title, given, expected] of [
    [
      "devnet as it is, are the reference's numbers, the time in seconds",
      { name: "devnet" },
      { blockTimeout: 50, pollingTimeout: 750_000 },
    ],
    [
      "testnet as it is, are the reference's numbers, the time in seconds",
      { name: "testnet" },
      { blockTimeout: 50, pollingTimeout: 750_000 },
    ],
    [
      "third as it is, are the reference's numbers, the time in milliseconds",
      { name: "third" },
      {
        confirmations: 1,
        pollingInterval: 1_000,
        blockTimeout: 100,
        pollingTimeout: 60_000,
      },
    ],
    [
      "a simulated network, are polled at a shorter interval",
      { isInProcess: true },
      { pollingInterval: 50 },
    ],
    ...(["seconds", "milliseconds"] as const).map(
      (unit) =>
        [
          `a configured time-out in ${unit}, count in them`,
          { config: { ...CONFIGURED, transactionPollingTimeoutUnit: unit } },
          {
            pollingTimeout: unit === "seconds" ? 9_000 : 9,
            blockTimeout: 7,
            confirmations: 3,
          },
        ] as const,
    ),
    [
      "a time-out in the portal's field alone, keep the network's unit",
      {
        name: "third",
        config: { portal: { transactionPollingTimeout: 5_000 } },
      },
      { pollingTimeout: 5_000 },
    ],
    [
      "parameters, are those, the time in milliseconds",
      { parameters: PARAMETERS },
      PARAMETERS,
    ],
  ] as const) {
    it(`given ${title}`, async () => {
      expect(await limitsOf(given)).to.include(expected);
    });
  }

  for (const [parameters, expected] of [
    [{ confirmations: -1 }, /expected confirmations to be a number, 0 or more/],
    [{ confirmations: Number.NaN }, /expected confirmations to be a number/],
    [{ confirmations: null }, /expected confirmations to be a number/],
    [{ confirmations: 5n }, /a number, 0 or more, got the bigint 5\.$/],
    [{ blockTimeout: -1 }, /expected blockTimeout to be a number/],
    [{ pollingTimeout: "60" }, /expected pollingTimeout to be a number/],
    [
      { pollingInterval: Number.NaN },
      /expected pollingInterval to be a number/,
    ],
    [null, /expected an object such as \{ confirmations: 3 \}, got /],
    [3, /expected an object such as \{ confirmations: 3 \}, got /],
  ] as const) {
    it(`given parameters that do not fit, says ${expected.source}`, async () => {
      const message = await pluginMessageOf(() => limitsOf({ parameters }));

      expect(message).to.match(/^waitForTransaction: /);
      expect(message).to.match(expected);
    });
  }

  for (const unit of ["minutes", "", 1, null]) {
    it(`given a configured unit of ${JSON.stringify(unit)}, then the config is refused at its path`, async () => {
      const config = { transactionPollingTimeoutUnit: unit };
      const { message } = await errorOf(() => limitsOf({ config }));

      expect(message).to.include(
        "config.alpha.networks.devnet.transactionPollingTimeoutUnit",
      );
    });
  }

  it("are in the network's data with the unit", async () => {
    const { alpha } = await createAlphaHreOf({});

    expect(
      alpha.names.map(
        (name) => alpha.network(name).transactionPollingTimeoutUnit,
      ),
    ).to.deep.equal(["seconds", "seconds", "milliseconds"]);
  });
});
