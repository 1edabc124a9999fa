import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect } from "chai";

import { REPOSITORY, repositoryFiles } from "../support/repository-files.ts";
import { partOf, readImports } from "./read-imports.ts";

const PAGE = readFileSync(join(REPOSITORY, "docs/architecture.md"), "utf8");

/** The rows of the table under a heading, cell by cell. */
function tableOf(heading: string): readonly (readonly string[])[] {
  const section = PAGE.split(`\n## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
  return section
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) =>
      line
        .slice(1, -1)
        .split("|")
        .map((cell) => cell.trim()),
    );
}

const codesIn = (text = ""): readonly string[] =>
  [...text.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code);

const isInFolder = (path: string) => /^src\/[^/]+\//.test(path);

/** A way from a folder back to itself, if there is any. */
function circleIn(
  folders: ReadonlyMap<string, ReadonlySet<string>>,
): string | undefined {
  const done = new Set<string>();
  const follow = (
    folder: string,
    way: readonly string[],
  ): string | undefined => {
    if (way.includes(folder)) {
      return [...way.slice(way.indexOf(folder)), folder].join(" --> ");
    }
    if (done.has(folder)) {
      return undefined;
    }
    for (const next of folders.get(folder) ?? []) {
      const circle =
        next === folder ? undefined : follow(next, [...way, folder]);
      if (circle !== undefined) {
        return circle;
      }
    }
    done.add(folder);
    return undefined;
  };
  for (const folder of folders.keys()) {
    const circle = follow(folder, []);
    if (circle !== undefined) {
      return circle;
    }
  }
  return undefined;
}

describe("docs/architecture.md", () => {
  const imports = readImports();
  const edges = new Set(
    imports
      .filter(({ isPackage }) => !isPackage)
      .map(({ from, to }) => `${partOf(from)} --> ${partOf(to)}`),
  );

  const layers = tableOf("Layers").map(([cell]) => codesIn(cell).map(partOf));
  const layerOf = (path: string) =>
    layers.findIndex((parts) => parts.includes(partOf(path)));

  it("given src, then the layers have each of its folders once, and none that is gone", () => {
    const folders = readdirSync(join(REPOSITORY, "src"), {
      withFileTypes: true,
    })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);

    expect(layers.flat().toSorted()).to.deep.equal(
      [...folders, "tasks"].toSorted(),
    );
  });

  it("given the layers, then no import runs up, nor from one folder of a layer to another", () => {
    const wrong = imports.filter(
      ({ from, to, isPackage }) =>
        !isPackage &&
        partOf(from) !== partOf(to) &&
        (from.startsWith("tasks/") || isInFolder(from)) &&
        layerOf(to) <= layerOf(from),
    );

    expect(wrong).to.deep.equal([]);
  });

  it("given the picture, then each arrow is an import, and no way leads back", () => {
    const picture = /```mermaid\n([\s\S]*?)```/.exec(PAGE)?.[1] ?? "";
    const arrows = [...picture.matchAll(/^\s*(\S+) --> (\S+)$/gm)].map(
      ([, from = "", to = ""]) => ({ from, to }),
    );
    expect(arrows.length).to.be.above(20);
    for (const { from, to } of arrows) {
      expect([...edges]).to.include(`${from} --> ${to}`);
    }

    const below = (part: string, path: readonly string[] = []): void => {
      expect(path, `${path.join(" --> ")} --> ${part}`).not.to.include(part);
      for (const { to } of arrows.filter(({ from }) => from === part)) {
        below(to, [...path, part]);
      }
    };
    below("index");
  });

  it("given the files of src and tasks, then none imports one that leads back to it", () => {
    const files = new Map<string, Set<string>>();
    for (const { from, to, isPackage } of imports) {
      if (!isPackage) {
        files.set(from, (files.get(from) ?? new Set()).add(to));
      }
    }
    expect(files.size).to.be.above(200);

    expect(circleIn(files)).to.equal(undefined);
  });

  it("given the layers of verify, then they have each of its folders and files once, and no import runs up", () => {
    const unitOf = (path: string) =>
      /^src\/verify\/([\w-]+)/.exec(path)?.[1] ?? "";
    const rows = tableOf("Layers of verify").map(([cell]) => codesIn(cell));
    const units = new Set(
      repositoryFiles()
        .filter((path) => /^src\/verify\/.*\.ts$/.test(path))
        .map(unitOf),
    );
    const rankOf = (path: string) =>
      rows.findIndex((row) => row.includes(unitOf(path)));
    const own = imports.filter(
      ({ from, to, isPackage }) =>
        !isPackage && [from, to].every((one) => one.startsWith("src/verify/")),
    );
    expect(own.length).to.be.above(300);

    expect(rows.flat().toSorted()).to.deep.equal([...units].toSorted());
    expect(
      own.filter(({ from, to }) =>
        unitOf(from) === unitOf(to) ? false : rankOf(from) >= rankOf(to),
      ),
    ).to.deep.equal([]);
    expect(
      new Set(
        own
          .filter(
            ({ from, to }) =>
              unitOf(to) === "asking" && unitOf(from) !== "asking",
          )
          .map(({ from }) => from),
      ),
    ).to.deep.equal(new Set(["src/verify/passes.ts"]));
  });

  it("given the files that judge, then none waits, looks at the clock, draws a random number or reads its process", () => {
    const judging = repositoryFiles().filter((path) =>
      /^src\/.*\/judge-[^/]+\.ts$/.test(path),
    );
    expect(judging).to.include("src/verify/questions/judge-absence.ts");

    const impure = judging.filter((path) =>
      /\b(?:async|await|Date\.now|random(?:Bytes|Int|UUID)|process\.\w)\b/.test(
        readFileSync(join(REPOSITORY, path), "utf8"),
      ),
    );

    expect(impure).to.deep.equal([]);
  });

  it("given the files of src/verify that read, then none imports one that judges", () => {
    const reading = imports.filter(({ from }) =>
      /^src\/verify\/.*read-[^/]+\.ts$/.test(from),
    );
    expect(reading.map(({ from }) => from)).to.include(
      "src/verify/asking/read-calls.ts",
    );

    expect(
      reading.filter(({ to }) =>
        /\/(?:judge|verify|confirm)[^/]*\.ts$/.test(to),
      ),
    ).to.deep.equal([]);
  });

  it("given src, then only index.ts imports tasks", () => {
    const files = imports
      .filter(
        ({ from, to }) => from.startsWith("src/") && partOf(to) === "tasks",
      )
      .map(({ from }) => from);

    expect([...new Set(files)]).to.have.members(["src/index.ts"]);
  });

  for (const [library, places] of tableOf("Which library is where")) {
    it(`given ${library}, then it is imported there and nowhere else`, () => {
      const [name = ""] = codesIn(library);
      const users = imports
        .filter(({ to, isPackage }) => isPackage && to === name)
        .map(({ from }) => partOf(from));
      // Read by its path: a contract's artifact, and what a worker imports.
      const readers = [
        "src/contracts/analysis/analyse-code.ts",
        "src/contracts/contract-artifact.ts",
        "src/sources/script/engine/worker.ts",
      ]
        .filter((path) =>
          readFileSync(join(REPOSITORY, path), "utf8").includes(`"${name}"`),
        )
        .map(partOf);

      expect([...new Set([...users, ...readers])]).to.have.members(
        codesIn(places).map(partOf),
      );
    });
  }

  it("given package.json, then each library that it depends on, Hardhat's own aside, has its row", () => {
    const { dependencies } = JSON.parse(
      readFileSync(join(REPOSITORY, "package.json"), "utf8"),
    );

    expect(
      tableOf("Which library is where").map(([cell]) => codesIn(cell)[0]),
    ).to.have.members(
      Object.keys(dependencies).filter(
        (name) => !name.startsWith("@nomicfoundation/"),
      ),
    );
  });
});
