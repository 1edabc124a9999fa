import { readdirSync, readFileSync, writeFileSync } from "node:fs";

import { expect } from "chai";
import { checkFile } from "../../../src/lint/compare/check-file.ts";
import type { LintReport } from "../../../src/lint/report.ts";
import {
  EXPORT_FORMATS,
  exportedNetworks,
  exportTimestamp,
} from "../../../tasks/export/action.ts";
import { generatedBy } from "../../../tasks/export/check.ts";
import { writeExport } from "../../../tasks/export/format.ts";
import { createAlphaHreOf } from "../../support/alpha-hre.ts";
import { pluginMessageOf } from "../../support/rejection-of.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const ALL = { names: [], globalNetwork: undefined, sandbox: false };
const EURO = {
  networks: { devnet: { tokens: { euro: { symbol: "EURAU", decimals: 6 } } } },
};
const TIMESTAMP = "1970-01-01T00:00:00.000Z";

async function prepared(
  name: string,
  alpha: unknown = {},
  names: readonly string[] = [],
) {
  const format = EXPORT_FORMATS[name];
  if (format === undefined) {
    throw new Error(`no format ${name}`);
  }
  const { config } = await createAlphaHreOf(alpha);
  const networks = await exportedNetworks(
    config,
    { ...ALL, names },
    { ...format, reveal: false },
  );
  return {
    format,
    config: config.alpha,
    input: {
      networks: networks.map((network) => ({ ...network, state: [] })),
      timestamp: () => TIMESTAMP,
    },
  };
}

const EXAMPLES = [
  "json",
  "address-json",
  "typescript",
  "solidity",
  "chain-metadata",
];

/** Writes an export as `alpha export --out` does. */
async function write(
  { format, input }: Awaited<ReturnType<typeof prepared>>,
  file: string,
  force = false,
): Promise<string> {
  const output = { file, task: "export", force };
  const { text = "" } = await writeExport(format, input, output);
  return text;
}

describe("an export's file", () => {
  for (const name of EXAMPLES) {
    const isUnmarked = ["json", "chain-metadata"].includes(name);
    it(`given ${name} in a file, also with CR LF, when an address changes, then the check finds the line, and writing ${isUnmarked ? "by force " : ""}brings it up to date`, async () => {
      using folder = temporaryFolder();
      const file = folder.at("export.json");
      const before = await prepared(name);
      const text = await write(before, file);
      expect(readFileSync(file, "utf8")).to.equal(`${text}\n`);
      writeFileSync(file, text.replaceAll("\n", "\r\n"));
      expect((await checked(before, file)).outcome).to.equal("ok");
      const project = await prepared(name, {
        networks: {
          devnet: {
            registry: {
              Alpha: `0x${"12".repeat(20)}`,
              Router: `0x${"34".repeat(20)}`,
            },
            tokens: { alpha: { decimals: 18 } },
            displayName: "Changed",
          },
        },
      });

      const report = await checked(project, file);

      // A wallet only shows a chain's name.
      const isShown = name === "chain-metadata";
      expect(report.outcome).to.equal(isShown ? "ok" : "failed");
      const [finding] = report.findings;
      expect(finding?.rule).to.equal(isShown ? undefined : "difference");
      expect(finding?.line ?? 2).to.be.greaterThan(1);
      await write(project, file, isUnmarked);
      expect((await checked(project, file)).outcome).to.equal("ok");
    });
  }

  it("given an address book that is damaged, when it is written, then not even force replaces it, since other networks are in it", async () => {
    using folder = temporaryFolder();
    const file = folder.at("address.json");
    const damaged = '{"mainnet": {"chainId": 1},\n}';
    writeFileSync(file, damaged);
    const project = await prepared("address-json");

    expect(await pluginMessageOf(() => write(project, file, true))).to.contain(
      "line 2",
    );
    expect(readFileSync(file, "utf8")).to.equal(damaged);
    expect(readdirSync(folder.root)).to.deep.equal(["address.json"]);
  });

  it("given an address book with a byte order mark, when it is written, then its other networks stay, and it has none", async () => {
    using folder = temporaryFolder();
    const file = folder.at("address.json");
    writeFileSync(file, '\uFEFF{"mainnet": {"chainId": 1}}');

    await write(await prepared("address-json", {}, ["devnet"]), file);

    const text = readFileSync(file, "utf8");
    expect(JSON.parse(text)).to.have.all.keys("mainnet", "pontus-x-devnet");
  });

  it("given another file to check, then that it is no TypeScript is an error", async () => {
    using folder = temporaryFolder();
    const file = folder.at("export.json");
    writeFileSync(file, "something that is another file\n");

    const { outcome, findings } = await checked(
      await prepared("typescript"),
      file,
    );

    expect(outcome).to.equal("failed");
    expect(findings[0]?.message).to.contain("Invalid TypeScript");
  });
});

