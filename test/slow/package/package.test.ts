import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { expect } from "chai";

import manifest from "../../../package.json" with { type: "json" };
import { runNode } from "../../support/run-node.ts";
import {
  CONFIG,
  OWN_NETWORK,
  SCRIPT,
  SOLIDITY_CONFIG,
  SOLIDITY_TEST,
  TSCONFIG,
} from "./blank-project.ts";
import { npm, npmInstall } from "./npm.ts";
import { givenPackedPackage } from "./pack-package.ts";
import { hardhatCli, httpClientOf } from "./template-project.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const TSC = join(ROOT, "node_modules/typescript/bin/tsc");
const PACKAGE = "hardhat-alpha-networks";
const PEERS = Object.keys(manifest.peerDependencies);
const LOWEST = new Map(
  Object.entries({ ...manifest.peerDependencies, node: manifest.engines.node })
    // The number in "^3.13.0" and ">=22.13.0".
    .map(([name, range]) => [name, range.replace(/^\D+/, "")]),
);

describe("the packed package in a blank project", function () {
  this.timeout(300_000);

  const { folder: projects, archive } = givenPackedPackage();

  it("given npx in an empty folder, then the package's program verifies a sandbox, and leaves nothing there", async () => {
    const folder = projects.at("empty");
    mkdirSync(folder);
    const { code, output } = await npm(folder, [
      ...["exec", "--yes", `--package=${archive()}`, "--", PACKAGE],
      ...["verify", "devnet", "--sandbox", "--level", "wiring"],
    ]);

    expect(code, output).to.equal(0);
    expect(output).to.contain("verify (wiring): OK");
    expect(readdirSync(folder)).to.deep.equal([]);
  });

  /** The templates' projects have the newest ones. */
  describe("on the lowest versions, together", () => {
    const folder = projects.at("lowest");

    before(async () => {
      mkdirSync(folder);
      // As in the README.
      for (const args of [
        ["init", "-y"],
        ["pkg", "set", "type=module", "name=blank"],
      ]) {
        const { code, output } = await npm(folder, args);
        expect(code, output).to.equal(0);
      }
      await npmInstall(folder, [
        "--save-exact",
        archive(),
        ...Array.from(LOWEST, ([name, version]) => `${name}@${version}`),
        "@types/node@24",
        "solc@0.8.37",
      ]);
      writeFileSync(join(folder, "hardhat.config.ts"), CONFIG);
      writeFileSync(join(folder, "script.ts"), SCRIPT);
      writeFileSync(join(folder, "own-network.ts"), OWN_NETWORK);
      writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(TSCONFIG));
    });

    const node = async (...args: readonly string[]) =>
      await runNode(args, {
        cwd: folder,
        node: join(folder, "node_modules/node/bin/node"),
      });

    const hardhat = async (...args: readonly string[]) =>
      await node(hardhatCli(folder), ...args);

    it("given the installation, then its versions are those, and Hardhat and its plugins share their HTTP client", async () => {
      const installed = PEERS.map((name) => [name, versionOf(folder, name)]);
      const { stdout } = await node("--version");
      const clients = ["hardhat", "@nomicfoundation/hardhat-viem", PACKAGE].map(
        (name) => httpClientOf(join(folder, "node_modules", name)),
      );

      expect(installed).to.deep.equal(
        PEERS.map((name) => [name, LOWEST.get(name)]),
      );
      expect(stdout).to.equal(`v${LOWEST.get("node")}\n`);
      expect(new Set(clients.flat()).size).to.equal(2);
      expect(clients[0]).to.include(
        createRequire(join(folder, "node_modules", PACKAGE, "_.js")).resolve(
          "undici",
        ),
      );
    });

    for (const [command, program = hardhatCli(folder)] of [
      ["alpha init script"],
      ["alpha verify --sandbox --level wiring --strict"],
      ["networks", join(folder, "node_modules/.bin", PACKAGE)],
    ] as const) {
      it(`given the installed package, when "${command}" is run, then it ends with 0`, async () => {
        const { code, stdout, stderr } = await node(
          program,
          ...command.split(" "),
        );

        expect(code, `${stdout}\n${stderr}`).to.equal(0);
        expect(stderr).to.equal("");
      });
    }

    it("given the installed package, when the wallet page is written, then it has its script, compiled, and its style", async () => {
      const { code, stdout, stderr } = await hardhat(
        ..."alpha wallet devnet --sandbox --format html".split(" "),
      );

      expect(code, stderr).to.equal(0);
      expect(stdout).to.contain("eip6963:requestProvider");
      expect(stdout).to.contain("light-dark(");
      expect(stderr).not.to.contain("ExperimentalWarning");
    });

    it("given a script, when it is run, then it reads a sandbox, sends to a live network, and forks it", async () => {
      const { code, stdout, stderr } = await hardhat(
        ..."run --no-compile script.ts".split(" "),
      );

      expect(code, stderr).to.equal(0);
      expect(stdout).to.equal(
        "0x4Ede1776D6B75de6c907172Abc0453a3C8AB372a ok devnet testnet third\nsuccess ok ok\n",
      );
    });

    it("given strict TypeScript that checks libraries too, then config, script and a network of its own compile, and a typo does not", async () => {
      const { code, stdout } = await runNode([TSC, "-p", folder], {
        cwd: folder,
      });

      expect(stdout).to.equal("");
      expect(code).to.equal(0);
    });

    it("given a Solidity test that imports the package's sources, then it has the contracts", async () => {
      writeFileSync(join(folder, "solidity.config.ts"), SOLIDITY_CONFIG);
      mkdirSync(join(folder, "contracts"));
      writeFileSync(join(folder, "contracts/Router.t.sol"), SOLIDITY_TEST);

      const { code, stdout, stderr } = await hardhat(
        ...["--config", "solidity.config.ts", "test", "solidity"],
      );

      expect(code, `${stdout}\n${stderr}`).to.equal(0);
      expect(stdout).to.contain("1 passing");
    });
  });
});

/** The version of an installed package. */
function versionOf(folder: string, name: string): unknown {
  return JSON.parse(
    readFileSync(join(folder, "node_modules", name, "package.json"), "utf8"),
  ).version;
}
