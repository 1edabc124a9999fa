import { expect } from "chai";
import { build } from "esbuild";
import type { Chain } from "viem";

import {
  dataModule,
  readDataEntry,
} from "../../scripts/package/write-data-entries.ts";
import * as addresses from "../../src/addresses.ts";
import * as chains from "../../src/chains.ts";
import { chainOfNetwork } from "../../src/hardhat/connections/alpha-connection.ts";
import {
  ALPHA_NETWORK_NAMES,
  NETWORK_DEFINITIONS,
  type ReferenceNetworkName,
} from "../../src/networks/definitions.ts";
import { createAlphaHre } from "../support/alpha-hre.ts";
import { PRESET } from "../support/preset.ts";
import { REPOSITORY } from "../support/repository-files.ts";
import { withEnvironment } from "../support/with-environment.ts";

interface Published {
  readonly contracts: Readonly<Record<string, string | readonly string[]>>;
  readonly tokens: Readonly<Record<string, string>>;
}
const ADDRESSES: Readonly<Record<ReferenceNetworkName, Published>> = addresses;
const BY_NAME: Readonly<Record<string, Chain>> = chains;

/** What a viem chain has of a network's addresses. */
const contractsOf = ({ contracts, tokens }: Published) => {
  const { euro = "" } = tokens;
  const all: Published["contracts"] = { ...contracts, euro };
  return Object.fromEntries(
    Object.entries(all).map(([role, value]) => [
      role,
      typeof value === "string"
        ? { address: value }
        : value.map((address) => ({ address })),
    ]),
  );
};

/** The bundle of a front end that imports from an entry as it is packed. */
async function bundled(entry: string, names: string): Promise<string> {
  const code = dataModule(
    await readDataEntry(REPOSITORY, entry),
    "export const ",
  );
  const contents = `export ${names} from ${JSON.stringify(asUrl(code))};`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: import.meta.dirname },
    bundle: true,
    format: "esm",
    write: false,
  });
  return outputFiles.map(({ text }) => text).join("\n");
}

const asUrl = (code: string) =>
  `data:text/javascript,${encodeURIComponent(code)}`;

const imported = async (text: string): Promise<object> => ({
  ...(await import(asUrl(text))),
});

/** The addresses and URLs in data. */
const partsOf = (data: unknown): readonly string[] =>
  JSON.stringify(data).match(/0x\w{40}|https:[^"]+/g) ?? [];

describe("the chains for front ends", function () {
  this.timeout(60_000);

  it("are the networks of the reference, every one and no other", () => {
    expect(Object.keys(chains)).to.have.members([...ALPHA_NETWORK_NAMES]);
  });

  for (const name of ALPHA_NETWORK_NAMES) {
    it(`given ${name}, then its chain says what the definition and the preset say`, () => {
      const { displayName, nativeCurrency, portal } = PRESET[name];

      expect(BY_NAME[name]).to.deep.equal({
        id: NETWORK_DEFINITIONS[name].values.chainId,
        name: displayName,
        nativeCurrency: {
          name: nativeCurrency.name,
          symbol: nativeCurrency.symbol,
          decimals: 18,
        },
        rpcUrls: { default: { http: [portal["nodeUri"]] } },
        blockExplorers: {
          default: {
            name: `${displayName} Explorer`,
            url: String(portal["explorerUri"]).replace(/\/$/, ""),
          },
        },
        testnet: true,
        contracts: contractsOf(ADDRESSES[name]),
      });
    });

    it(`given ${name}, then its addresses are the preset's, by key and by role`, () => {
      const { registry } = NETWORK_DEFINITIONS[name];

      const [euro] = PRESET[name].tokens;

      expect(euro?.kind).to.equal("euro");
      expect(ADDRESSES[name]).to.deep.equal({
        registry: PRESET[name].registry,
        contracts: Object.fromEntries(
          Object.entries(registry).map(([key, { role }]) => [
            role,
            PRESET[name].registry[key],
          ]),
        ),
        tokens: {
          euro: euro?.address,
          alpha: ADDRESSES[name].contracts["token"],
        },
      });
    });

    it(`given a config that changes nothing of ${name}, then its chain is the one that connections carry`, async () => {
      const hre = await withEnvironment({}, async () => await createAlphaHre());
      const network = hre.config.alpha.networks[name];
      if (network === undefined) {
        throw new Error(`${name} is disabled`);
      }

      expect(chainOfNetwork(network)).to.deep.equal(BY_NAME[name]);
    });
  }

  for (const [entry, data, maxBytes] of [
    ["chains", BY_NAME, 4096],
    ["addresses", { ...addresses }, 5120],
  ] as const) {
    it(`given a front end with all ${entry}, when it is bundled, then the bundle has their data alone`, async () => {
      const text = await bundled(entry, "*");

      expect(await imported(text)).to.deep.equal({ ...data });
      expect(text.length).to.be.below(maxBytes);
    });

    for (const name of ALPHA_NETWORK_NAMES) {
      it(`given a front end with ${name} of the ${entry} alone, when it is bundled, then nothing of the other networks is in it`, async () => {
        const text = await bundled(entry, `{ ${name} }`);

        expect(await imported(text)).to.deep.equal({ [name]: data[name] });
        const own = partsOf(data[name]);
        for (const part of partsOf(data).filter((one) => !own.includes(one))) {
          expect(text).to.not.include(part);
        }
      });
    }
  }
});
