import { expect } from "chai";

import {
  findNpmScript,
  installCommand,
  isNewEnough,
  lockDifference,
} from "../../scripts/bootstrap/install-state.mjs";

describe("isNewEnough", () => {
  for (const [version, minimum, expected] of [
    ["v22.13.0", "22.13.0", true],
    ["v100.0.0", "22.13.0", true],
    ["22.14", ">=22.13.0", true],
    ["v22.2.0", "22.13.0", false],
    ["v9.99.99", "22.13.0", false],
    ["no version", "22.13.0", false],
    ["22.13.0", "", false],
  ] as const) {
    it(`given Node "${version}", when "${minimum}" is required, then it is ${expected ? "" : "not "}new enough`, () => {
      expect(isNewEnough(version, minimum)).to.equal(expected);
    });
  }
});

describe("lockDifference", () => {
  const a = { "node_modules/a": { version: "1.0.0" } };
  const lock = {
    packages: {
      ...a,
      "": { version: "0.1.0" },
      "node_modules/b-linux": { version: "2.0.0", optional: true },
      "node_modules/c": { version: "3.0.0", devOptional: true },
    },
  };

  for (const [title, packages, difference] of [
    ["all but optional packages", a, undefined],
    ["no list from npm", undefined, "npm has not finished installing"],
    ["a package too few", {}, "node_modules/a is missing"],
    [
      "another version of an optional package",
      { ...a, "node_modules/b-linux": { version: "2.1" } },
      "node_modules/b-linux is 2.1, not 2.0.0",
    ],
    [
      "a package too many",
      { ...a, "node_modules/z": { version: "1.0.0" } },
      "node_modules/z is not in package-lock.json",
    ],
  ] as const) {
    it(`given ${title}, when compared, then it is ${difference ?? "the same"}`, () => {
      expect(lockDifference(lock, { packages })).to.equal(difference);
    });
  }
});

describe("installCommand", () => {
  const script = ["/bin/node", "/npm-cli.js"];
  for (const [title, nodeVersion, npm, start] of [
    [
      "a Node that is new enough, then npm ci runs on it",
      "24.1.0",
      script,
      "/bin/node /npm-cli.js ci",
    ],
    [
      "a Node that is too old, then npm ci runs on the project's, fetched without a question",
      "20.20.2",
      script,
      "/bin/node /npm-cli.js exec --yes --package=node@24.21.0 -- node /npm-cli.js ci",
    ],
    [
      "npm known by name alone and an old Node, then npm is called by name inside too",
      "18.0.0",
      ["npm"],
      "npm exec --yes --package=node@24.21.0 -- npm ci",
    ],
  ] as const) {
    it(`given ${title}, with all that NODE_ENV and omit settings could leave out`, () => {
      const { command, title: shown } = installCommand({
        nodeVersion,
        minimum: "22.13.0",
        projectNode: "24.21.0",
        npm,
      });

      expect(command.join(" ").startsWith(`${start} `)).to.equal(true);
      expect(command).to.include.members([
        "--include=dev",
        "--include=optional",
      ]);
      expect(shown).to.include(nodeVersion);
    });
  }
});

describe("findNpmScript", () => {
  it("given candidates, then it is the first that exists and is npm, not another package manager", () => {
    const candidates = [
      undefined,
      "/yarn.js",
      "/gone/npm-cli.js",
      "/npm-cli.js",
    ];

    expect(
      findNpmScript(candidates, (path) => !path.includes("gone")),
    ).to.equal("/npm-cli.js");
  });
});
