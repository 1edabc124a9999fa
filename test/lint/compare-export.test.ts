import { expect } from "chai";

import { checkFile } from "../../src/lint/compare/check-file.ts";
import type { LintReport } from "../../src/lint/report.ts";
import type { AlphaNetworkName } from "../../src/networks/definitions.ts";
import { exportedNetworks } from "../../tasks/export/action.ts";
import { generatedBy } from "../../tasks/export/check.ts";
import type { ExportFormat } from "../../tasks/export/format.ts";
import { ADDRESS_JSON } from "../../tasks/export/formats/address-json.ts";
import { CHAIN_METADATA } from "../../tasks/export/formats/chain-metadata.ts";
import {
  IGNITION_PARAMETERS,
  JSON_FORMAT,
} from "../../tasks/export/formats/contracts.ts";
import { createAlphaHre } from "../support/alpha-hre.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { withEnvironment } from "../support/with-environment.ts";
import { expectValidLintReport } from "./lint-schema.ts";
import { rulesOf } from "./lint-text.ts";

const NAMES = ["devnet", "testnet"] as const;

/** Compares what `change` makes of an export with that export. */
async function check(
  format: ExportFormat,
  change: (exported: string) => string,
  file = "networksMetadata.config.js",
  names: readonly AlphaNetworkName[] = NAMES,
): Promise<LintReport> {
  using folder = temporaryFolder();
  return await withEnvironment({}, async () => {
    const { config } = await createAlphaHre({});
    const networks = await exportedNetworks(
      config,
      { names, globalNetwork: undefined, sandbox: false },
      { ...format, reveal: false },
    );
    const exported = format.render({
      networks,
      timestamp: () => "1970-01-01T00:00:00.000Z",
      file: undefined,
      previous: undefined,
    });
    return expectValidLintReport(
      await checkFile(config.alpha, {
        task: "export",
        file: folder.write(file, change(exported.text ?? "")),
        generated: generatedBy(format, exported),
        isExplicit: true,
      }),
    );
  });
}

/** A portal's own file: another order, other quotes, more chains and other links. */
function portalModule(json: string): string {
  const chains: readonly Record<string, unknown>[] = JSON.parse(json);
  const own = chains.map((chain) =>
    Object.fromEntries(
      Object.entries({
        ...chain,
        infoURL: "https://docs.example",
      }).toReversed(),
    ),
  );
  const other = {
    chainId: 1,
    name: "Mainnet",
    rpc: ["https://eth.example"],
    nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
  };
  return `// ours\nconst networksMetadata = ${JSON.stringify([other, ...own], null, 4).replaceAll('"', "'")}\nmodule.exports = { networksMetadata }\n`;
}

const errorsOf = ({ findings }: LintReport) => rulesOf(findings);

