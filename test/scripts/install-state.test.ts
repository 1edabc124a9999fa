import { expect } from "chai";

import {
  childExitCode,
  findNpmScript,
  installCommand,
  installKey,
  installVerdict,
  isNewEnough,
  lockDifference,
  npmCommand,
} from "../../scripts/bootstrap/install-state.mjs";

describe("isNewEnough", () => {
  for (const [version, minimum, expected] of [
    ["v22.13.0", "22.13.0", true],
    ["22.13.1", "22.13.0", true],
    ["v24.0.0", "22.13.0", true],
    ["v100.0.0", "22.13.0", true],
    ["22.14", ">=22.13.0", true],
    ["v22.12.9", "22.13.0", false],
    ["v22.2.0", "22.13.0", false],
    ["v20.20.2", "22.13.0", false],
    ["v9.99.99", "22.13.0", false],
    ["", "22.13.0", false],
    ["no version", "22.13.0", false],
    ["22.13.0", "", false],
  ] as const) {
    it(`given Node "${version}", when "${minimum}" is asked for, then it is ${expected ? "" : "not "}new enough`, () => {
      expect(isNewEnough(version, minimum)).to.equal(expected);
    });
  }
});

describe("installKey", () => {
  const base = { lockFile: "{}", platform: "linux", arch: "x64" };

  it("given the same lock file and platform, when asked twice, then the key is the same", () => {
    expect(installKey(base)).to.equal(installKey({ ...base }));
  });

  for (const change of [
    { lockFile: "{ }" },
    { platform: "darwin" },
    { arch: "arm64" },
  ]) {
    it(`given another ${Object.keys(change)}, when asked, then the key is another`, () => {
      expect(installKey({ ...base, ...change })).to.not.equal(installKey(base));
    });
  }
});

describe("lockDifference", () => {
  const lock = {
    packages: {
      "": { version: "0.1.0" },
      "node_modules/a": { version: "1.0.0" },
      "node_modules/b-linux": { version: "2.0.0", optional: true },
      "node_modules/c": { version: "3.0.0", devOptional: true },
    },
  };
  const complete = { packages: { "node_modules/a": { version: "1.0.0" } } };

  const { packages } = complete;
  for (const [title, installed, difference] of [
    ["all but optional packages", complete, undefined],
    ["no list from npm", undefined, "npm has not finished installing"],
    ["an empty list from npm", {}, "npm has not finished installing"],
    ["a package too few", { packages: {} }, "node_modules/a is missing"],
    [
      "another version",
      { packages: { "node_modules/a": { version: "1.0.1" } } },
      "node_modules/a is 1.0.1, not 1.0.0",
    ],
    [
      "another version of an optional package",
      { packages: { ...packages, "node_modules/b-linux": { version: "2.1" } } },
      "node_modules/b-linux is 2.1, not 2.0.0",
    ],
    [
      "a package too many",
      { packages: { ...packages, "node_modules/z": { version: "1.0.0" } } },
      "node_modules/z is not in package-lock.json",
    ],
  ] as const) {
    it(`given ${title}, when compared, then it is ${difference ?? "the same"}`, () => {
      expect(lockDifference(lock, installed)).to.equal(difference);
    });
  }
});

