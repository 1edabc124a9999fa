import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect } from "chai";
import { parse } from "yaml";

import { REPOSITORY, repositoryFiles } from "../support/repository-files.ts";

const read = (path: string) => readFileSync(join(REPOSITORY, path), "utf8");
const manifest = JSON.parse(read("package.json"));

interface Step {
  readonly uses?: string;
  readonly run?: string;
}

interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<
    Record<
      string,
      {
        readonly steps: readonly Step[];
        readonly permissions?: Readonly<Record<string, string>>;
        readonly needs?: string;
        readonly strategy?: { readonly matrix: Record<string, unknown[]> };
      }
    >
  >;
}

const workflow = (name: string): Workflow =>
  parse(read(`.github/workflows/${name}.yml`));

describe("the workflows of the public repository", () => {
  for (const name of ["ci", "publish"]) {
    const steps = Object.values(workflow(name).jobs).flatMap(
      (job) => job.steps,
    );

    it(`given ${name}.yml, then it uses none but GitHub's own actions, each by a commit`, () => {
      const used = steps.flatMap(({ uses }) => uses ?? []);

      expect(used).not.to.deep.equal([]);
      for (const action of used) {
        expect(action).to.match(
          /^actions\/(checkout|setup-node|(up|down)load-artifact)@[0-9a-f]{40}$/,
        );
      }
    });
  }

  it("given ci.yml, then it runs on the oldest Node line that the package takes, on 24, and on three systems, with no right but to read", () => {
    const { jobs, permissions } = workflow("ci");
    const oldest = Number(/\d+/.exec(manifest.engines.node)?.[0]);

    expect(permissions).to.deep.equal({ contents: "read" });
    expect(jobs["test"]?.strategy?.matrix).to.deep.equal({
      system: ["ubuntu-latest", "macos-latest", "windows-latest"],
      node: [oldest, 24],
    });
  });

  it("given publish.yml, then it publishes with provenance, by an identity token that no dependency's code can use", () => {
    const { jobs, permissions } = workflow("publish");
    const { build, publish } = jobs;
    const runsOf = (job = build) => job?.steps.flatMap(({ run = [] }) => run);

    expect(permissions).to.deep.equal({ contents: "read" });
    expect(build?.permissions).to.equal(undefined);
    expect(runsOf()).to.include("npm test");
    expect(publish?.permissions).to.deep.equal({ "id-token": "write" });
    expect(publish?.needs).to.equal("build");
    expect(runsOf(publish)).to.deep.equal([
      "npm publish ./*.tgz --ignore-scripts --provenance --access public",
    ]);
    expect(read(".github/workflows/publish.yml")).not.to.match(/secrets\./);
  });
});

describe("the repository", () => {
  it("given all of its files, then none names a package registry's host", () => {
    const hosts = [
      ["registry", "npmjs", "org"],
      ["registry", "npmjs", "com"],
      ["npm", "pkg", "github", "com"],
      ["registry", "yarnpkg", "com"],
    ].map((labels) => labels.join("."));
    const naming = repositoryFiles().filter((path) => {
      const text = read(path);
      return hosts.some((host) => text.includes(host));
    });

    expect(repositoryFiles()).to.include("package-lock.json");
    expect(naming).to.deep.equal([]);
  });

  it("given package.json, then what it says is published, or is not, is there, and says the licence and no install script", () => {
    const { files }: { files: readonly string[] } = manifest;
    for (const entry of files.filter((one) => one !== "dist")) {
      const path = entry.replace(/^!/, "");
      expect(existsSync(join(REPOSITORY, path)), path).to.equal(true);
    }
    expect(manifest.license).to.equal("Apache-2.0");
    expect(read("LICENSE")).to.include("Apache License");
    for (const name of ["preinstall", "install", "postinstall", "prepare"]) {
      expect(manifest.scripts).not.to.have.property(name);
    }
  });
});
