import { execFile } from "node:child_process";
import { chmodSync } from "node:fs";
import { createRequire } from "node:module";
import { promisify } from "node:util";
import { foundryProgram, foundryVersion } from "../support/foundry-binary.ts";
import type { TemporaryFolder } from "../support/temporary-folder.ts";
import { npmInstall } from "./package/npm.ts";

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

/** Where forge keeps what {@link deployByForge} deploys: a source of devnet. */
export const FORGE_SOURCE = {
  type: "foundry",
  broadcast: "broadcast/Deploy.s.sol/32456/run-latest.json",
  out: "out",
};

/**
 * Deploys a library and two contracts with npm's forge and this repository's solc, from a
 * folder that is an npm package.
 */
export async function deployByForge(
  folder: TemporaryFolder,
  url: string,
): Promise<void> {
  await npmInstall(folder.root, [`@foundry-rs/forge@${foundryVersion()}`]);
  folder.write(
    "foundry.toml",
    '[profile.default]\nsrc = "src"\nout = "out"\nlibs = []\n',
  );
  folder.write("src/Market.sol", SOURCE);
  folder.write("script/Deploy.s.sol", SCRIPT);
  chmodSync(folder.write("solc.cjs", SOLC), 0o755);
  await promisify(execFile)(
    foundryProgram("forge", folder.root),
    [
      ...["script", "script/Deploy.s.sol:Deploy", "--broadcast", "--offline"],
      ...["--rpc-url", url, "--private-key", KEY],
      ...["--use", folder.at("solc.cjs")],
    ],
    { cwd: folder.root },
  );
}
