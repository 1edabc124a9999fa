import { expect } from "chai";

import {
  installCommand,
  lockDifference,
  packagesWithoutHash,
} from "../../scripts/bootstrap/install-state.mjs";

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
  it("given a Node that is too old, then npm ci runs on the project's, fetched without a question, with all that NODE_ENV and omit settings could leave out", () => {
    const { command, title } = installCommand({
      nodeVersion: "20.20.2",
      minimum: "22.13.0",
      projectNode: "24.21.0",
      npm: ["/bin/node", "/npm-cli.js"],
    });

    expect(command.join(" ")).to.match(
      /^\/bin\/node \/npm-cli\.js exec --yes --package=node@24\.21\.0 -- node \/npm-cli\.js ci /,
    );
    expect(command).to.include.members(["--include=dev", "--include=optional"]);
    expect(title).to.include("20.20.2");
  });
});

describe("packagesWithoutHash", () => {
  it("given packages with and without a hash, then the installed ones without are named", () => {
    const packages = {
      "": {},
      "node_modules/checked": { integrity: "sha512-x" },
      "node_modules/linked": { link: true },
      "node_modules/here": {},
      "node_modules/elsewhere": {},
    };

    expect(
      packagesWithoutHash({ packages }, (location: string) =>
        location.endsWith("/here"),
      ),
    ).to.deep.equal(["node_modules/here"]);
  });
});
