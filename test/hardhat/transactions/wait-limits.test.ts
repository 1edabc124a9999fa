import { expect } from "chai";

import {
  type WaitParameters,
  waitLimits,
} from "../../../src/hardhat/transactions/wait-limits.ts";
import type { AlphaNetworkName } from "../../../src/networks/definitions.ts";
import { createAlphaHreOf } from "../../support/alpha-hre.ts";
import { pluginMessageOf } from "../../support/rejection-of.ts";

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
    [
      "configured limits, are those",
      {
        config: {
          ...CONFIGURED,
          transactionPollingTimeoutUnit: "milliseconds",
        },
      },
      { pollingTimeout: 9, blockTimeout: 7, confirmations: 3 },
    ],
    [
      "a time-out in the portal's field alone, keep the network's unit",
      { name: "third", config: { portal: { transactionPollingTimeout: 5 } } },
      { pollingTimeout: 5 },
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
    [{ confirmations: 5n }, /a number, 0 or more, got the bigint 5\.$/],
    [null, /expected an object such as \{ confirmations: 3 \}, got /],
    [{ pollingTimeout: "60" }, /expected pollingTimeout to be a number/],
  ] as const) {
    it(`given parameters that do not fit, says ${expected.source}`, async () => {
      const message = await pluginMessageOf(() => limitsOf({ parameters }));

      expect(message).to.match(/^waitForTransaction: /);
      expect(message).to.match(expected);
    });
  }
});