describe("alpha export --check by value", function () {
  this.timeout(60_000);

  it("given a portal's file with the same values in another text, then nothing differs", async () => {
    const report = await check(CHAIN_METADATA, portalModule);

    expect(errorsOf(report)).to.deep.equal([]);
    expect(report.outcome).to.equal("ok");
    expect(report.task).to.equal("export");
  });

  const NODE = "'https://rpc.dev.pontus-x.eu'";
  for (const [title, old, changed, expected = [], message] of [
    [
      "a former currency",
      "'symbol': 'EURAU'",
      "'symbol': 'EUROe'",
      ["difference error"],
      'devnet: nativeCurrency.symbol (line 27) is "EUROe", the export has "EURAU".',
    ],
    [
      "a node of its own, and no public one",
      NODE,
      "'https://node.example'",
      ["difference error"],
      'devnet: rpc (line 31) is ["https://node.example"], the export has ["https://rpc.dev.pontus-x.eu"].',
    ],
    ["another node after the public one", NODE, `${NODE}, 'https://b.example'`],
    [
      "another node before the public one, which clients use",
      NODE,
      `'https://node.example', ${NODE}`,
      ["difference error"],
      'devnet: rpc (line 31) is ["https://node.example", "https://rpc.dev.pontus-x.eu"], the export has ["https://rpc.dev.pontus-x.eu"].',
    ],
    [
      "a node of the environment after the public one",
      NODE,
      `${NODE}, process.env.NODE`,
    ],
    // Clients use the first node, which may be another one than the public one.
    [
      "a node of the environment before the public one",
      NODE,
      `process.env.NODE, ${NODE}`,
      ["not-compared unknown"],
      "devnet: rpc (line 32) is not known: it reads the environment (NODE).",
    ],
    [
      "a node of the environment, which may be the public one",
      NODE,
      "process.env.NODE",
      ["not-compared unknown"],
      "devnet: rpc (line 32) is not known: it reads the environment (NODE).",
    ],
  ] as readonly [string, string | RegExp, string, string[]?, string?][]) {
    const change = (text: string) => text.replace(old, changed);
    it(`given ${title}, then exactly that is found`, async () => {
      const report = await check(CHAIN_METADATA, (json) =>
        changeOurs(portalModule(json), change),
      );

      expect(
        errorsOf(report).filter((rule) => !rule.endsWith("warning")),
      ).to.deep.equal([...expected]);
      if (message !== undefined) {
        expect(report.findings.map((finding) => finding.message)).to.deep.equal(
          [message],
        );
      }
    });
  }

  it("given an address book, then its contracts and start block are compared, and not its text", async () => {
    const compared = async (change: (text: string) => string) =>
      await check(ADDRESS_JSON, change, "address.json", ["devnet"]);

    expect(
      errorsOf(
        await compared((text) =>
          text.replace(/0x[\da-fA-F]{40}/g, (one) => one.toLowerCase()),
        ),
      ),
    ).to.deep.equal([]);
    expect(
      errorsOf(await compared((text) => text.replace("57428", "1"))),
    ).to.deep.equal(["difference error"]);
    const { findings } = await compared((text) =>
      text.replace('"ERC721Template"', '"Former"'),
    );
    // A terminal of 80 columns can break this line without shortening the address.
    expect(findings[0]?.message).to.equal(
      'devnet: ERC721Template is missing, the export has {"1": "0x5B0cc649134791c2357c93868d6e8D325A31aE29"}.',
    );
    const further = await compared((text) =>
      text.replace(/("ERC721Template": \{)/, `$1 "2": "0x${"Be".repeat(20)}",`),
    );
    expect(further.findings.map(({ message }) => message)).to.include(
      `devnet: ERC721Template.2 (line 12) is 0x${"Be".repeat(20)}, the export does not have it.`,
    );
  });

  for (const [what, pattern, message] of [
    [
      "lacks one",
      '"unknown":',
      'testnet has no entry "unknown", by which clients look for it.',
    ],
    [
      "has one with another start block",
      '"startBlock": ',
      "testnet: startBlock (line 34) is 1",
    ],
  ] as const) {
    it(`given a network with two keys, of which an address book ${what}, then it differs`, async () => {
      const { findings } = await check(
        ADDRESS_JSON,
        (text) => {
          const at = text.lastIndexOf(pattern);
          const changed = pattern.replace("unknown", "other");
          const more = changed === pattern ? "1" : "";
          return `${text.slice(0, at)}${changed}${more}${text.slice(at + pattern.length)}`;
        },
        "address.json",
        ["testnet"],
      );

      expect(findings[0]?.message).to.contain(message);
    });
  }

  it("given a member that the export of one network does not have, then it differs", async () => {
    const { findings } = await check(
      IGNITION_PARAMETERS,
      (text) => text.replace("{", '{ "Other": { "fee": 1 },'),
      "parameters.json",
      ["devnet"],
    );

    expect(findings.map(({ rule }) => rule)).to.deep.equal(["difference"]);
    expect(findings[0]?.message).to.match(/^Other \(line 1\) is/);
  });

  it("given a name twice, then it differs, whatever the first value is", async () => {
    const { findings } = await check(
      JSON_FORMAT,
      (text) => text.replace('"Router":', '"Router": "",\n$&'),
      "networks.json",
      ["devnet"],
    );

    expect(findings.map(({ rule, message }) => [rule, message])).to.deep.equal([
      [
        "difference",
        "devnet.registry.Router (line 7) is repeated on line 8, and only that one counts.",
      ],
    ]);
  });

  it("given an address book with an index twice, then that is one finding", async () => {
    const report = await check(
      ADDRESS_JSON,
      (text) => text.replace(/("ERC721Template": \{)/, '$1 "1": "",'),
      "address.json",
      ["devnet"],
    );

    expect(errorsOf(report)).to.deep.equal(["difference error"]);
  });
});

/** Changes the part with the networks' entries. */
function changeOurs(text: string, change: (text: string) => string): string {
  const at = text.indexOf("'explorers'");
  return text.slice(0, at) + change(text.slice(at));
}
