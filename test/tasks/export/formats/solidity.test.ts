import { expect } from "chai";
import { createPublicClient, createWalletClient, custom } from "viem";
import { PRESET } from "../../../support/preset.ts";
import { createChain } from "../../../support/sandbox-connection.ts";
import { compileSolidity } from "../../../support/solc.ts";
import { exportedText, exportOf } from "../export-of.ts";

const CONSUMER = `// SPDX-License-Identifier: CC0-1.0
pragma solidity ^0.8.12;
import {AlphaDevnet, AlphaTestnet, AlphaThird} from "./Addresses.sol";
contract Consumer {
    function devnet() external pure returns (uint256, address, address, address, address) {
        return (AlphaDevnet.ChainId, AlphaDevnet.Router, AlphaDevnet.ERC20Template_2, AlphaDevnet.TokenEuro, AlphaDevnet.TokenAlpha);
    }
    function testnet() external pure returns (uint256, address, address) {
        return (AlphaTestnet.ChainId, AlphaTestnet.AlphaCommunityFeeCollector, AlphaTestnet.ERC721Template_1);
    }
    function third() external pure returns (uint256, address, address, address) {
        return (AlphaThird.ChainId, AlphaThird.AlphaToken, AlphaThird.ERC20Templates_1, AlphaThird.ERC721Factory);
    }
}
`;

describe("alpha export --format solidity", function () {
  this.timeout(60_000);

  it("given the preset, when a contract imports it, then solc has nothing to say, and on chain its functions give the registry's addresses", async () => {
    const { messages, contracts } = compileSolidity({
      "Addresses.sol": await exportedText("solidity"),
      "Consumer.sol": CONSUMER,
    });
    expect(messages).to.deep.equal([]);
    const consumer = contracts.get("Consumer");
    if (consumer === undefined) {
      throw new Error("solc made no Consumer");
    }
    const { connection, request } = await createChain();
    try {
      const transport = custom({
        request: ({ method, params }) => request(method, ...(params ?? [])),
      });
      const client = createPublicClient({ transport, pollingInterval: 10 });
      const [account] = await createWalletClient({ transport }).getAddresses();
      if (account === undefined) {
        throw new Error("no account");
      }
      const hash = await createWalletClient({
        account,
        transport,
      }).deployContract({ ...consumer, args: [], chain: null });
      const { contractAddress } = await client.waitForTransactionReceipt({
        hash,
      });
      const read = async (functionName: string) =>
        await client.readContract({
          abi: consumer.abi,
          address: contractAddress ?? "0x",
          functionName,
        });

      const { devnet, testnet, third } = PRESET;
      expect(await read("devnet")).to.deep.equal([
        32456n,
        devnet.registry["Router"],
        devnet.registry["ERC20Template"]?.[1],
        devnet.tokens[0]?.address,
        devnet.registry["Alpha"],
      ]);
      expect(await read("testnet")).to.deep.equal([
        32457n,
        testnet.registry["AlphaCommunityFeeCollector"],
        testnet.registry["ERC721Template"]?.[0],
      ]);
      expect(await read("third")).to.deep.equal([
        100n,
        third.registry["AlphaToken"],
        third.registry["ERC20Templates"]?.[0],
        third.registry["ERC721Factory"],
      ]);
    } finally {
      await connection.close();
    }
  });

  it("given an address that nobody gives, then a contract that uses it does not compile, one that does not compiles, and the gaps are told", async () => {
    const { text = "", gaps } = await exportOf("solidity", {
      alpha: {
        preset: false,
        networks: { devnet: { registry: { Router: `0x${"11".repeat(20)}` } } },
      },
      names: ["devnet"],
    });
    const using = (name: string) =>
      compileSolidity({
        "Addresses.sol": text,
        "Consumer.sol": `// SPDX-License-Identifier: CC0-1.0
pragma solidity ^0.8.0;
import {AlphaDevnet} from "./Addresses.sol";
contract Consumer { address public constant a = AlphaDevnet.${name}; }
`,
      }).messages;

    expect(using("Router")).to.deep.equal([]);
    expect(using("Dispenser").join()).to.contain(
      'Member "Dispenser" not found',
    );
    expect(gaps).to.have.lengthOf(7 + 2);
    expect(gaps.join()).to.contain("tokens.euro.address of devnet is not set");
  });

  it("given an address spelled in lower case in the config, then it is written with the checksum that solc demands", async () => {
    const text = await exportedText("solidity", {
      alpha: {
        networks: {
          devnet: {
            registry: { Router: `0x${"ab".repeat(20)}` },
          },
        },
      },
      names: ["devnet"],
    });

    expect(compileSolidity({ "Addresses.sol": text }).messages).to.deep.equal(
      [],
    );
  });
});
