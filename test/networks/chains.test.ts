import { fileURLToPath } from "node:url";

import { type Program, parse } from "acorn";
import { expect } from "chai";
import { build } from "esbuild";
import { type Chain, createPublicClient, http } from "viem";

import {
  dataModule,
  readDataEntry,
} from "../../scripts/package/write-data-entries.ts";
import * as addresses from "../../src/addresses.ts";
import * as chains from "../../src/chains.ts";
import { chainOfNetwork } from "../../src/hardhat/viem/chain-of-network.ts";
import {
  ALPHA_NETWORK_NAMES,
  NETWORK_DEFINITIONS,
  type ReferenceNetworkName,
} from "../../src/networks/definitions.ts";
import { createAlphaHre } from "../support/alpha-hre.ts";
import { guardedEnvironment } from "../support/guarded-environment.ts";
import { startFaultyServer } from "../support/node-model/server.ts";
import { PRESET } from "../support/preset.ts";
import { REPOSITORY } from "../support/repository-files.ts";
import { runNode } from "../support/run-node.ts";
import { withEnvironment } from "../support/with-environment.ts";

const ENTRY = new URL("../../src/chains.ts", import.meta.url);

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

/** A front end that imports from an entry as it is packed. */
async function frontEnd(entry: string, names: string): Promise<string> {
  const code = dataModule(
    await readDataEntry(REPOSITORY, entry),
    "export const ",
  );
  const url = `data:text/javascript,${encodeURIComponent(code)}`;
  return `export ${names} from ${JSON.stringify(url)};`;
}

/** A module's bundle, as text and as a tree. */
async function bundled(
  contents: string,
): Promise<{ readonly text: string; readonly code: Program }> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: fileURLToPath(new URL(".", ENTRY)) },
    bundle: true,
    format: "esm",
    write: false,
  });
  const text = outputFiles.map((file) => file.text).join("\n");
  return {
    text,
    code: parse(text, { ecmaVersion: "latest", sourceType: "module" }),
  };
}

async function imported(text: string): Promise<object> {
  const module: object = await import(
    `data:text/javascript,${encodeURIComponent(text)}`
  );
  return { ...module };
}

/** Every text below a value, once: of a program its literals'. */
function stringsIn(value: unknown): readonly string[] {
  const found = new Set<string>();
  JSON.stringify(value, (key, inner: unknown) => {
    const isText = typeof inner === "string";
    if (isText && (key === "value" || !isProgram(value))) {
      found.add(inner);
    }
    return inner;
  });
  return [...found];
}

const isProgram = (value: unknown): value is Program =>
  typeof value === "object" && value !== null && "sourceType" in value;

describe("the chains for front ends", function () {
  this.timeout(20_000);

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

    it(`given a node of ${name}, then viem's client takes the chain`, async () => {
      const server = await startFaultyServer({ node: () => "0x2a" });
      try {
        const client = createPublicClient({
          chain: BY_NAME[name],
          transport: http(server.url),
        });

        expect(await client.getBlockNumber()).to.equal(42n);
        expect(client.chain?.id).to.equal(
          NETWORK_DEFINITIONS[name].values.chainId,
        );
      } finally {
        await server.close();
      }
    });
  }

  it("are imported with the networks' data and nothing beside: no viem, no Hardhat", async () => {
    const program = `
      import { registerHooks } from "node:module";
      const urls = [];
      registerHooks({
        load(url, context, next) {
          urls.push(url);
          return next(url, context);
        },
      });
      const names = Object.keys(await import(${JSON.stringify(ENTRY.href)}));
      console.log(JSON.stringify({ names, urls }));
    `;
    const { code, stdout, stderr } = await runNode(
      ["--input-type=module", "--eval", program],
      {
        cwd: fileURLToPath(new URL(".", ENTRY)),
        env: guardedEnvironment(process.env),
        timeout: 20_000,
      },
    );

    expect(code, stderr).to.equal(0);
    const { names, urls }: { names: string[]; urls: string[] } =
      JSON.parse(stdout);
    expect(names).to.have.members([...ALPHA_NETWORK_NAMES]);
    expect(urls).to.have.members([
      ENTRY.href,
      ...[...names, "portal-v4", "published-addresses"].map(
        (name) => new URL(`networks/${name}.ts`, ENTRY).href,
      ),
    ]);
  });

  for (const [entry, data, maxBytes] of [
    ["chains", BY_NAME, 4096],
    ["addresses", { ...addresses }, 5120],
  ] as const) {
    it(`given a front end with all ${entry}, when it is bundled, then the bundle has their data alone`, async () => {
      const { text, code } = await bundled(await frontEnd(entry, "*"));

      expect(await imported(text)).to.deep.equal({ ...data });
      expect(stringsIn(code)).to.have.members(stringsIn(data));
      expect(text.length).to.be.below(maxBytes);
    });

    for (const name of ALPHA_NETWORK_NAMES) {
      it(`given a front end with ${name} of the ${entry} alone, when it is bundled, then nothing of the other networks is in it`, async () => {
        const { text, code } = await bundled(
          await frontEnd(entry, `{ ${name} }`),
        );

        expect(await imported(text)).to.deep.equal({ [name]: data[name] });
        expect(stringsIn(code)).to.have.members(stringsIn(data[name]));
      });
    }
  }
});
