import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect } from "chai";
import type { AlphaConfig } from "../../../src/config/types.ts";
import { checkFile } from "../../../src/lint/compare/check-file.ts";
import type { LintReport } from "../../../src/lint/report.ts";
import {
  exportedNetworks,
  exportTimestamp,
} from "../../../tasks/export/action.ts";
import { generatedBy } from "../../../tasks/export/check.ts";
import type {
  ExportFormat,
  ExportInput,
} from "../../../tasks/export/format.ts";
import { EXPORT_FORMATS } from "../../../tasks/export/formats.ts";
import { writeExport } from "../../../tasks/export/write-export.ts";
import { createAlphaHreOf } from "../../support/alpha-hre.ts";
import { pluginMessageOf } from "../../support/rejection-of.ts";

const ALL = { names: [], globalNetwork: undefined, sandbox: false };
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

async function inFolder(act: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "alpha-export-"));
  try {
    await act(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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
    it(`given ${name}, when it is written, checked, written again and checked with CR LF, then it is the same each time`, async () => {
      await inFolder(async (folder) => {
        const file = join(folder, "export.json");
        const project = await prepared(name);

        const text = await write(project, file);
        const first = readFileSync(file, "utf8");
        expect(first).to.equal(`${text}\n`);
        expect((await checked(project, file)).outcome).to.equal("ok");

        await write(project, file);
        expect(readFileSync(file, "utf8")).to.equal(first);

        writeFileSync(file, first.replaceAll("\n", "\r\n"));
        expect((await checked(project, file)).outcome).to.equal("ok");
        expect(readdirSync(folder)).to.deep.equal(["export.json"]);
      });
    });

    const isUnmarked = ["json", "chain-metadata"].includes(name);
    it(`given ${name} in a file, when an address changes, then the check finds the line, and writing ${isUnmarked ? "by force " : ""}brings it up to date`, async () => {
      await inFolder(async (folder) => {
        const file = join(folder, "export.json");
        await write(await prepared(name), file);
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
    });
  }

  it("given an address book with other networks, when one network is written, then the others and the file's permissions stay", async () => {
    await inFolder(async (folder) => {
      const file = join(folder, "address.json");
      const other = { mainnet: { chainId: 1, Router: "0x1" } };
      writeFileSync(file, `${JSON.stringify(other)}\n`);
      chmodSync(file, 0o640);

      await write(await prepared("address-json", {}, ["third"]), file);

      const book = JSON.parse(readFileSync(file, "utf8"));
      expect(Object.keys(book)).to.deep.equal(["mainnet", "gen-x-testnet"]);
      expect(book.mainnet).to.deep.equal(other.mainnet);
      expect(statSync(file).mode & 0o777).to.equal(0o640);
    });
  });

  it("given an address book with CR LF and numbers that JavaScript has none of, when it is written, then both stay, up to the last line", async () => {
    await inFolder(async (folder) => {
      const file = join(folder, "address.json");
      const other =
        '  "mainnet": {\r\n    "chainId": 1,\r\n    "cap": 9007199254740993\r\n  }';
      writeFileSync(file, `{\r\n${other}\r\n}\r\n`);
      const project = await prepared("address-json", {}, ["third"]);

      await write(project, file);

      const text = readFileSync(file, "utf8");
      expect(text).to.contain(other);
      expect(text.match(/\r?\n/g)).not.to.include("\n");
      await write(project, file);
      expect(readFileSync(file, "utf8")).to.equal(text);
    });
  });

  it("given an address book that is damaged, when it is written, then not even force replaces it, since other networks are in it", async () => {
    await inFolder(async (folder) => {
      const file = join(folder, "address.json");
      const damaged = '{"mainnet": {"chainId": 1},\n}';
      writeFileSync(file, damaged);
      const project = await prepared("address-json");

      expect(
        await pluginMessageOf(() => write(project, file, true)),
      ).to.contain("line 2");
      expect(readFileSync(file, "utf8")).to.equal(damaged);
      expect(readdirSync(folder)).to.deep.equal(["address.json"]);
    });
  });

  it("given ten writers of one address book at once, then all entries are in it", async () => {
    await inFolder(async (folder) => {
      const file = join(folder, "address.json");
      const writers = await Promise.all(
        ["devnet", "testnet", "third", "devnet", "testnet"].map((name) =>
          prepared("address-json", {}, [name]),
        ),
      );

      await Promise.all(
        [...writers, ...writers].map((project) => write(project, file)),
      );

      expect(
        Object.keys(JSON.parse(readFileSync(file, "utf8"))),
      ).to.have.members([
        "pontus-x-devnet",
        "pontus-x-testnet",
        "unknown",
        "gen-x-testnet",
      ]);
    });
  });

  for (const [title, make, reason] of [
    ["no file", () => {}, "The file does not exist"],
    ["a folder", (file: string) => mkdirSync(file), "is a directory"],
    [
      "bytes that are no text",
      (file: string) => writeFileSync(file, Buffer.from([0xff, 0xfe, 0x80])),
      "not UTF-8",
    ],
    [
      "a file of 17 MB",
      (file: string) => writeFileSync(file, Buffer.alloc(17 * 1024 * 1024)),
      "the maximum is 16777216 bytes",
    ],
  ] as const) {
    it(`given ${title} to check, then it cannot be told, with the reason`, async () => {
      await inFolder(async (folder) => {
        const file = join(folder, "export");
        make(file);
        const { outcome, findings } = await checked(
          await prepared("json"),
          file,
        );

        expect(outcome).to.equal("unknown");
        expect(findings).to.have.length(1);
        expect(findings[0]?.message).to.contain(reason);
      });
    });
  }

  for (const [name, rule, message] of [
    ["address-json", "syntax error", "Invalid JSON"],
    ["json", "syntax error", "Invalid JSON"],
    ["typescript", "syntax error", "Invalid TypeScript"],
    [
      "solidity",
      "difference error",
      'the text (line 1) is "something that is another file", the export has "// SPDX-License-Identifier: CC0-1.0".',
    ],
  ] as const) {
    it(`given another file to check as ${name}, then it says so at its first line`, async () => {
      await inFolder(async (folder) => {
        const file = join(folder, "export.json");
        writeFileSync(file, "something that is another file\n");

        const { findings } = await checked(await prepared(name), file);

        expect(
          new Set(findings.map((found) => `${found.rule} ${found.severity}`)),
        ).to.deep.equal(new Set([rule]));
        expect(findings.map((found) => found.message).join(" ")).to.contain(
          message,
        );
      });
    });
  }
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
      "another list",
      "json",
      (text: string) =>
        text.replace(/"ERC20Template": \[[^\]]*\]/, '"ERC20Template": []'),
      ["devnet.registry.ERC20Template has 0 items, the export has 2."],
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
    [
      "another network",
      "json",
      (text: string) => text.replace(/^\{/, '{ "mine": {},'),
      [],
    ],
    [
      "another value of a parameter",
      "ignition-parameters",
      (text: string) => text.replace(/"router": "0x4/, '"router": "0x5'),
      [
        "$global.router (line 5) is 0x5Ede1776D6B75de6c907172Abc0453a3C8AB372a, the export has 0x4Ede1776D6B75de6c907172Abc0453a3C8AB372a.",
      ],
    ],
  ] as const) {
    it(`given ${title} in ${name}, then ${expected.length === 0 ? "nothing differs" : "exactly that does"}`, async () => {
      await inFolder(async (folder) => {
        const file = join(folder, "export.txt");
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

  for (const name of Object.keys(EXPORT_FORMATS)) {
    const isAsked = name === "genesis" || name === "token-list";
    it(`given the format ${name} and a variable that holds none, then it is ${isAsked ? "refused" : "never read"}`, async () => {
      const { format, input } = await prepared(name, {
        networks: {
          devnet: { tokens: { euro: { symbol: "EURAU", decimals: 6 } } },
        },
      });
      const render = () =>
        format.render({
          ...input,
          timestamp: () => exportTimestamp({ SOURCE_DATE_EPOCH: "soon" }),
          file: undefined,
          previous: undefined,
        });

      if (isAsked) {
        expect(await pluginMessageOf(render)).to.include("SOURCE_DATE_EPOCH");
      } else {
        expect(render().text).to.be.a("string");
      }
    });
  }

  it("given a genesis file that differs in its time alone, then it is kept; and given another one, then it gets the present time", async () => {
    const { format, input } = await prepared("genesis", {
      networks: {
        devnet: { tokens: { euro: { symbol: "EURAU", decimals: 6 } } },
      },
    });
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

  for (const text of ["-1", "1.5", "soon", "9999999999999", "1e3"]) {
    it(`given ${text}, then it is refused by the variable's name`, () => {
      expect(() => exportTimestamp({ SOURCE_DATE_EPOCH: text })).to.throw(
        "SOURCE_DATE_EPOCH",
      );
    });
  }
});

/** What `alpha export --check` finds in a file. */
async function checked(
  {
    format,
    config,
    input,
  }: {
    readonly format: ExportFormat;
    readonly config: AlphaConfig;
    readonly input: Omit<ExportInput, "file" | "previous">;
  },
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
