import { setImmediate } from "node:timers/promises";
import { expect } from "chai";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { AlphaNetworkName } from "../../../src/networks/definitions.ts";
import { createProviderTransport } from "../../../src/rpc/provider-transport.ts";
import type { RpcTransport } from "../../../src/rpc/types.ts";
import type {
  NetworkVerification,
  VerifyLevel,
} from "../../../src/verify/report.ts";
import { verificationTargets } from "../../../src/verify/targets.ts";
import {
  type NetworkToVerify,
  verifyNetwork,
} from "../../../src/verify/verify-network.ts";
import { createAlphaHre } from "../../support/alpha-hre.ts";
import { lockedNetwork } from "../../support/locked-network.ts";

/** What it takes to verify one network: how many requests, in how many round trips. */
interface Cost {
  readonly requests: number;
  readonly trips: number;
}

/** A verification takes no more, at any level. */
const MAX_REQUESTS = 29;
/** What is locked is read by six more passes, which go out next to each other. */
const MAX_TRIPS_TO_LOCK = 4;

describe("the requests for one network", function () {
  this.timeout(60_000);
  let hre: HardhatRuntimeEnvironment;

  before(async () => {
    hre = await createAlphaHre();
  });

  for (const name of ["devnet", "testnet", "third"] as const) {
    it(`given ${name}, then presence and identity take one round trip, and what they control one more; writing a lock takes at most four, the first time and when nothing has changed`, async () => {
      const connection = await hre.network.create(`${name}Sandbox`);
      try {
        const honest = createProviderTransport(connection.provider);
        // Loads what is loaded on first use.
        const { policy } = lockedNetwork(await verify(honest, name, "wiring"));
        for (const [level, trips, known] of [
          ["presence", 1],
          ["identity", 1],
          ["wiring", 2],
          ["wiring", 2, policy],
        ] as const) {
          const cost = await costOf(honest, name, level, { policy: known });
          expect(cost.trips, level).to.equal(trips);
          expect(cost.requests, level).to.be.at.most(MAX_REQUESTS);
        }
        for (const known of [undefined, policy]) {
          const { trips } = await costOf(honest, name, "wiring", {
            policy: known,
            anchors: {},
            isConfirmed: () => true,
            random: () => 0,
          });
          expect(trips).to.be.within(1, MAX_TRIPS_TO_LOCK);
        }
      } finally {
        await connection.close();
      }
    });
  }

  async function costOf(
    honest: RpcTransport,
    name: AlphaNetworkName,
    level: VerifyLevel,
    more?: Partial<NetworkToVerify>,
  ): Promise<Cost> {
    const counted = inSteps(honest);
    const { outcome } = await verify(counted.transport, name, level, more);
    expect(outcome).to.equal("ok");
    return counted.cost();
  }

  async function verify(
    transport: RpcTransport,
    name: AlphaNetworkName,
    level: VerifyLevel,
    more?: Partial<NetworkToVerify>,
  ): Promise<NetworkVerification> {
    const network = hre.config.alpha.networks[name];
    if (network === undefined) {
      throw new Error(`${name} is disabled`);
    }
    return await verifyNetwork(transport, {
      network: name,
      hardhatNetwork: name,
      chain: { chainId: network.values.chainId, chainsWithSameId: [] },
      limits: { maxBlockAge: false, inProcess: false, startBlock: 0 },
      targets: verificationTargets(network, true),
      level,
      ...more,
    });
  }
});

/** Turns of the event loop without a request, after which a round trip is complete. */
const IDLE_TURNS = 25;

/** Answers requests in round trips: all that were sent before any of them is answered. */
function inSteps(honest: RpcTransport): {
  readonly transport: RpcTransport;
  cost(): Cost;
} {
  let requests = 0;
  let answered = 0;
  let trips = 0;
  let step: Promise<void> | undefined;
  const untilIdle = async () => {
    let seen = -1;
    while (seen !== requests || answered < requests) {
      seen = requests;
      for (let turn = 0; turn < IDLE_TURNS; turn += 1) {
        await setImmediate();
      }
    }
    trips += 1;
    step = undefined;
  };
  return {
    transport: {
      ...honest,
      request: async (method, params) => {
        requests += 1;
        step ??= untilIdle();
        const sent = step;
        const reply = await honest.request(method, params);
        answered += 1;
        await sent;
        return reply;
      },
    },
    cost: () => ({ requests, trips }),
  };
}
