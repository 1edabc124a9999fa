import { expect } from "chai";
import fc from "fast-check";
import { ALPHA_NETWORK_NAMES } from "../../src/networks/definitions.ts";
import { fixedText, inOcean, lintText, portalOf } from "./lint-text.ts";

const NODE = "https://rpc.dev.pontus-x.eu";
const RUNS = { seed: 20261122, numRuns: 60 };

/** What may be wrong with a field, mechanically. */
const MISTAKES = ["right", "checksum", "slash", "name"] as const;

const styles = fc.record({
  quote: fc.constantFrom("'", '"', "`"),
  lineEnd: fc.constantFrom("\n", "\r\n"),
  mark: fc.constantFrom("", "\uFEFF"),
  comment: fc.constantFrom("", " // nodeUri: 'x' é 😀", " /* 0x12, */"),
  quotesNames: fc.boolean(),
});

const chains = fc.uniqueArray(
  fc.record({
    network: fc.constantFrom(...ALPHA_NETWORK_NAMES),
    mistakes: fc.array(fc.constantFrom(...MISTAKES), {
      minLength: 25,
      maxLength: 25,
    }),
  }),
  { minLength: 1, maxLength: 3, selector: ({ network }) => network },
);

describe("fixText", function () {
  this.timeout(60_000);

  it("given any mechanical mistakes in any style, then they are repaired, nothing else of the text changes, and a second run finds none", async () => {
    await fc.assert(
      fc.asyncProperty(chains, styles, async (wrong, style) => {
        const { text: repaired } = await fixedText(write(wrong, style));

        const right = wrong.map((chain) => ({ ...chain, mistakes: [] }));
        expect(repaired).to.equal(write(right, style));
        const again = await fixedText(repaired);
        expect(again.text).to.equal(repaired);
        expect(again.fixed).to.deep.equal([]);
        expect(
          (await lintText(repaired)).some(({ fixable }) => fixable),
        ).to.equal(false);
      }),
      RUNS,
    );
  });

  const ADDRESS = "0x68C24FA5b2319C81b34f248d1f928601D2E5246B";
  const wrong = "0x68c24FA5b2319C81b34f248d1f928601D2E5246B";
  /** With a wrong checksum. */
  const UNKNOWN_ADDRESS = "0x9D6F7e4B5E655F4bba7c9BAdc466Fc35d6A3E3f8";
  const chain = (more: string) =>
    `const chains = [{ chainId: 32456, ${more} }];\nmodule.exports = { chains };\n`;

  for (const [title, source] of [
    [
      "a text with escapes",
      chain(`providerAddress: "\\x30x${wrong.slice(2)}"`),
    ],
    [
      "a misspelt name that code uses",
      `${chain('nodeURI: "https://a.example"')}const urls = () => chains.map((c) => c.nodeURI);\n`,
    ],
    [
      "a misspelt name that is a constant's too",
      `const nodeURI = "https://a.example";\n${chain("nodeURI")}`,
    ],
    [
      "two names for one field",
      chain('nodeURI: "https://a.example", nodeUrI: "https://a.example"'),
    ],
    [
      "a path of a host of the portal's own, which may be another one without its slash",
      chain('explorerUri: "https://a.example/explorer/"'),
    ],
    ["a URL with a query", chain('nodeUri: "https://a.example/?key=/"')],
    [
      "a slash of a constant that code uses",
      `const host = "https://a.example/";\n${chain("explorerUri: host")}const tx = (hash) => host + hash;\n`,
    ],
    [
      "a slash of a constant that other texts are joined with",
      `const host = "https://a.example/";\n${chain('explorerUri: host, subgraphUri: host + "graph"')}`,
    ],
    [
      "a slash in an object that is spread, and may be used elsewhere",
      `const urls = { explorerUri: "https://a.example/" };\n${chain("...urls")}const tx = (hash) => urls.explorerUri + hash;\n`,
    ],
    [
      "a misspelt name in an object whose right name would replace another chain's value",
      `const base = { nodeURI: "https://a.example" };\nconst chains = [{ chainId: 32456, nodeUri: "https://b.example", ...base }, { chainId: 32457, ...base }];\nmodule.exports = { chains };\n`,
    ],
    [
      "a constant that two networks want otherwise",
      `const cache = 'https://cache.example/';\nconst chains = [{ chainId: 32456, metadataCacheUri: cache }, { chainId: 100, network: 'genx', metadataCacheUri: cache }];\nmodule.exports = { chains };\n`,
    ],
    [
      "a known address of another field with a wrong checksum",
      chain(`dispenserAddress: "${ADDRESS.replace("C", "c")}"`),
    ],
    // Its digits may be wrong.
    [
      "an unknown address with a wrong checksum",
      chain(`dispenserAddress: "${UNKNOWN_ADDRESS}"`),
    ],
    [
      "an unknown address in lower case in an entry of another chain",
      chain(`dispenserAddress: "${UNKNOWN_ADDRESS.toLowerCase()}"`).replace(
        "32456",
        "137",
      ),
    ],
  ] as const) {
    it(`given ${title}, then the text is left alone`, async () => {
      expect((await fixedText(source)).text).to.equal(source);
    });
  }

  for (const [title, source, ...changes] of [
    [
      "a constant of two chains, then it is repaired once, where it is declared",
      `const provider = '${wrong}';\nconst chains = [{ chainId: 32456, providerAddress: provider }, { chainId: 137, providerAddress: provider }];\nmodule.exports = { chains };\n`,
      [wrong, ADDRESS],
    ],
    [
      "a default of an environment variable, then the default is repaired",
      chain(`providerAddress: process.env.PROVIDER || "${wrong}"`),
      [wrong, ADDRESS],
    ],
    [
      "a slash of a constant that nothing else uses, then it is repaired",
      `const host = "${NODE}/";\n${chain("nodeUri: host")}`,
      [`${NODE}/`, NODE],
    ],
    [
      "a misspelt name and a slash that comments repeat, then both are repaired, and the comments stay",
      `// explorerURI: where it is\nconst host = "${NODE}/"; // host\n${chain('explorerURI: "https://b.example", /* explorerURI: "https://c.example" */ nodeUri: host')}`,
      ['explorerURI: "https://b', 'explorerUri: "https://b'],
      [`${NODE}/`, NODE],
    ],
    [
      "a misspelt name in an object that all chains spread, then it is repaired",
      `const base = { nodeURI: "https://a.example" };\nconst chains = [{ chainId: 32456, ...base }, { chainId: 32457, ...base }];\nmodule.exports = { chains };\n`,
      ["nodeURI", "nodeUri"],
    ],
  ] as readonly [string, string, ...(readonly [string, string])[]][]) {
    it(`given ${title}`, async () => {
      const expected = changes.reduce(
        (text, [old, repaired]) => text.replace(old, repaired),
        source,
      );

      expect((await fixedText(source)).text).to.equal(expected);
    });
  }
});

