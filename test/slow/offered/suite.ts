import { expect } from "chai";

import { OfferedChain, type Verified } from "./chain.ts";
import { changesIn, type Shown, shownAs } from "./judge.ts";
import type { Scenario } from "./scenario.ts";
import { SCENARIOS } from "./scenarios.ts";
import { type Compiler, offeredContracts } from "./sources.ts";
import { PLACES, passes, World } from "./world.ts";

/** The calm happenings that are reported as changes, by scenario and name, and why. */
const ALARMS: Readonly<Record<string, string>> = {
  "a treasury: it has spent": "it looks like a setter of what it adds up",
};

/** As many as an anvil needs to have a state that nobody calls recent. */
const SETTLED_BLOCKS = 70;

/** Of all scenarios, the optimised ones run each time, and the others in part. */
const STEPS: Readonly<Record<Compiler, number>> = {
  optimised: 1,
  plain: 3,
  "via-IR": 3,
};

/** The scenarios that run: all of them if the variable `OFFERED_ALL` is set. */
function scenariosFor(compiler: Compiler): readonly Scenario[] {
  const step = process.env["OFFERED_ALL"] === "1" ? 1 : STEPS[compiler];
  return SCENARIOS.filter((_, index) => index % step === 0);
}

/** Verifies changes and calm happenings with contracts of one compiler setting. */
export function describeOffered(compiler: Compiler): void {
  const scenarios = scenariosFor(compiler);
  describe(`what code offers, compiled ${compiler}`, function () {
    this.timeout(120_000);
    let chain: OfferedChain;
    const counted: Record<Shown, number> = { red: 0, named: 0, hidden: 0 };

    before(async function () {
      // On a busy machine, the compiler takes minutes via IR.
      this.timeout(900_000);
      offeredContracts(compiler);
      chain = await OfferedChain.open();
    });
    after(async () => {
      await chain?.close();
    });

    for (const scenario of scenarios) {
      describe(`given ${scenario.title} as ${scenario.place}, with a lock`, () => {
        let world: World;
        let unchanged: Verified;
        let snapshot: unknown;

        before(async () => {
          snapshot = await chain.request("evm_snapshot");
          world = await worldOf(chain, compiler, scenario);
          expect((await chain.writeLock()).outcome).to.equal("ok");
          unchanged = await chain.compareWithLock();
          expect(unchanged.outcome).to.equal("ok");
        });
        after(async () => {
          await chain.request("evm_revert", snapshot);
        });

        const { title, unread, changes, calm = {} } = scenario;
        if (unread !== undefined) {
          it("when nothing has changed, then a line says what is not read", () => {
            const lines = unchanged.network.notLookedAt ?? [];
            expect(lines.map(({ reason }) => reason).join()).to.include(unread);
          });
        }
        for (const [what, change] of Object.entries(changes)) {
          it(`when there is ${what}, then it is red, or named`, async () => {
            const changed = await chain.undoing(async () => {
              await change(world);
              return await chain.compareWithLock();
            });

            const shown = shownAs(changed, unchanged, world.addresses);
            counted[shown] += 1;
            expect(shown).not.to.equal("hidden");
          });
        }

        for (const [what, happen] of Object.entries(calm)) {
          const alarm = ALARMS[`${title}: ${what}`];
          it(`when ${what}, then ${alarm === undefined ? "the lock holds" : `it is an alarm: ${alarm}`}`, async () => {
            const later = await chain.undoing(async () => {
              await happen(world);
              return await chain.compareWithLock();
            });

            expect(later.outcome, changesIn(later).join("\n")).to.equal(
              alarm === undefined ? "ok" : "failed",
            );
          });
        }
      });
    }

    // A suite runs its own tests before those of the suites in it.
    describe("in all", () => {
      it("given all changes, then all were compared, and none is hidden", () => {
        const { red, named, hidden } = counted;
        const all = scenarios.flatMap(({ changes }) => Object.keys(changes));
        expect(hidden).to.equal(0);
        expect(red + named).to.equal(all.length);
      });
    });
  });
}

async function worldOf(
  chain: OfferedChain,
  compiler: Compiler,
  { contracts, given, place, lately }: Scenario,
): Promise<World> {
  const world = new World(chain.request, compiler);
  for (const [name, contract, ...args] of contracts) {
    await world.deploy(name, contract, args);
  }
  await given?.(world);
  await PLACES[place](world);
  await passes(SETTLED_BLOCKS)(world);
  await lately?.(world);
  return world;
}
