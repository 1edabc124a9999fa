import { expect } from "chai";

import type { TemporaryProject } from "../support/cli.ts";
import { createProject, runHardhat } from "../support/cli.ts";
import { runHardhatHere } from "../support/cli-here.ts";
import { DEAD_URL } from "../support/listen.ts";
import { expectValidReport } from "../support/schema.ts";
import { startEdge } from "./edge-process.ts";
import { configWith, runAlpha, runForReport } from "./run-alpha.ts";

/** Nothing listens there, so that the unknown side is shown, too. */
const DEAD = `"${DEAD_URL}/v3/0123456789abcdef0123456789abcdef"`;
const CONFIG = configWith(
  `{ networks: { devnet: { url: ${DEAD} }, testnet: { url: ${DEAD} }, third: { url: ${DEAD} } } }`,
);
const WIDTH = 100;
/** Where `hardhat/console.sol` sends its texts and numbers. */
const CONSOLE = "0x000000000000000000636F6e736F6c652e6c6f67";
/** The call `log(77)` of a `uint256`. */
const LOG_OF_77 = `0xf82c50f1${77n.toString(16).padStart(64, "0")}`;

describe("what a task prints", function () {
  this.timeout(60_000);
  let project: TemporaryProject;
  before(() => {
    project = createProject(CONFIG);
  });
  after(() => project?.remove());

  const alpha = (...args: string[]) =>
    runHardhatHere(["alpha", ...args], { cwd: project.root });

  for (const [task, args, exitCode, words] of [
    [
      "verify",
      [],
      2,
      [
        "network unknown (11 not checked)",
        "connection refused",
        "verify (presence): UNKNOWN",
      ],
    ],
    ["status", ["--sandbox"], 0, ["in-process", "status: OK"]],
    ["config", ["--explain"], 0, ["from the built-in preset"]],
    [
      "networks",
      [],
      0,
      [
        "devnet development",
        "32456 EURAU http://127.0.0.1:1",
        "also: sandbox thirdSandbox",
        "registry v4, portal v3, backend v4",
      ],
    ],
  ] as const) {
    it(`given ${["alpha", task, ...args].join(" ")} without a terminal, then a plain table of at most ${WIDTH} columns says it all on stdout alone`, async () => {
      const { code, stdout, stderr } = await alpha(task, ...args);

      expect(code).to.equal(exitCode);
      expect(stderr).to.equal("");
      const lines = stdout.split("\n");
      expect(lines.filter((line) => line.length > WIDTH)).to.deep.equal([]);
      expect(stdout).not.to.contain("…");
      expect(stdout).not.to.contain("\u001B");
      expect(stdout).not.to.contain("0123456789abcdef");
      const flat = stdout.replace(/\s+/g, " ");
      for (const word of words) {
        expect(flat).to.contain(word);
      }
    });
  }

  it("given --out of a file that the task reads, or the project needs, then not even --force replaces it", async () => {
    project.write("tsconfig.json", "{}\n");
    project.write("chains.json", '[{ "chainId": 32456 }]\n');
    for (const [command, file] of [
      ["networks", "package.json"],
      ["status --sandbox", "tsconfig.json"],
      ["verify --sandbox", "hardhat.config.ts"],
      ["verify devnet --sandbox --addresses chains.json", "chains.json"],
      ["lint chains.json", "chains.json"],
      ["config devnet --check chains.json", "chains.json"],
      ["export devnet --check chains.json", "chains.json"],
    ] as const) {
      const text = project.read(file);
      const { code, stdout, stderr } = await alpha(
        ...[...command.split(" "), "--out", file, "--force"],
      );

      expect([code, stdout], command).to.deep.equal([1, ""]);
      expect(stderr).to.contain(`The file ${file} cannot be replaced: `);
      expect(project.read(file)).to.equal(text);
    }
  });

  it("given a pipe that its reader closes at once, then there is no stack, and the exit code holds", async () => {
    const { child, ended } = startEdge(
      ["alpha", "verify", "--format", "json"],
      { cwd: project.root },
    );
    child.stdout?.destroy();

    const { code, stderr } = await ended;

    expect([code, stderr]).to.deep.equal([2, ""]);
  });

  it("is the report or the file alone on a sandbox whose log is enabled", async () => {
    const config = configWith(
      "{}",
      `networks: { devnetSandbox: { type: "edr-simulated", chainId: 32456, loggingEnabled: true } }`,
    );
    const runs = await Promise.all([
      runForReport("verify", ["devnet", "--sandbox"], { config }),
      runForReport("status", ["devnet", "--sandbox"], { config }),
    ]);

    const call = ["--to", `0x${"1".repeat(40)}`, "--data", "0x"];
    const simulated = ["devnet", "--sandbox", "--from", `0x${"2".repeat(40)}`];
    const { report } = await runForReport("verify", [...simulated, ...call], {
      config,
    });
    const genesis = await runAlpha(
      ["export", "devnet", "--format", "genesis"],
      {
        config,
      },
    );

    for (const { code, stderr, report } of runs) {
      expect([code, stderr, report.outcome]).to.deep.equal([0, "", "ok"]);
    }
    expect(report.networks).to.have.length(1);
    expect(JSON.parse(genesis.stdout)).to.include.keys("config", "alloc");
  });

  it("is the report alone if a contract logs, whose text is on stderr", async () => {
    const [from, to] = [`0x${"2".repeat(40)}`, CONSOLE];
    const call = ["--from", from, "--to", to, "--data", LOG_OF_77];
    const { code, stdout, stderr } = await runHardhat(
      ["alpha", "verify", "devnet", "--sandbox", "--format", "json", ...call],
      { cwd: project.root },
    );

    expect([code, stderr]).to.deep.equal([0, "77\n"]);
    expectValidReport("verify", stdout);
  });
});
