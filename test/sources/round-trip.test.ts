import { expect } from "chai";
import fc from "fast-check";
import {
  portalConfigs,
  type ShownPortalConfig,
} from "../../src/connect/portal-configs.ts";
import type { NetworkDefinition } from "../../src/networks/definition.ts";
import {
  ALPHA_NETWORK_NAMES,
  NETWORK_DEFINITIONS,
} from "../../src/networks/definitions.ts";
import { DIALECTS, type Dialect } from "../../src/networks/dialects.ts";
import { configJs } from "../../tasks/config/formats/js.ts";
import { configJson } from "../../tasks/config/formats/json.ts";
import {
  inProject,
  type StartedProject,
  startIn,
  startWith,
} from "./source-project.ts";

const SEED = 20261120;
const ALL = { names: [], globalNetwork: undefined, sandbox: false };

const text = fc.string({ unit: "binary", minLength: 1, maxLength: 8 });
const address = fc
  .string({
    unit: fc.constantFrom(..."0123456789abcdef"),
    minLength: 40,
    maxLength: 40,
  })
  .map((digits) => `0x${digits}`);
const url = fc
  .tuple(fc.domain(), fc.webPath())
  .map(([host, path]) => `https://${host}${path}`);
const count = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });

/** Every field of a network's portal config but its ids. */
function portalOf(definition: NetworkDefinition) {
  return fc.record(
    Object.fromEntries(
      Object.entries(definition.portal)
        .filter(([field]) => field !== "chainId" && field !== "networkId")
        .map(([field, { type }]) => [field, fieldOf(type)]),
    ),
  );
}

function fieldOf(type: NetworkDefinition["portal"][string]["type"]) {
  switch (type) {
    case "string":
      return text;
    case "boolean":
      return fc.boolean();
    case "integer":
      return count;
    case "number":
      return fc.double({ min: 0.001, max: 1e6, noNaN: true });
    case "url":
      return url;
    case "address":
      return address;
  }
}

const networks = fc
  .record({
    devnet: portalOf(NETWORK_DEFINITIONS.devnet),
    testnet: portalOf(NETWORK_DEFINITIONS.testnet),
    third: portalOf(NETWORK_DEFINITIONS.third),
  })
  .map((portals) =>
    Object.fromEntries(
      // A name of its own for each, by which its entry is found.
      Object.entries(portals).map(([name, portal]) => [
        name,
        { portal: { ...portal, network: `${name}${portal["network"]}` } },
      ]),
    ),
  );

/** The shapes that carry every field, as files. */
const SHAPES: Readonly<
  Record<
    string,
    (configs: readonly ShownPortalConfig[], dialect: Dialect) => string
  >
> = {
  "chains.config.json": configJson,
  "chains.config.js": (configs, dialect) =>
    configJs(configs, dialect, "commonjs"),
  "chains.config.mjs": (configs, dialect) => configJs(configs, dialect, "esm"),
};

const printed = async ({ hre }: StartedProject) =>
  await portalConfigs(hre.config, ALL, true);

/** Fields and values, without where they come from. */
const valuesOf = (configs: readonly ShownPortalConfig[]) =>
  configs.map(({ network, fields }) => [
    network,
    fields.map(({ field, value }) => [field, value]),
  ]);

describe("a portal configuration that is printed and read back", () => {
  for (const [file, print] of Object.entries(SHAPES)) {
    for (const dialect of DIALECTS) {
      it(`given any values, when they go through ${file} in the dialect ${dialect}, then they come back the same`, async () => {
        await inProject({}, async (empty) => {
          await fc.assert(
            fc.asyncProperty(networks, async (given) => {
              const before = await printed(
                await startIn(empty, { preset: false, networks: given }),
              );
              const sources = ALPHA_NETWORK_NAMES.map((network) => ({
                type: "portal",
                file,
                network,
                entry: given[network]?.portal.network,
              }));
              const after = await startWith(
                { [file]: print(before, dialect) },
                sources,
                { preset: false },
              );

              expect(valuesOf(await printed(after))).to.deep.equal(
                valuesOf(before),
              );
              expect(after.warnings).to.deep.equal([]);
            }),
            { seed: SEED, numRuns: 15 },
          );
        });
      });
    }
  }
});
