import { existsSync } from "node:fs";
import { expect } from "chai";
import { createProject, type TemporaryProject } from "../support/cli.ts";
import { runHardhatHere } from "../support/cli-here.ts";
import { DEAD_URL } from "../support/listen.ts";
import { expectValidReport } from "../support/schema.ts";
import { urlVariables } from "./live-network.ts";
import { configWith } from "./run-alpha.ts";

const DEAD = urlVariables({ devnet: DEAD_URL });

describe("a task that runs again and again", function () {
  this.timeout(60_000);

  let project: TemporaryProject;
  beforeEach(() => {
    project = createProject(configWith());
  });
  afterEach(() => project.remove());

  const run = (...args: readonly string[]) =>
    runHardhatHere(["alpha", ...args], { cwd: project.root, env: DEAD });

  for (const task of ["verify", "status"] as const) {
    it(`given alpha ${task} --quiet, then it prints nothing if all is ok, else the problems and nothing that is ok`, async () => {
      expect(await run(task, "--sandbox", "--quiet")).to.deep.equal({
        code: 0,
        stdout: "",
        stderr: "",
      });

      const { code, stdout } = await run(task, "devnet", "--quiet");
      expect(code).to.equal(2);
      expect(stdout).to.contain("UNKNOWN").and.contain("connection refused");
    });

    it(`given alpha ${task} --changes-since that replaces the report it reads, then a second run prints nothing and ends with 0, until something changes`, async () => {
      const last = "last.json";
      const repeat = [
        ...["--quiet", "--changes-since", last],
        ...["--format", "json", "--out", last],
      ];
      const first = await run(task, "devnet", ...repeat);
      expect(first.code).to.equal(2);
      expect(first.stdout).to.match(/^New problems:\n {2}devnet: /);
      const report = project.read(last);
      expect(expectValidReport(task, report).outcome).to.equal("unknown");

      expect(await run(task, "devnet", ...repeat)).to.deep.equal({
        code: 0,
        stdout: "",
        stderr: "",
      });
      const more = await run(task, "devnet", "testnet", "--sandbox", ...repeat);
      expect(more).to.deep.equal({ code: 0, stdout: "", stderr: "" });
    });
  }

  it("given a report that cannot be written beside the one that the next run reads, then the changes are told all the same", async function () {
    if (!existsSync("/dev/full")) {
      this.skip();
    }
    const { code, stdout, stderr } = await run(
      ...["verify", "devnet", "--changes-since", "last.json"],
      ...["--format", "json", "--out", "last.json"],
      ...["--report", "markdown:/dev/full"],
    );

    expect(code).to.equal(1);
    expect(stderr).to.contain("ENOSPC");
    expect(project.read("last.json")).to.contain("connection refused");
    expect(stdout).to.match(/^New problems:\n {2}devnet: /);
  });

  it("given a format that stdout cannot have, then the error says so", async () => {
    for (const option of ["--quiet", "--changes-since"]) {
      const file = option === "--quiet" ? [] : ["last.json"];
      const args = [option, ...file, "--format", "json"];
      const { code, stdout, stderr } = await run("status", ...args);

      expect([code, stdout]).to.deep.equal([1, ""]);
      expect(stderr).to.contain(
        `${option} requires --format table or --out FILE`,
      );
    }
  });
});
