import { readdirSync } from "node:fs";

import { expect } from "chai";
import { parse as parseYaml } from "yaml";

import type { DiscoverReport } from "../../src/discover/report.ts";
import { judgeFindings } from "../../src/verify/judge-network.ts";
import { told } from "../../src/verify/values/reason.ts";
import { loadFactWords } from "../../src/verify/words/fact-words-loader.ts";
import { PLAIN } from "../../tasks/cli/style.ts";
import { DISCOVER_FORMATS } from "../../tasks/discover/action.ts";
import { labelsOf } from "../../tasks/monitor/prometheus-lines.ts";
import { createProject, type TemporaryProject } from "../support/cli.ts";
import { runHardhatHere } from "../support/cli-here.ts";
import { type Files, HOSTILE, router, SOURCES } from "./hostile-sources.ts";
import { readXml } from "./verify/read-xml.ts";

/** What is wrong with a text in a format. */
const FORMATS: Readonly<Record<string, (text: string) => unknown>> = {
  txt: () => [],
  json: (text) => JSON.parse(text) && [],
  md: (text) =>
    text.match(/<script|<\/details><script|[^\\]\[l\]|@all|"q" \|/g),
  xml: (text) => readXml(text) && text.match(/<script|\]\]>/g),
  prom: (text) =>
    text
      .split("\n")
      .filter(
        (line) => !/^(#.*|\w+\{(\w+="(\\.|[^"\\])*",?)*\} \d+|)$/.test(line),
      ),
  yaml: (text) => parseYaml(text) && [],
  github: (text) =>
    text
      .split("\n")
      .filter((line) => !/^(::(error|warning|notice) .*::.*|)$/.test(line)),
};

/** What no output may hold, whatever its format. */
function dangers(text: string): readonly string[] {
  const found =
    /(?!\n)[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|^\s*::(?!(error|warning|notice) [^:]*::).*|^: ?:error: ?:owned|##vso\[/gmu;
  return text.match(found) ?? [];
}

/** A discovery of a router that says hostile texts. */
const DISCOVERED: DiscoverReport = {
  schemaVersion: 1,
  task: "discover",
  outcome: "failed",
  router,
  network: null,
  hardhatNetwork: HOSTILE,
  chainId: 32456,
  endpoint: HOSTILE,
  reason: HOSTILE,
  registry: { router },
  leftOut: [{ role: "dispenser", reason: HOSTILE }],
  release: { verdict: "unknown", reason: HOSTILE },
  startBlock: { verdict: "unknown", reason: HOSTILE },
  contracts: [
    {
      role: "approvedToken",
      key: HOSTILE,
      address: router,
      verdict: "absent",
      reason: HOSTILE,
      symbol: HOSTILE,
      decimals: 18,
    },
  ],
  facts: [
    {
      id: HOSTILE,
      expected: HOSTILE,
      actual: HOSTILE,
      verdict: "broken",
      reason: HOSTILE,
    },
  ],
  notes: [HOSTILE],
};

/** The rows of the same contract and fact. */
async function rowsOfDiscovered() {
  await loadFactWords();
  const reason = told(HOSTILE);
  const contract = { kind: "list", key: HOSTILE, address: router } as const;
  const { rows } = judgeFindings({
    network: null,
    endpoint: HOSTILE,
    contracts: [{ ...contract, verdict: "absent", reason }],
    facts: [{ id: HOSTILE, class: "structural", verdict: "broken", reason }],
  });
  const [contractRows, factRows] = ["contracts", "wiring"].map((wanted) =>
    rows.filter(({ group }) => group === wanted),
  );
  return { contractRows: contractRows ?? [], factRows: factRows ?? [] };
}

describe("texts of files", function () {
  this.timeout(120_000);
  let project: TemporaryProject;
  const start = (alpha: object, files: Files) => {
    project = createProject(`
      import hardhatAlphaNetworks from "hardhat-alpha-networks";
      export default { plugins: [hardhatAlphaNetworks], alpha: ${JSON.stringify(alpha)} };
    `);
    for (const [name, value] of Object.entries(files)) {
      project.write(name, JSON.stringify(value));
    }
  };
  afterEach(() => project?.remove());

  /** Everything that a command shows, by format. */
  async function shownBy(args: readonly string[], prints = "txt") {
    let message = "";
    const run = await runHardhatHere(["alpha", ...args], {
      cwd: project.root,
    }).catch((error: unknown) => {
      message = String(error instanceof Error ? error.message : error);
      return { stdout: "", stderr: "" };
    });
    const files = readdirSync(project.root).filter((file) =>
      file.startsWith("r."),
    );
    return [
      [prints, run.stdout],
      ["txt", `${run.stderr}\n${message}`],
      ...files.map((file) => [file.slice(2), project.read(file)]),
    ].filter((shown): shown is [string, string] => shown[1] !== "");
  }

  function expectHarmless(shown: readonly (readonly [string, string])[]) {
    for (const [format, text] of shown) {
      expect(dangers(text), `${format}: ${text}`).to.deep.equal([]);
      expect(FORMATS[format]?.(text) ?? [], format).to.deep.equal([]);
    }
  }

  /** A lock file whose names and values are hostile. */
  async function lock(what: "names" | "values"): Promise<void> {
    await shownBy("verify devnet --sandbox --write-lock".split(" "));
    const { networks, ...rest } = JSON.parse(project.read("alpha.lock.json"));
    const hostile = Object.fromEntries(
      Object.entries(networks).map(([id, network]) => {
        const { policy, ...others } = Object(network);
        const [name, value] =
          what === "names" ? [HOSTILE, "0"] : ["router.owner", HOSTILE];
        return [id, { ...others, policy: { ...policy, [name]: value } }];
      }),
    );
    project.write(
      "alpha.lock.json",
      JSON.stringify({ ...rest, networks: hostile }),
    );
  }

  for (const [
    title,
    { files = {}, alpha = {}, args, prints, shows, locked },
  ] of Object.entries(SOURCES)) {
    it(`given ${title} with texts that formats, terminals and CI logs interpret, then they do not`, async () => {
      start(alpha, files);
      if (locked !== undefined) {
        await lock(locked);
      }

      const shown = await shownBy(args, prints);

      expectHarmless(shown);
      expect(shown.map(([, text]) => text).join("")).to.match(shows ?? /./);
    });
  }

  it("given what a router says in a discovery, then no format shows it as its own", async () => {
    for (const [name, load] of Object.entries(DISCOVER_FORMATS)) {
      const { render } = await load();
      const text = render(
        { report: DISCOVERED, ...(await rowsOfDiscovered()) },
        { as: undefined, networks: [], alpha: {} },
        PLAIN,
      );

      expectHarmless([[name === "json" ? name : "txt", text]]);
    }
  });

  it("given names of a config as labels of Prometheus, then each is one label", () => {
    const labels = labelsOf({ network: HOSTILE, hardhat_network: HOSTILE });

    expectHarmless([["prom", `up{${labels}} 1`]]);
  });
});