describe("installVerdict", () => {
  const good = {
    stamp: "key",
    key: "key",
    difference: (): string | undefined => {
      throw new Error("not to be asked");
    },
    probe: { ok: true, version: "v24.0.0" },
    minimum: "22.13.0",
  } as const;

  it("given the right stamp and a Node that runs, when judged, then it is usable without comparing the lock", () => {
    expect(installVerdict(good)).to.eql({ usable: true, stamped: true });
  });

  it("given no stamp but what the lock asks for, when judged, then it is usable and not yet stamped", () => {
    expect(
      installVerdict({
        ...good,
        stamp: undefined,
        difference: () => undefined,
      }),
    ).to.eql({ usable: true, stamped: false });
  });

  for (const [given, change, reason] of [
    [
      "no stamp and a difference",
      { stamp: undefined, difference: () => "a is missing" },
      "a is missing",
    ],
    [
      "a stamp of another lock file",
      { stamp: "old", difference: () => "a is 1, not 2" },
      "a is 1, not 2",
    ],
    [
      "EDR left out",
      { probe: { ok: false, reason: "EDR does not load" } },
      "EDR does not load",
    ],
    [
      "a project Node that is too old",
      { probe: { ok: true, version: "v20.0.0" } },
      "the project's Node.js v20.0.0 is older than 22.13.0",
    ],
  ] as const) {
    it(`given ${given}, when judged, then it is not usable, with the reason`, () => {
      expect(installVerdict({ ...good, ...change })).to.eql({
        usable: false,
        reason,
      });
    });
  }
});

describe("installCommand", () => {
  const base = {
    nodeVersion: "24.1.0",
    minimum: "22.13.0",
    projectNode: "24.21.0",
    npm: ["/bin/node", "/npm-cli.js"],
  };

  it("given a Node that is new enough, when planned, then npm ci runs on it", () => {
    const { command, title } = installCommand(base);

    expect(command.slice(0, 3)).to.eql(["/bin/node", "/npm-cli.js", "ci"]);
    expect(title).to.include("24.1.0");
  });

  it("given a Node that is too old, when planned, then npm ci runs on the project's, fetched without a question", () => {
    const { command, title } = installCommand({
      ...base,
      nodeVersion: "20.20.2",
    });

    expect(command.slice(0, 8)).to.eql(
      "/bin/node /npm-cli.js exec --yes --package=node@24.21.0 -- node /npm-cli.js".split(
        " ",
      ),
    );
    expect(command[8]).to.equal("ci");
    expect(title).to.include("20.20.2").and.include("24.21.0");
  });

  it("given npm known by name alone, when planned for an old Node, then it is called by name inside too", () => {
    const { command } = installCommand({
      ...base,
      nodeVersion: "18.0.0",
      npm: ["npm"],
    });

    expect(command.slice(0, 6)).to.eql(
      "npm exec --yes --package=node@24.21.0 -- npm".split(" "),
    );
  });

  for (const nodeVersion of ["20.20.2", "24.1.0"]) {
    it(`given Node ${nodeVersion}, when planned, then neither NODE_ENV nor omit settings can leave out what is needed`, () => {
      expect(
        installCommand({ ...base, nodeVersion }).command,
      ).to.include.members(["--include=dev", "--include=optional"]);
    });
  }
});

describe("findNpmScript", () => {
  const everything = () => true;

  it("given npm's own script, when looked for, then it is taken and run by this Node", () => {
    const npmScript = findNpmScript(
      [undefined, "/lib/npm/bin/npm-cli.js"],
      everything,
    );

    expect(npmCommand({ execPath: "/bin/node", npmScript })).to.eql([
      "/bin/node",
      "/lib/npm/bin/npm-cli.js",
    ]);
  });

  it("given yarn's or pnpm's script, when looked for, then npm is called by name", () => {
    const npmScript = findNpmScript(
      ["/lib/yarn/bin/yarn.js", "/lib/pnpm/bin/pnpm.cjs"],
      everything,
    );

    expect(npmCommand({ execPath: "/bin/node", npmScript })).to.eql(["npm"]);
  });

  it("given a script that is not there, when looked for, then it is not taken", () => {
    expect(findNpmScript(["/lib/npm-cli.js"], () => false)).to.equal(undefined);
  });
});

describe("childExitCode", () => {
  it("given an exit code, when passed on, then it is the same", () => {
    expect([0, 1, 2].map((code) => childExitCode(code, null))).to.eql([
      0, 1, 2,
    ]);
  });

  it("given a child that a signal ended, then the exit code is that of a shell", () => {
    expect(childExitCode(null, "SIGINT")).to.equal(130);
    expect(childExitCode(null, "SIGSEGV")).to.be.greaterThan(0);
  });
});
