import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { expect } from "chai";

import manifest from "../../../package.json" with { type: "json" };
import { type ProcessResult, runNode } from "../../support/run-node.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { CONFIG, OWN_NETWORK, SCRIPT, TSCONFIG } from "./blank-project.ts";
import { npmInstall } from "./npm.ts";
import { givenPackedPackage } from "./pack-package.ts";
import { PACKAGE_MANAGERS, preparePackageManager } from "./package-managers.ts";
import { hardhatCli } from "./template-project.ts";

const TSC = fileURLToPath(
  new URL("../../../node_modules/typescript/bin/tsc", import.meta.url),
);
const { peerDependencies: PEERS, engines } = manifest;
const lowestOf = (range: string) => range.replace(/^\D+/, "");
/** The versions of Node.js and of the peers that a project asks for. */
const VERSIONS = {
  lowest: { node: lowestOf(engines.node), peerOf: lowestOf },
  newest: { node: "latest", peerOf: (range: string) => range },
} as const;
type Versions = keyof typeof VERSIONS;
type Manager = keyof typeof PACKAGE_MANAGERS;

describe("the packed package, installed by other package managers", function () {
  this.timeout(600_000);

  const { folder: all, archive } = givenPackedPackage();
  const tools = temporaryFolder({ "package.json": '{ "private": true }' });
  const projectOf = (manager: Manager, versions: Versions) =>
    all.at(`${manager.replace(" ", "-")}-${versions}`);
  const nodeOf = (versions: Versions) =>
    tools.at(`node_modules/node-${versions}/bin/node`);
  /** What the installations printed; none of a manager that cannot be had here. */
  const installed = new Map<string, ProcessResult>();

  function writeProject(manager: Manager, versions: Versions): void {
    const peers = Object.entries(PEERS).map(([name, range]) => [
      name,
      VERSIONS[versions].peerOf(range),
    ]);
    const folder = `${manager.replace(" ", "-")}-${versions}`;
    const devDependencies = {
      ...Object.fromEntries(peers),
      "@types/node": "^24",
      "hardhat-alpha-networks": `file:${archive()}`,
    };
    for (const [file, text] of Object.entries({
      "package.json": JSON.stringify({
        name: "a-project",
        private: true,
        type: "module",
        devDependencies,
      }),
      // Yarn looks for the project above the folder otherwise.
      ...(manager === "yarn 4" ? { "yarn.lock": "" } : {}),
      "hardhat.config.ts": CONFIG,
      "script.ts": SCRIPT,
      "own-network.ts": OWN_NETWORK,
      "tsconfig.json": JSON.stringify(TSCONFIG),
    })) {
      all.write(`${folder}/${file}`, text);
    }
  }

  before(async () => {
    const managers = Object.keys(PACKAGE_MANAGERS) as Manager[];
    await Promise.all([
      npmInstall(
        tools.root,
        Object.entries(VERSIONS).map(
          ([versions, { node }]) => `node-${versions}@npm:node@${node}`,
        ),
      ),
      ...managers.map(async (manager) => {
        using folder = temporaryFolder();
        const install = await preparePackageManager(folder, manager);
        // The second one has much of the first one's in the cache.
        for (const versions of ["lowest", "newest"] as const) {
          if (install !== undefined) {
            writeProject(manager, versions);
            const project = projectOf(manager, versions);
            installed.set(project, await install(project));
          }
        }
      }),
    ]);
  });
  after(() => {
    tools.remove();
  });

  for (const manager of Object.keys(PACKAGE_MANAGERS) as Manager[]) {
    for (const versions of Object.keys(VERSIONS) as Versions[]) {
      it(`given ${manager} and the ${versions} versions of Node.js and the peers, then no peer is missing, and a sandbox is verified`, async function () {
        const project = projectOf(manager, versions);
        const installation = installed.get(project);
        if (installation === undefined) {
          this.skip();
        }
        const printed = `${installation.stdout}\n${installation.stderr}`;
        expect(installation.code, printed).to.equal(0);
        expect(printed).to.not.match(
          /YN00(?:02|60|86)|(?:unmet|missing|incorrect) peer/i,
        );
        if (versions === "lowest") {
          for (const [name, range] of Object.entries(PEERS)) {
            expect(versionOf(project, name), name).to.equal(lowestOf(range));
          }
        }

        const verified = await runNode(
          [
            hardhatCli(project),
            ..."alpha verify devnet --sandbox --level wiring".split(" "),
          ],
          { cwd: project, node: nodeOf(versions) },
        );
        expect([verified.code, verified.stderr]).to.deep.equal([0, ""]);
        expect(verified.stdout).to.contain("verify (wiring): OK");
      });
    }
  }

  it("given pnpm, whose packages only see what they depend on, then config, script and a network of its own compile", async function () {
    const project = projectOf("pnpm", "newest");
    if (!installed.has(project)) {
      this.skip();
    }
    const { code, stdout } = await runNode([TSC, "-p", project], {
      cwd: project,
    });

    expect([code, stdout]).to.deep.equal([0, ""]);
  });
});

/** The version of a package that a project has installed. */
function versionOf(project: string, name: string): unknown {
  const file = join(project, "node_modules", name, "package.json");
  return JSON.parse(readFileSync(file, "utf8")).version;
}
