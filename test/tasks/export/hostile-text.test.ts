import { parse } from "acorn";
import { expect } from "chai";
import fc from "fast-check";

import type { ResolvedAlphaNetwork } from "../../../src/config/types.ts";
import {
  EXPORT_FORMATS,
  exportedNetworks,
} from "../../../tasks/export/action.ts";
import type { ExportedNetwork } from "../../../tasks/export/format.ts";
import { networkData } from "../../../tasks/export/network-data.ts";
import { createAlphaHre } from "../../support/alpha-hre.ts";

const RUNS = 150;
const hostile = fc.oneof(
  fc.string({ unit: "binary", minLength: 1, maxLength: 40 }),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }),
  fc.constantFrom(
    '"; process.exit(1); //',
    "*/ pragma solidity 0.4.0; /*",
    "`$" + "{process.exit(1)}`",
    "</script><script>",
    "\u2028\u2029\r\n\\",
    "\u202Eevil\u202C",
    "__proto__",
    "\uD800",
    "} as const; export const evil = {",
  ),
);
const texts = fc.record({
  displayName: hostile,
  euroName: hostile,
  euroSymbol: hostile,
  feeName: hostile,
  feeSymbol: hostile,
  shortName: hostile,
});
/** What may be in a source that people read, apart from line breaks. */
const PRINTABLE = /^[^\p{C}\p{Zl}\p{Zp}]*$/u;

type Texts = typeof texts extends fc.Arbitrary<infer T> ? T : never;

function poisoned(
  network: ResolvedAlphaNetwork,
  { displayName, euroName, euroSymbol, feeName, feeSymbol }: Texts,
): ResolvedAlphaNetwork {
  return {
    ...network,
    values: { ...network.values, displayName },
    tokens: {
      euro: {
        ...network.tokens.euro,
        name: euroName,
        symbol: euroSymbol,
        decimals: 6,
      },
      alpha: { ...network.tokens.alpha, name: displayName, decimals: 18 },
    },
    feeToken: {
      name: feeName,
      symbol: feeSymbol,
      decimals: 18,
      role: "Network Fee Token",
    },
  };
}

async function presetNetworks(): Promise<readonly ExportedNetwork[]> {
  const { config } = await createAlphaHre();
  return await exportedNetworks(
    config,
    { names: [], globalNetwork: undefined, sandbox: false },
    { readsPortal: true, reveal: false },
  );
}

/** What a format makes of networks whose every text is hostile. */
async function rendering(name: string) {
  const format = EXPORT_FORMATS[name];
  const preset = await presetNetworks();
  return (hostileTexts: Texts, file?: string) => {
    const networks = preset.map(
      ({ network, portal }): ExportedNetwork => ({
        network: poisoned(network, hostileTexts),
        portal: portal && {
          ...portal,
          fields: portal.fields.map((field) =>
            field.field === "network"
              ? { ...field, value: hostileTexts.shortName }
              : field,
          ),
        },
      }),
    );
    const exported = format?.render({
      networks,
      file,
      previous: undefined,
      timestamp: () => "2026-01-01T00:00:00.000Z",
    });
    const text = exported?.text;
    for (const line of text?.split("\n") ?? []) {
      expect(line).to.match(PRINTABLE);
    }
    return { networks, text };
  };
}

describe("an export of networks whose every name and symbol is hostile", function () {
  this.timeout(60_000);

  it("as json, reads back as the very same texts", async () => {
    const render = await rendering("json");
    fc.assert(
      fc.property(texts, (hostileTexts) => {
        const { networks, text } = render(hostileTexts);
        expect(JSON.parse(text ?? "")).to.deep.equal(
          Object.fromEntries(
            networks.map(({ network }) => [network.name, networkData(network)]),
          ),
        );
      }),
      { numRuns: RUNS },
    );
  });

  it("as typescript, is three constants and nothing else, with the very same texts", async () => {
    const render = await rendering("typescript");
    const tokens = await fc.sample(texts, { numRuns: RUNS, seed: 7 });
    for (const hostileTexts of tokens) {
      const { networks, text = "" } = render(hostileTexts);
      const source = text.replace(/^\} as const;$/gm, "};");
      const { body } = parse(source, {
        ecmaVersion: "latest",
        sourceType: "module",
      });
      expect(body.map(({ type }) => type)).to.deep.equal(
        networks.map(() => "ExportNamedDeclaration"),
      );
      const module: unknown = await import(
        `data:text/javascript,${encodeURIComponent(source)}`
      );
      expect({ ...Object(module) }).to.deep.equal(
        Object.fromEntries(
          networks.map(({ network }) => [network.name, networkData(network)]),
        ),
      );
    }
  });

  for (const [name, part] of [
    ["solidity", "library AlphaThird {"],
    ["address-json", "gen-x-testnet"],
  ] as const) {
    it(`as ${name}, is the same text whatever they are`, async () => {
      const render = await rendering(name);
      const [first] = fc.sample(texts, { numRuns: 1, seed: 1 });
      const expected = first && render(first).text;
      expect(expected).to.contain(part);
      fc.assert(
        fc.property(texts, (hostileTexts) => {
          expect(render(hostileTexts).text).to.equal(expected);
        }),
        { numRuns: RUNS },
      );
    });
  }

  it("as chain-metadata, reads back as the very same texts, and as a module is a constant and its export", async () => {
    const render = await rendering("chain-metadata");
    fc.assert(
      fc.property(texts, (hostileTexts) => {
        const list = JSON.parse(render(hostileTexts).text ?? "");
        expect(list).to.have.lengthOf(3);
        for (const chain of list) {
          expect(chain.name).to.equal(hostileTexts.displayName);
          expect(chain.chain).to.equal(hostileTexts.feeSymbol);
          expect(chain.nativeCurrency.name).to.equal(hostileTexts.feeName);
          expect(chain.shortName ?? "ok").to.match(/^[\w-]{1,64}$/);
        }
        const { body } = parse(render(hostileTexts, "x.mjs").text ?? "", {
          ecmaVersion: "latest",
          sourceType: "module",
        });
        expect(body.map(({ type }) => type)).to.deep.equal([
          "VariableDeclaration",
          "ExportNamedDeclaration",
        ]);
      }),
      { numRuns: RUNS },
    );
  });
});
