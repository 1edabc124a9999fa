import { setImmediate } from "node:timers/promises";
import { expect } from "chai";
import { createProviderTransport } from "../../../src/rpc/provider-transport.ts";
import type { RpcTransport } from "../../../src/rpc/types.ts";
import { verificationTargets } from "../../../src/verify/expect/targets.ts";
import type { VerifyLevel } from "../../../src/verify/report.ts";
import {
  type NetworkToVerify,
  verifyNetwork,
} from "../../../src/verify/verify-network.ts";
import { createAlphaHre } from "../../support/alpha-hre.ts";
import { lockedNetwork } from "../../support/locked-network.ts";

describe("the requests for one network", () => {
  it("given a registry, then presence and identity take one round trip, and what they control one more; writing a lock takes at most four, the first time and when nothing has changed", async () => {
    const hre = await createAlphaHre();
    const { devnet } = hre.config.alpha.networks;
    if (devnet === undefined) {
      throw new Error("devnet is disabled");
    }
    const connection = await hre.network.create("devnetSandbox");
    const honest = createProviderTransport(connection.provider);
    const verify = async (
      transport: RpcTransport,
      level: VerifyLevel,
      more: Partial<NetworkToVerify> = {},
    ) =>
      await verifyNetwork(transport, {
        network: "devnet",
        hardhatNetwork: "devnet",
        chain: { chainId: devnet.values.chainId, chainsWithSameId: [] },
        limits: { maxBlockAge: false, inProcess: false, startBlock: 0 },
        targets: verificationTargets(devnet, true),
        level,
        ...more,
      });
    const tripsOf = async (
      level: VerifyLevel,
      more?: Partial<NetworkToVerify>,
    ) => {
      const counted = inSteps(honest);
      const { outcome } = await verify(counted.transport, level, more);
      expect(outcome).to.equal("ok");
      return counted.trips();
    };
    try {
      // Loads what is loaded on first use.
      const { policy } = lockedNetwork(await verify(honest, "wiring"));
      expect(await tripsOf("presence")).to.equal(1);
      expect(await tripsOf("identity")).to.equal(1);
      for (const known of [{}, { policy }]) {
        expect(await tripsOf("wiring", known)).to.equal(2);
        // What is locked is read by six more passes, which go out next to each other.
        const written = { ...known, anchors: {}, isConfirmed: () => true };
        expect(
          await tripsOf("wiring", { ...written, random: () => 0 }),
        ).to.be.within(1, 4);
      }
    } finally {
      await connection.close();
    }
  });
});

/** Turns of the event loop without a request, after which a round trip is complete. */
const IDLE_TURNS = 25;

/** Answers requests in round trips: all that were sent before any of them is answered. */
function inSteps(honest: RpcTransport): {
  readonly transport: RpcTransport;
  trips(): number;
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
    trips: () => trips,
  };
}