describe("the values of an export's file", () => {
  for (const [title, name, change, expected] of [
    [
      "another order, comments and another text",
      "typescript",
      (text: string) =>
        `/* ours */ ${text.replace("chainId: 32456,", "").replace("as const", "").replace("devnet = {", "devnet = { // first\n chainId: 32_456,")}`,
      [],
    ],
    [
      "another number",
      "typescript",
      (text: string) => text.replace("chainId: 32456", "chainId: 32457"),
      ["devnet.chainId (line 4) is 32457, the export has 32456."],
    ],
    [
      "a value of the environment",
      "typescript",
      (text: string) =>
        text.replace("chainId: 32456", "chainId: Number(process.env.ID)"),
      ["devnet.chainId (line 4) is not known: it reads the environment (ID)."],
    ],
    [
      "one line, and addresses in lower case",
      "json",
      (text: string) =>
        JSON.stringify(JSON.parse(text)).replace(/0x\w+/g, (address) =>
          address.toLowerCase(),
        ),
      [],
    ],
    [
      "a member more and one less",
      "json",
      (text: string) => text.replace('"Router"', '"Rooter"'),
      [
        "devnet.registry.Router is missing, the export has 0x4Ede1776D6B75de6c907172Abc0453a3C8AB372a.",
        "devnet.registry.Rooter (line 7) is 0x4Ede1776D6B75de6c907172Abc0453a3C8AB372a, the export does not have it.",
      ],
    ],
  ] as const) {
    it(`given ${title} in ${name}, then ${expected.length === 0 ? "nothing differs" : "exactly that does"}`, async () => {
      using folder = temporaryFolder();
      const file = folder.at("export.txt");
      const project = await prepared(name, {}, ["devnet"]);
      const { text = "" } = project.format.render({
        ...project.input,
        file: undefined,
        previous: undefined,
      });
      writeFileSync(file, change(text));

      const { findings } = await checked(project, file);

      expect(findings.map(({ message }) => message)).to.have.members([
        ...expected,
      ]);
    });
  }
});

describe("an export's timestamp", () => {
  it("is the epoch, so that the same values give the same text, unless SOURCE_DATE_EPOCH tells another", () => {
    expect(exportTimestamp({})).to.equal(TIMESTAMP);
    expect(exportTimestamp({ SOURCE_DATE_EPOCH: "" })).to.equal(TIMESTAMP);
    expect(exportTimestamp({ SOURCE_DATE_EPOCH: "1767225600" })).to.equal(
      "2026-01-01T00:00:00.000Z",
    );
  });

  for (const name of ["genesis", "token-list"]) {
    it(`given the format ${name} and a variable that holds none, then it is refused`, async () => {
      const { format, input } = await prepared(name, EURO);
      const refusal = await pluginMessageOf(() =>
        format.render({
          ...input,
          timestamp: () => exportTimestamp({ SOURCE_DATE_EPOCH: "soon" }),
          file: undefined,
          previous: undefined,
        }),
      );

      expect(refusal).to.include("SOURCE_DATE_EPOCH");
    });
  }

  it("given a genesis file that differs in its time alone, then it is kept; and given another one, then it gets the present time", async () => {
    const { format, input } = await prepared("genesis", EURO);
    const at = (ms: number, previous: string | undefined) =>
      `${
        format.render({
          ...input,
          timestamp: (otherwise) =>
            exportTimestamp(
              {},
              otherwise === undefined ? undefined : Math.min(otherwise, ms),
            ),
          file: undefined,
          previous,
        }).text
      }\n`;
    const first = at(1_700_000_000_000, undefined);

    expect(first).to.include('"timestamp": "0x6553f100"');
    expect(at(1_750_000_000_000, first)).to.equal(first);
    expect(
      at(
        1_750_000_000_000,
        first.replace('"gasLimit": "0x1', '"gasLimit": "0x2'),
      ),
    ).to.include('"timestamp": "0x684ee180"');
  });

  for (const text of ["soon", "1e3", "9999999999999"]) {
    it(`given ${text}, then it is refused by the variable's name`, () => {
      expect(() => exportTimestamp({ SOURCE_DATE_EPOCH: text })).to.throw(
        "SOURCE_DATE_EPOCH",
      );
    });
  }
});

/** What `alpha export --check` finds in a file. */
async function checked(
  { format, config, input }: Awaited<ReturnType<typeof prepared>>,
  file: string,
): Promise<LintReport> {
  const exported = format.render({
    ...input,
    file: undefined,
    previous: undefined,
  });
  return await checkFile(config, {
    task: "export",
    file,
    generated: generatedBy(format, exported),
    isExplicit: true,
  });
}
