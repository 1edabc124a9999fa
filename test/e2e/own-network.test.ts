import { expect } from "chai";

import { PLAIN } from "../../tasks/cli/style.ts";
import { usageLines } from "../../tasks/sandbox/formats/text.ts";
import { createProject, type TemporaryProject } from "../support/cli.ts";
import { runHardhatHere } from "../support/cli-here.ts";
import { expectValidReport } from "../support/schema.ts";
import { configWith } from "./run-alpha.ts";

/** The name has a sign that no language has in names. */
const CONFIG = configWith(
  `{ networks: { "op-sepolia": { like: "testnet", book: "optimism_sepolia" } } }`,
);

describe("the tasks, given a network of the project's own", function () {
  this.timeout(60_000);
  let project: TemporaryProject;
  before(() => {
    project = createProject(CONFIG);
  });
  after(() => project?.remove());

  const alpha = async (command: string, code = 0) => {
    const result = await runHardhatHere(["alpha", ...command.split(" ")], {
      cwd: project.root,
    });
    expect(result.code, result.stderr).to.equal(code);
    return result.stdout;
  };

  it("then its sandbox is locked under its name, and holds", async () => {
    const verify = "verify op-sepolia --sandbox --level wiring";
    await alpha(`${verify} --write-lock`);
    expectValidReport("verify", await alpha(`${verify} --lock --format json`));

    expect(
      JSON.parse(project.read("alpha.lock.json")).networks["op-sepoliaSandbox"],
    ).to.include({ alphaNetwork: "op-sepolia", chainId: 11155420 });
  });

  it("then reports and exports have it, in each language by a name that it allows", async () => {
    const report = await alpha("networks --format json");
    expectValidReport("networks", report);
    expect(report).to.contain('"network": "op-sepolia"');

    // Its contracts are set, and not all of the rest.
    for (const [command, words, code] of [
      ["export op-sepolia --format solidity", "library AlphaOpSepolia {", 0],
      ["export op-sepolia --format typescript", "opSepolia", 2],
      ["config op-sepolia --format env", "ALPHA_OP_SEPOLIA_CHAIN_ID=", 2],
    ] as const) {
      expect(await alpha(command, code), command).to.contain(words);
    }

    const served = '[{ "network": "op-sepolia", "url": "http://127.0.0.1:1" }]';
    const lines = usageLines(JSON.parse(served), undefined, PLAIN);
    const [block = ""] = lines.filter((line) => line.startsWith("alpha: "));
    expect(new Function(`return { ${block} }`)()).to.deep.equal({
      alpha: {
        networks: { "op-sepolia": { hardhat: { accounts: "remote" } } },
      },
    });
  });

  it("given a book that is relative to the project, and another working directory, then it is refused in place of another project's", async () => {
    const config = configWith(
      '{ networks: { mine: { like: "testnet", book: { file: "address.json", entry: "mine" } } } }',
    );
    using own = createProject(config);
    using other = createProject(configWith());
    for (const [folder, chainId] of [
      [own, 777],
      [other, 778],
    ] as const) {
      folder.write("address.json", JSON.stringify({ mine: { chainId } }));
    }
    const list = (cwd: string) =>
      runHardhatHere(
        ["--config", own.configFile, ..."alpha networks".split(" ")],
        { cwd },
      );

    const here = await list(own.root);
    const elsewhere = await list(other.root);

    expect([here.code, elsewhere.code], here.stderr).to.deep.equal([0, 1]);
    expect(elsewhere.stderr).to.contain(
      "alpha.networks.mine.book: address.json is relative to the project of the Hardhat config",
    );
  });
});
