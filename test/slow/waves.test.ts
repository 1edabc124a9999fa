import { expect } from "chai";
import type { JudgedNetwork } from "../../src/verify/found.ts";
import { EMPTY_LOCK, type Lock } from "../../src/verify/lock-file/lock-file.ts";
import {
  type VerifyOptions,
  verifyNetworks,
} from "../../src/verify/verify-networks.ts";
import { lockedNetwork } from "../support/locked-network.ts";
import type { WaveTraffic } from "../support/wave-server.ts";
import {
  openListWorld,
  openWaveWorld,
  type WaveWorld,
  type WaveWorldName,
} from "./wave-worlds.ts";

/** The maximum traffic of a verification, with the requests that open it. */
interface Limit {
  /** Round trips over open connections, of which an endpoint gets eight. */
  readonly waves: number;
  /** HTTP requests; a batch is one. */
  readonly requests: number;
  /** Thousands of bytes that the node receives, with headers. */
  readonly kilobytesUp: number;
}

/**
 * The maximum of several runs. Waves and requests were the same each time, apart from
 * looks. The ids of JSON-RPC begin at a random number, which changes the
 * kilobytes by up to 0.3 %: they are those of ids with ten digits, the longest. What is
 * written is confirmed by passes of their own, of which a busy machine sends some requests
 * apart. Lower a limit with the code that takes less.
 */
const LIMITS = {
  plain: {
    presence: { waves: 1, requests: 7, kilobytesUp: 2.9 },
    wiring: { waves: 3, requests: 18, kilobytesUp: 34.3 },
    "wiring with the lock": { waves: 2, requests: 13, kilobytesUp: 9.4 },
    written: { waves: 4, requests: 71, kilobytesUp: 149.5 },
  },
  proxy: {
    presence: { waves: 3, requests: 15, kilobytesUp: 10.1 },
    wiring: { waves: 6, requests: 30, kilobytesUp: 61 },
    "wiring with the lock": { waves: 3, requests: 20, kilobytesUp: 26.6 },
    written: { waves: 8, requests: 100, kilobytesUp: 256 },
  },
  owners: {
    presence: { waves: 3, requests: 15, kilobytesUp: 10.1 },
    wiring: { waves: 6, requests: 30, kilobytesUp: 77.7 },
    "wiring with the lock": { waves: 3, requests: 20, kilobytesUp: 28 },
    written: { waves: 8, requests: 102, kilobytesUp: 328 },
  },
  timelock: {
    presence: { waves: 3, requests: 15, kilobytesUp: 10.1 },
    wiring: { waves: 8, requests: 40, kilobytesUp: 94 },
    "wiring with the lock": { waves: 3, requests: 23, kilobytesUp: 35.4 },
    written: { waves: 10, requests: 118, kilobytesUp: 378 },
  },
} as const satisfies Record<WaveWorldName, Record<string, Limit>>;

type CaseName = keyof (typeof LIMITS)[WaveWorldName];

const CASES: Readonly<Record<CaseName, (lock: Lock) => VerifyOptions>> = {
  presence: () => ({ level: "presence" }),
  wiring: () => ({ level: "wiring" }),
  "wiring with the lock": (lock) => ({ level: "wiring", lock }),
  // Six more passes confirm all of it.
  written: () => ({ level: "wiring", written: EMPTY_LOCK }),
};

/** The requests that look once whether the block was replaced. */
const LOOK: Limit = { waves: 0, requests: 3, kilobytesUp: 0.9 };

/**
 * The maximum number of looks: 1, 3 and 7 s after the first pass began, and, if all is
 * confirmed, after the confirming passes began, too. A slow machine has more of them.
 */
function maxLooks(seconds: number, { written }: VerifyOptions): number {
  const watches = written === undefined ? 1 : 2;
  return Math.floor(watches * Math.log2(seconds / watches + 1));
}

/** Whether a table of what was measured is printed. */
const isLogged = process.env["WAVES_LOG"] === "1";

