import { expect } from "chai";
import type { ResolvedAlphaNetwork } from "../../../src/config/types.ts";
import { createAlphaHre } from "../../support/alpha-hre.ts";
import {
  type MutationChain,
  openMutationChain,
} from "../../support/mutation-chain.ts";
import { registryOf } from "../../support/with-addresses.ts";
import {
  MUTATION_CLASSES,
  type Mutant,
  type MutationClass,
  mutantsOf,
} from "../../verify/mutation-classes.ts";
import {
  killsByClass,
  LEVELS,
  type TestedMutant,
} from "../../verify/mutation-kills.ts";
import { verifyRegistry } from "../../verify/verify-registry.ts";

/**
 * Of each class the mutants, and of these how many each level (presence,
 * identity, wiring) kills and proves wrong. Nine registry entries and two tokens,
 * two of which are one address, fix the totals: 55 pairs less 1, 110 ordered
 * pairs less 2, 11 times one replacement or two networks; a list of two and one
 * of one, with seven things added at each of their five places.
 */
const KILLS = {
  "two entries swapped": "54: 0/0 54/54 54/54",
  "another entry's address": "108: 0/0 108/100 108/108",
  "an account": "11: 11/11 11/11 11/11",
  zero: "11: 11/11 11/11 11/11",
  "another network's address": "22: 22/22 22/22 22/22",
  "a contract that refuses all calls": "11: 0/0 11/3 11/11",
  "a contract that takes all calls": "11: 0/0 11/3 11/11",
  "the right code, unwired": "11: 0/0 3/3 11/11",
  "the right contract of a second set": "11: 0/0 0/0 8/8",
  "list order changed": "1: 0/0 1/1 1/1",
  // A registry may list fewer templates than its factory has: a note names the others.
  "list item dropped": "3: 1/0 2/1 2/1",
  "list item added": "35: 5/5 26/18 35/35",
};

/** The classes that tell which role a key has: the only ones tried of a second network. */
const OF_ROLES: readonly MutationClass[] = [
  "the right contract of a second set",
  "list order changed",
  "list item dropped",
  "list item added",
];
const NONE = "0: 0/0 0/0 0/0";

/**
 * All that the chain says of a payment token is whether the router's owner has approved
 * it, which is policy: the lock file tells.
 */
const SURVIVORS = [
  "tokens.euro := a second set's",
  "tokens.alpha := a second set's",
];

/** Testnet's registry has the keys of devnet's, third's other keys for the same roles. */
const NETWORKS = [
  {
    name: "devnet",
    token: "registry.Alpha",
    templates: "ERC20Template",
    classes: MUTATION_CLASSES,
  },
  {
    name: "third",
    token: "registry.AlphaToken",
    templates: "ERC20Templates",
    classes: OF_ROLES,
  },
] as const;

for (const { name, token, templates, classes } of NETWORKS) {
  describe(`single mistakes in the registry of ${name}`, function () {
    this.timeout(300_000);
    let chain: MutationChain;
    let mutants: readonly Mutant[];
    let tested: readonly TestedMutant[];

    before(async () => {
      const hre = await createAlphaHre();
      chain = await openMutationChain(hre, name);
      const others = Object.values(hre.config.alpha.networks).filter(
        (other): other is ResolvedAlphaNetwork =>
          other !== undefined && other.name !== name,
      );
      mutants = mutantsOf(chain.network, others, chain.replacements).filter(
        ({ mutation }) => classes.includes(mutation),
      );
      const all: TestedMutant[] = [];
      for (const mutant of mutants) {
        const [presence, identity, wiring] = await Promise.all([
          verifyRegistry(chain.transport, mutant.network, "presence"),
          verifyRegistry(chain.transport, mutant.network, "identity"),
          verifyRegistry(chain.transport, mutant.network, "wiring"),
        ]);
        all.push({ mutant, found: { presence, identity, wiring } });
      }
      tested = all;
    });
    after(async () => {
      await chain?.close();
    });

    it("given no mistake, then every level is ok, strict as well", async () => {
      for (const level of LEVELS) {
        const { outcome, notes } = await verifyRegistry(
          chain.transport,
          chain.network,
          level,
          true,
        );
        expect([level, outcome, notes]).to.deep.equal([level, "ok", []]);
      }
    });

    it("given every mistake of the classes, then each level kills exactly as many as it can", () => {
      const expected = MUTATION_CLASSES.map((one) => [
        one,
        classes.includes(one) ? KILLS[one] : NONE,
      ]);

      expect(killsByClass(tested)).to.deep.equal(Object.fromEntries(expected));
    });

    it("given the mistakes that wiring does not kill, then all are of plain tokens, which no fact on the chain tells apart, or a shorter list, which a note tells", () => {
      const survivors = tested.filter(
        ({ found }) => found.wiring.outcome === "ok",
      );
      const shorter = mutantNamed(`registry.${templates} without [1]`);
      expect(shorter.found.wiring.notes).to.deep.equal([
        `factory.tokenTemplates has contracts that are not in the registry: ${registryOf(chain.network)[templates]?.[1]} (ERC20TemplateEnterprise 2.2.0–2.6.0).`,
      ]);

      expect(survivors.map(({ mutant }) => mutant.name)).to.deep.equal([
        `${token} := a second set's`,
        ...SURVIVORS,
        `registry.${templates} without [1]`,
      ]);
    });

    it("given a level, then it kills whatever the level before it kills, and takes nothing proven back", () => {
      const rank = { ok: 0, unknown: 1, failed: 2 };
      for (const { mutant, found } of tested) {
        const ranks = LEVELS.map((level) => rank[found[level].outcome]);
        expect(ranks, mutant.name).to.deep.equal(ranks.toSorted());
      }
    });

    const collector = `${name === "third" ? "" : "Alpha"}CommunityFeeCollector`;
    const OF_THE_ROUTER = [
      "router.factory",
      "factory.router",
      "fixedPrice.router",
      "dispenser.router",
      "router.isFixedRateContract",
      "router.isDispenserContract",
      "router.opcCollector",
    ];
    const swapped = [
      "Router <-> registry.Dispenser",
      OF_THE_ROUTER,
      "failed",
    ] as const;
    for (const [what, broken, identity] of [
      ...(classes.includes("two entries swapped") ? [swapped] : []),
      // It is wired to its own set.
      ["Router := a second set's", OF_THE_ROUTER, "ok"],
      [`${collector} := a second set's`, ["router.opcCollector"], "ok"],
      [`${templates}[1] := a second set's`, ["factory.tokenTemplate[1]"], "ok"],
      [
        "ERC721Template with a second set's first item at [1]",
        ["factory.nftTemplate[1]"],
        "ok",
      ],
    ] as const) {
      it(`given registry.${what}, then these facts are broken: ${broken.join(", ")}`, () => {
        const { found } = mutantNamed(`registry.${what}`);

        expect(found.identity.outcome).to.equal(identity);
        expect(brokenFacts(found.wiring)).to.deep.equal(broken);
      });
    }

    function mutantNamed(what: string): TestedMutant {
      const found = tested.find(({ mutant }) => mutant.name === what);
      if (found === undefined) {
        throw new Error(`there is no mutant "${what}"`);
      }
      return found;
    }
  });
}

function brokenFacts({
  facts = [],
}: TestedMutant["found"]["wiring"]): readonly string[] {
  return facts.flatMap(({ id, verdict }) => (verdict === "broken" ? [id] : []));
}
