import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";

import { expect } from "chai";
import { type ProcessResult, runNode } from "../../support/run-node.ts";
import { runProgram } from "../../support/run-program.ts";
import { npmInstall } from "./npm.ts";
import { givenPackedPackage } from "./pack-package.ts";

const SOURCE = `import { devnet, testnet, third } from "hardhat-alpha-networks/chains";
import { dispenserAbi, factoryRouterAbi } from "hardhat-alpha-networks/abis";
import { third as addresses } from "hardhat-alpha-networks/addresses";
const token: typeof third.contracts.token.address = addresses.registry.AlphaToken;
// @ts-expect-error a list of two has no third
addresses.contracts.erc20Templates[2];
const id: 32456 = devnet.id;
const item: "constructor" = factoryRouterAbi[0].type;
// @ts-expect-error the types are those of the values
const other: "event" = dispenserAbi[0].type;
const symbol: "GX" = third.nativeCurrency.symbol;
// @ts-expect-error the types are those of the values
const wrong: 1 = testnet.id;
console.log(id, symbol, typeof wrong, item, other, dispenserAbi.length, token.length);
`;
const TSCONFIG = {
  compilerOptions: {
    strict: true,
    module: "node16",
    moduleResolution: "node16",
    target: "es2020",
    lib: ["es2020", "dom"],
    types: [],
    // The declarations themselves are to hold.
    skipLibCheck: false,
  },
};
const ABI_SOURCE = `import { createConfig, readContract } from "@wagmi/core";
import { Contract, Interface } from "ethers";
import { dispenserAbi, erc721FactoryAbi, factoryRouterAbi } from "hardhat-alpha-networks/abis";
import { devnet } from "hardhat-alpha-networks/chains";
import { createPublicClient, custom, encodeFunctionData } from "viem";
import { Web3 } from "web3";

const address = "0x4Ede1776D6B75de6c907172Abc0453a3C8AB372a";
const asked: unknown[] = [];
const transport = custom({
  request: async ({ params }) => {
    asked.push(params[0].data);
    return \`0x\${"1".padStart(64, "0")}\`;
  },
});
const call = { address, abi: factoryRouterAbi, functionName: "isApprovedToken", args: [address] } as const;

const client = createPublicClient({ chain: devnet, transport });
const fromViem: boolean = await client.readContract(call);
// @ts-expect-error there is no such function
const misspelt = () => encodeFunctionData({ abi: dispenserAbi, functionName: "dispence" });
// @ts-expect-error an address is missing
const missing = () => encodeFunctionData({ ...call, args: [] });

const config = createConfig({ chains: [devnet], transports: { [devnet.id]: () => transport({}) } });
const fromWagmi: boolean = await readContract(config, call);
// @ts-expect-error the result is a boolean
const wrong: string = await readContract(config, call);

const router = new Interface(factoryRouterAbi);
asked.push(router.encodeFunctionData("isApprovedToken", [address]));
const contract = new Contract(address, factoryRouterAbi);
const selector: string | undefined = contract.getFunction("isApprovedToken").fragment.selector;

const web3 = new Web3();
const fromWeb3 = new web3.eth.Contract(factoryRouterAbi, address);
asked.push(fromWeb3.methods.isApprovedToken(address).encodeABI());
const isApproved = async (): Promise<boolean> => await fromWeb3.methods.isApprovedToken(address).call();
// @ts-expect-error the function has one parameter
const isWrong = () => fromWeb3.methods.isApprovedToken(address, address).call();
const factory = new web3.eth.Contract(erc721FactoryAbi, address);

console.log(fromViem, fromWagmi, typeof wrong, new Set(asked).size, asked.length, asked.at(0)?.toString().startsWith(selector), typeof factory.methods.createNftWithErc20, [isApproved, isWrong, misspelt, missing].length);
`;
/** What front ends use ABIs with. */
const LIBRARIES = ["ethers@6", "viem@2.57.1", "@wagmi/core@2", "web3@4"];
/** The lowest that is supported, and the last one. */
const COMPILERS = ["4.9.5", "5.9.3"];
const NAME = "hardhat-alpha-networks";

