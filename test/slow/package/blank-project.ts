/** The files of a project that uses the packed package. */

export const CONFIG = `
import hardhatAlphaNetworks from "hardhat-alpha-networks";
import { defineConfig } from "hardhat/config";

export default defineConfig({
  plugins: [hardhatAlphaNetworks],
  alpha: { forks: true, networks: { devnet: { hardhat: { accounts: "remote" } } } },
});
`;
export const SCRIPT = `
import hre, { network } from "hardhat";
import { devnet } from "hardhat-alpha-networks/chains";
import type { VerifyReport } from "hardhat-alpha-networks/types";

const connection = await network.create("devnetSandbox");
const { alpha, viem } = connection;
if (alpha?.name !== "devnet") {
  throw new Error("not devnet");
}
const router: \`0x\${string}\` = alpha.registry.Router;
const report: VerifyReport = await alpha.verify({ level: "wiring" });
// @ts-expect-error there is no such key
void (() => alpha.registry.Rooter);
const contract = await alpha.contract("Router");
const factory: \`0x\${string}\` = await contract.read.factory();
const client = await viem.getPublicClient();
const { chain } = client;
const [read] = await client.multicall({
  contracts: [{ address: contract.address, abi: contract.abi, functionName: "factory" }],
  allowFailure: false,
});
const id: 32456 = devnet.id;
if (factory !== alpha.registry.ERC721Factory || read !== factory || chain.id !== id) {
  throw new Error("not devnet's contract, or chain");
}
console.log(router, report.outcome, hre.alpha.names.join(" "));
await connection.close();

// The sandbox as a live network, through the guard, and a fork of it.
const server = await network.createServer("devnetSandbox", "127.0.0.1", 0);
const { port } = await server.listen();
const url = \`http://127.0.0.1:\${port}\`;
const live = await hre.alpha.connect({ network: "devnet", override: { url } });
const [wallet] = await live.viem.getWalletClients();
if (wallet === undefined) {
  throw new Error("no account");
}
const hash = await wallet.sendTransaction({ to: wallet.account.address });
const { status } = await live.alpha.waitForTransaction(hash);
const override = { forking: { url } };
const fork = await hre.alpha.connect({ network: "devnetFork", override });
console.log(status, (await live.alpha.verify()).outcome, (await fork.alpha.verify()).outcome);
process.exit();
`;
export const OWN_NETWORK = `
import hre from "hardhat";
import { defineConfig } from "hardhat/config";

declare module "hardhat-alpha-networks" {
  interface OwnAlphaNetworks { sapphire: "testnet" }
}

export const config = defineConfig({
  alpha: { networks: { sapphire: { like: "testnet", chainId: 23295 } } },
});
export const registry = () => hre.alpha.network("sapphire").registry.ERC20Template;
// @ts-expect-error it is like testnet
export const wrong = () => hre.alpha.network("sapphire").registry.ERC20Templates;
// @ts-expect-error it is not declared
export const none = () => hre.alpha.network("ruby");
`;
export const SOLIDITY_CONFIG = `
import { fileURLToPath } from "node:url";
import hardhatAlphaNetworks from "hardhat-alpha-networks";
import { defineConfig } from "hardhat/config";

export default defineConfig({
  plugins: [hardhatAlphaNetworks],
  solidity: { version: "0.8.37", path: fileURLToPath(import.meta.resolve("solc/soljson.js")) },
});
`;
export const SOLIDITY_TEST = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.12;
import {TestnetSandbox} from "hardhat-alpha-networks/contracts/TestnetSandbox.sol";
import {AlphaTestnet} from "hardhat-alpha-networks/contracts/AlphaNetworks.sol";
contract RouterTest is TestnetSandbox {
    function test_router() public view {
        require(block.chainid == 32457 && address(router) == AlphaTestnet.Router);
        require(router.factory() == address(erc721Factory));
    }
}
`;
export const TSCONFIG = {
  compilerOptions: {
    target: "es2024",
    lib: ["es2024", "dom"],
    module: "nodenext",
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    noEmit: true,
    types: ["node"],
  },
  include: ["*.ts"],
};
