import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { parse } from "yaml";
import { readAction } from "../support/action.ts";
import { runProgram } from "../support/run-program.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const ROOT = new URL("../../", import.meta.url);
/** The commits of current releases. */
const COMMITS: Readonly<Record<string, string>> = {
  // v7.0.1
  "actions/checkout": "3d3c42e5aac5ba805825da76410c181273ba90b1",
  // v7.0.0
  "actions/setup-node": "820762786026740c76f36085b0efc47a31fe5020",
  // v7.0.0
  "actions/upload-artifact": "bbbca2ddaa5d8feaa63e36b76fdaad77386f024f",
  // v8.0.1
  "actions/download-artifact": "3e5f45b2cfb9172054b4087a40e8e0b5a5461e7c",
};

const { inputs, outputs, runs } = readAction();

const workflows = [".github/workflows/", "examples/ci/"].flatMap((folder) =>
  readdirSync(new URL(folder, ROOT))
    .filter((name) => name.endsWith(".yml") && !name.startsWith("gitlab"))
    .map((name) => {
      const text = readFileSync(new URL(folder + name, ROOT), "utf8");
      return { name, text, workflow: parse(text) };
    }),
);

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

const stepsOf = (workflow: {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>>;
}) => Object.values(workflow.jobs).flatMap(({ steps }) => steps);

describe("action.yml", () => {
  it("has only steps of bash, and no expression in any of their scripts", () => {
    expect(runs.using).to.equal("composite");
    for (const { name, shell, run } of runs.steps) {
      expect([name, shell]).to.deep.equal([name, "bash"]);
      expect(run, name).not.to.contain("${{");
    }
  });

  it("passes every input to a step, by a variable or as its folder", () => {
    const used = runs.steps.flatMap((step) =>
      [step["working-directory"], ...Object.values(step.env)].flatMap((text) =>
        [...text.matchAll(/\$\{\{ inputs\.([\w-]+) \}\}/g)].map(
          ([, name]) => name,
        ),
      ),
    );

    expect([...new Set(used)].toSorted()).to.deep.equal(
      Object.keys(inputs).toSorted(),
    );
  });

  it("has each output that its script writes", () => {
    const script = runs.steps.map(({ run }) => run).join("\n");

    for (const [name, { value }] of Object.entries(outputs)) {
      expect(value).to.equal(`\${{ steps.verify.outputs.${name} }}`);
    }
    expect(Object.keys(outputs)).to.have.members([
      ...new Set(
        [...script.matchAll(/echo "([\w-]+)=/g)].map(([, name]) => name),
      ),
    ]);
  });

  it("never writes the lock file, and is not in the package", () => {
    const script = readFileSync(new URL("examples/ci/verify.sh", ROOT), "utf8");
    const commands = script.replaceAll(/^#.*$/gm, "");
    for (const text of [commands, ...runs.steps.map(({ run }) => run)]) {
      expect(text).not.to.contain("write-lock");
    }
    const { files } = JSON.parse(
      readFileSync(new URL("package.json", ROOT), "utf8"),
    );
    expect(files).not.to.include("action.yml");
  });
});

describe("the workflows", () => {
  for (const { name, text, workflow } of workflows) {
    it(`${name} names the commits of current actions, and has no more than it needs`, () => {
      for (const { uses } of stepsOf(workflow)) {
        const [action = "", commit] = uses?.split("@") ?? [];
        if (action.startsWith("actions/")) {
          expect([action, commit]).to.deep.equal([action, COMMITS[action]]);
        }
      }
      expect(workflow.permissions.contents).to.equal("read");
      expect(text).not.to.match(/pull_request_target|contents: write/);
    });

    it(`${name} passes inputs that the action has`, () => {
      const steps = stepsOf(workflow).filter(({ uses }) =>
        uses?.includes("/hardhat-alpha-networks@"),
      );
      for (const step of steps) {
        expect(Object.keys(inputs)).to.include.members(
          Object.keys(step.with ?? {}),
        );
      }
    });
  }
});

describe("the job for GitLab", () => {
  it("fails, and does not warn, if the plugin is not installed", async () => {
    using folder = temporaryFolder();
    const text = readFileSync(
      new URL("examples/ci/gitlab-ci.yml", ROOT),
      "utf8",
    );
    const { "alpha-verify": job } = parse(text);
    // As GitLab's runner does, up to the first command that fails.
    const script = ["set -e", "npm() { :; }", ...job.script].join("\n");

    const { code } = await runProgram("sh", ["-c", script], {
      cwd: folder.root,
    });

    expect(code).not.to.be.oneOf([0, job.allow_failure.exit_codes]);
  });
});

describe("verify.sh", () => {
  it("verifies nothing, which is not an unknown result, if it cannot write its files", async () => {
    using folder = temporaryFolder({ "reports/summary.md/other": "" });
    const script = fileURLToPath(new URL("examples/ci/verify.sh", ROOT));

    const { code, stderr } = await runProgram("sh", [script], {
      cwd: folder.root,
    });

    expect(code).to.equal(1);
    expect(stderr).to.contain("Nothing was verified: the folder reports");
  });
});