describe("the packed package, for front ends without Hardhat", function () {
  this.timeout(300_000);

  const { folder: all, archive } = givenPackedPackage();
  const { root } = all;

  before(async () => {
    await npmInstall(root, [
      ...COMPILERS.map(
        (version) => `typescript-${version}@npm:typescript@${version}`,
      ),
      ...LIBRARIES,
    ]);
    // By hand, since npm would install the peers that front ends do without.
    const installed = all.at(`node_modules/${NAME}`);
    mkdirSync(installed, { recursive: true });
    const { code, stderr } = await runProgram(
      "tar",
      ["--extract", "--gzip", "--strip-components=1", `--file=${archive()}`],
      { cwd: installed },
    );
    expect(code, stderr).to.equal(0);
    all.write("both/tsconfig.json", JSON.stringify(TSCONFIG));
    all.write("both/main.mts", SOURCE);
    all.write("both/main.cts", SOURCE);
  });

  it("given ./abis, then ethers, viem, wagmi and web3.js take them, with types, and encode the same call", async () => {
    const folder = join(root, "libraries");
    all.write("libraries/package.json", '{ "type": "module" }');
    all.write("libraries/main.ts", ABI_SOURCE);
    all.write(
      "libraries/tsconfig.json",
      JSON.stringify({
        compilerOptions: {
          ...TSCONFIG.compilerOptions,
          target: "es2022",
          // The declarations of these libraries do not all hold.
          skipLibCheck: true,
        },
      }),
    );
    const compiled = await node(
      join(root, `node_modules/typescript-${COMPILERS.at(-1)}/bin/tsc`),
      "--project",
      folder,
    );
    expect(compiled.stdout).to.equal("");

    const { stdout, stderr } = await node(join(folder, "main.js"));

    expect(stderr).to.equal("");
    expect(stdout).to.equal("true true boolean 1 5 true function 4\n");
  });

  const node = async (...args: readonly string[]): Promise<ProcessResult> =>
    await runNode(args, { cwd: root });

  it("given an installation without peers, as documented, then the three entries are there without any of them", async () => {
    const folder = join(root, "no-peers");
    all.write("no-peers/package.json", "{}");
    await npmInstall(folder, ["--omit=peer", archive()]);

    const installed = readdirSync(join(folder, "node_modules"));
    expect(installed).to.include(NAME);
    expect(installed).to.not.include.any.members(["hardhat", "viem"]);
    const { stdout, stderr } = await runNode(
      [
        "--eval",
        `for (const entry of ["abis", "addresses", "chains"]) {
           console.log(Object.keys(require("${NAME}/" + entry)).length);
           import("${NAME}/" + entry).then((all) => console.log(Object.keys(all).length));
         }`,
      ],
      { cwd: folder },
    );
    expect(stderr).to.equal("");
    expect(stdout.trim().split("\n").toSorted()).to.deep.equal([
      "3",
      "3",
      "3",
      "3",
      "9",
      "9",
    ]);
  });

  for (const version of COMPILERS) {
    it(`given TypeScript ${version} and a program of each module format, then ./chains, ./addresses and ./abis are typed, their declarations hold, and the programs run`, async () => {
      const compiled = await node(
        join(root, `node_modules/typescript-${version}/bin/tsc`),
        ...["--project", join(root, "both"), "--outDir", join(root, version)],
      );

      expect(compiled.stdout).to.equal("");
      expect(compiled.code).to.equal(0);
      for (const file of ["main.mjs", "main.cjs"]) {
        const { stdout, stderr } = await node(join(root, version, file));
        expect(stderr).to.equal("");
        expect(stdout).to.equal(
          "32456 GX number constructor constructor 17 42\n",
        );
      }
    });
  }
});
