import { execFile } from "node:child_process";
import { chmodSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { compareCodes } from "../../src/contracts/own/compare-codes.ts";
import { readOwnArtifact } from "../../src/contracts/own/read-artifact.ts";
import { startIn } from "../sources/source-project.ts";
import { type Anvil, httpProvider, startAnvil } from "../support/anvil.ts";
import { foundryProgram, foundryVersion } from "../support/foundry-binary.ts";
import { isRegistryInReach, npmInstall } from "../support/npm.ts";
import {
  type TemporaryFolder,
  temporaryFolder,
} from "../support/temporary-folder.ts";

/** Without forge's own libraries, which are no npm packages. */
const SOURCE = `// SPDX-License-Identifier: CC0-1.0
pragma solidity ^0.8.0;
library Shares {
  function half(uint256 amount) external pure returns (uint256) { return amount / 2; }
}
contract Market {
  uint256 public immutable fee;
  constructor(uint256 fee_) { fee = fee_; }
  function share() external view returns (uint256) { return Shares.half(fee); }
}`;
const SCRIPT = `// SPDX-License-Identifier: CC0-1.0
pragma solidity ^0.8.0;
import "../src/Market.sol";
interface Vm { function startBroadcast() external; function stopBroadcast() external; }
contract Deploy {
  bool public IS_SCRIPT = true;
  function run() external {
    Vm vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));
    vm.startBroadcast();
    new Market(5);
    new Market(7);
    vm.stopBroadcast();
  }
}`;
/** The project's solc as the program that forge expects. */
const SOLC = `#!${process.execPath}
const solc = require(${JSON.stringify(createRequire(import.meta.url).resolve("solc"))});
if (process.argv.includes("--version")) {
  console.log("solc, the solidity compiler commandline interface\\nVersion: " + solc.version());
} else {
  process.stdout.write(solc.compile(require("node:fs").readFileSync(0, "utf8")));
}`;
/** The first account of anvil, whose key everybody knows. */
const KEY =
  "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80";

describe("a deployment by forge", function () {
  this.timeout(600_000);
  let folder: TemporaryFolder;
  let anvil: Anvil;

  before(async function () {
    folder = temporaryFolder({
      "package.json": "{}",
      "foundry.toml": '[profile.default]\nsrc = "src"\nout = "out"\n',
      "src/Market.sol": SOURCE,
      "script/Deploy.s.sol": SCRIPT,
      solc: SOLC,
    });
    if (!(await isRegistryInReach(folder.root))) {
      this.skip();
    }
    await npmInstall(folder.root, [`@foundry-rs/forge@${foundryVersion()}`]);
    chmodSync(folder.at("solc"), 0o755);
    anvil = await startAnvil({ chainId: 32456 });
    await promisify(execFile)(
      foundryProgram("forge", folder.root),
      [
        ...["script", "script/Deploy.s.sol:Deploy", "--broadcast", "--offline"],
        ...["--rpc-url", anvil.url, "--private-key", KEY],
        ...["--use", folder.at("solc")],
      ],
      { cwd: folder.root },
    );
  });
  after(async () => {
    await anvil?.close();
    folder.remove();
  });

  it("given its broadcast and artifacts, then each contract has the code of its artifact", async () => {
    const source = {
      type: "foundry",
      broadcast: "broadcast/Deploy.s.sol/32456/run-latest.json",
      out: "out",
    };
    const { root } = folder;
    const { hre } = await startIn(root, { sources: [source] });
    const { contracts = [] } = hre.config.alpha.networks.devnet ?? {};
    const own = contracts.filter((one) => one.kind === "own");

    expect(own.map(({ key }) => key)).to.deep.equal([
      "Shares",
      "Market",
      "Market_2",
    ]);
    for (const { artifact, address } of own) {
      const read = await readOwnArtifact(artifact || "", {
        root,
        artifacts: join(root, "out"),
      });
      const code = await httpProvider(anvil.url).request({
        method: "eth_getCode",
        params: [address, "latest"],
      });
      expect(
        read?.ok && compareCodes(code as `0x${string}`, read.value),
      ).to.equal("exact");
    }
  });
});
