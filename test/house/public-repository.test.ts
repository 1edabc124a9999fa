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
  readonly shell?: string;
}

interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<
    Record<
      string,
      {
        readonly steps: readonly Step[];
        readonly "timeout-minutes"?: number;
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

    it(`given ${name}.yml, then what it runs is there`, () => {
      const commands = steps
        .flatMap(({ run }) => run ?? [])
        .flatMap((run) => run.split("&&"))
        .map((run) => run.trim());
      expect(commands).not.to.deep.equal([]);
      for (const command of commands) {
        const [, script] = /^npm run (\S+)/.exec(command) ?? [];
        const [, file] = /^node (\S+)/.exec(command) ?? [];
        if (script !== undefined) {
          expect(manifest.scripts).to.have.property(script);
        } else if (file !== undefined) {
          expect(existsSync(join(REPOSITORY, file)), file).to.equal(true);
        } else {
          expect(command).to.match(
            /^(npm (ci|test|pack|publish|pkg set)|test) ?/,
          );
        }
      }
    });

    it(`given ${name}.yml, then each job has a limit of time`, () => {
      for (const job of Object.values(workflow(name).jobs)) {
        expect(job["timeout-minutes"]).to.be.within(1, 60);
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

describe("the issue forms", () => {
  const forms = repositoryFiles().filter((path) =>
    /^\.github\/ISSUE_TEMPLATE\/(?!config).*\.yml$/.test(path),
  );

  for (const path of forms) {
    it(`given ${path}, then each field has an id of its own and a label`, () => {
      const { name, description, body } = parse(read(path));
      expect(name).to.be.a("string");
      expect(description).to.be.a("string");
      const ids: string[] = [];
      for (const { type, id, attributes } of body) {
        expect(["input", "textarea", "dropdown"]).to.include(type);
        expect(attributes.label).to.be.a("string");
        ids.push(id);
      }
      expect(ids).not.to.deep.equal([]);
      expect([...new Set(ids)]).to.deep.equal(ids);
    });
  }

  it("given the folder, then there are forms", () => {
    expect(forms).not.to.deep.equal([]);
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

  it("given the commands that package.json and the contributing guide name, then each is one of scripts/commands", () => {
    const named = [
      ...read("CONTRIBUTING.md").matchAll(/npm run ([a-z:]+)/g),
    ].map(([, name = ""]) => name);

    expect(named).not.to.deep.equal([]);
    for (const name of named) {
      expect(manifest.scripts).to.have.property(
        name,
        `node scripts/bootstrap.mjs ${name}`,
      );
      expect(
        existsSync(
          join(REPOSITORY, "scripts/commands", `${name.replace(":", "-")}.ts`),
        ),
        name,
      ).to.equal(true);
    }
  });
});