type Wrong = typeof chains extends fc.Arbitrary<infer T> ? T : never;
type Style = typeof styles extends fc.Arbitrary<infer T> ? T : never;

/** Without them, neither the network nor the dialect is known. */
const IDENTIFYING = ["chainId", "network", "name", "oceanTokenSymbol"];

/** The networks' entries with mistakes in their fields, which may be fewer. */
function write(
  wrong: Wrong,
  { quote, lineEnd, mark, comment, quotesNames }: Style,
): string {
  const nameQuote = quotesNames ? quote.replace("`", "'") : "";
  const entries = wrong.flatMap(({ network, mistakes }) => [
    "  {",
    ...Object.entries(inOcean(portalOf(network))).map(([name, value], at) => {
      const text = wrongValue(value, mistakes[at]);
      return `    ${nameQuote}${wrongName(name, mistakes[at])}${nameQuote}: ${typeof text === "string" ? `${quote}${text}${quote}` : text},${comment}`;
    }),
    "  },",
  ]);
  const lines = ["const chains = [", ...entries, "];"];
  return `${mark}${[...lines, "module.exports = { chains };", ""].join(lineEnd)}`;
}

const wrongName = (name: string, mistake: string | undefined) =>
  mistake === "name" && !IDENTIFYING.includes(name)
    ? `${name.slice(0, 2)}${name.charAt(3)}${name.charAt(2)}${name.slice(4)}`
    : name;

function wrongValue(value: unknown, mistake: string | undefined): unknown {
  const text = String(value);
  if (text.startsWith("0x") && mistake === "checksum") {
    return text.replace(/[a-f]/, (letter) => letter.toUpperCase());
  }
  return text.startsWith("https:") && mistake === "slash"
    ? text.replace(/\/?$/, "/")
    : value;
}