describe("the round trips of a verification over HTTP", function () {
  this.timeout(60_000);
  const table: Record<string, object> = {};

  after(() => {
    if (isLogged) {
      console.table(table);
    }
  });

  for (const name of ["plain", "proxy", "owners", "timelock"] as const) {
    describe(`given the ${name} chain`, () => {
      let world: WaveWorld;
      let lock: Lock;

      before(async () => {
        world = await openWaveWorld(name);
        const written = await verify(world, CASES.written(EMPTY_LOCK));
        lock = { networks: { devnet: lockedNetwork(written) } };
        // Modules that are loaded later would delay requests.
        await verify(world, { level: "wiring", lock });
      });
      after(async () => {
        await world?.close();
      });

      for (const [what, limit] of Object.entries(LIMITS[name])) {
        const { waves, requests, kilobytesUp } = limit;
        it(`then ${what} stays within waves: ${waves}, requests: ${requests}, KB up: ${kilobytesUp}`, async () => {
          const options = CASES[what as CaseName](lock);
          const start = performance.now();
          const { result, traffic } = await world.server.measure(() =>
            verify(world, options),
          );
          const seconds = (performance.now() - start) / 1_000;
          const looks = maxLooks(seconds, options);

          const measured = measuredOf(traffic);
          table[`${name}: ${what}`] = {
            ...measured,
            looks,
            seconds: seconds.toFixed(1),
          };
          if (options.lock !== undefined) {
            expect(result.lock?.verdict).to.equal("holds");
          }
          expect(excessOf(measured, limit, looks)).to.deep.equal([]);
        });
      }
    });
  }
});

/** The maximum traffic of lists, by the number of addresses and of those without code. */
const LISTS = [
  {
    contracts: 9,
    absent: 0,
    limit: { waves: 2, requests: 11, kilobytesUp: 14.8 },
  },
  {
    contracts: 1_000,
    absent: 0,
    limit: { waves: 2, requests: 15, kilobytesUp: 70.9 },
  },
  {
    contracts: 66,
    absent: 34,
    limit: { waves: 9, requests: 186, kilobytesUp: 255.8 },
  },
] as const;

describe("the round trips of a list over HTTP", function () {
  this.timeout(60_000);

  for (const { contracts, absent, limit } of LISTS) {
    const { waves, requests, kilobytesUp } = limit;
    it(`given ${contracts} contracts and ${absent} other addresses, then it stays within waves: ${waves}, requests: ${requests}, KB up: ${kilobytesUp}`, async () => {
      const world = await openListWorld(contracts, absent);
      try {
        await world.verify();
        const start = performance.now();
        const { result, traffic } = await world.server.measure(() =>
          world.verify(),
        );
        const seconds = (performance.now() - start) / 1_000;

        const measured = measuredOf(traffic);
        if (isLogged) {
          console.table({ [`${contracts} + ${absent}`]: measured });
        }
        expect(result.outcome).to.equal(absent === 0 ? "ok" : "failed");
        const looks = maxLooks(seconds, {});
        expect(excessOf(measured, limit, looks)).to.deep.equal([]);
      } finally {
        await world.close();
      }
    });
  }
});

/** Verifies devnet by its URL, which has to succeed. */
async function verify(
  { hre }: WaveWorld,
  options: VerifyOptions,
): Promise<JudgedNetwork> {
  const { networks } = await verifyNetworks(
    hre,
    { names: ["devnet"], globalNetwork: undefined, sandbox: false },
    options,
  );
  const [network] = networks;
  expect(network?.outcome, network?.why).to.equal("ok");
  if (network === undefined) {
    throw new Error("no network was verified");
  }
  return network;
}

function measuredOf({ waves, requests, bytesUp, bytesDown }: WaveTraffic) {
  return {
    waves,
    requests,
    kilobytesUp: bytesUp / 1_000,
    kilobytesDown: bytesDown / 1_000,
  };
}

/** What exceeds a limit. */
function excessOf(
  measured: Limit,
  limit: Limit,
  looks: number,
): readonly string[] {
  return (["waves", "requests", "kilobytesUp"] as const).flatMap((figure) => {
    const max = limit[figure] + looks * LOOK[figure];
    return measured[figure] > max
      ? [`${figure}: ${measured[figure]}, not at most ${max}`]
      : [];
  });
}
