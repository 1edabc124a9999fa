import { expect } from "chai";
import { PRESET } from "../../../support/preset.ts";
import { compileSolidity } from "../../../support/solc.ts";
import { exportedText, exportOf } from "../export-of.ts";

const CONSUMER = `// SPDX-License-Identifier: CC0-1.0
pragma solidity ^0.8.12;
import {AlphaDevnet, AlphaTestnet, AlphaThird} from "./Addresses.sol";
contract Consumer {
    uint256[3] public ids = [AlphaDevnet.ChainId, AlphaTestnet.ChainId, AlphaThird.ChainId];
    address[3] public tokens = [AlphaDevnet.TokenEuro, AlphaTestnet.TokenAlpha, AlphaThird.AlphaToken];
}
`;

describe("alpha export --format solidity", function () {
  this.timeout(60_000);

  it("given the preset, when a contract imports it, then solc has nothing to say, and the constants are the registry's addresses", async () => {
    const text = await exportedText("solidity");

    expect(
      compileSolidity({ "Addresses.sol": text, "Consumer.sol": CONSUMER })
        .messages,
    ).to.deep.equal([]);
    const [, ...libraries] = text.split("\nlibrary ");
    expect(
      libraries.map((library) => [
        /^\w+/.exec(library)?.[0],
        /ChainId = (\d+);/.exec(library)?.[1],
      ]),
    ).to.deep.equal([
      ["AlphaDevnet", "32456"],
      ["AlphaTestnet", "32457"],
      ["AlphaThird", "100"],
    ]);
    for (const [network, { registry, tokens }] of Object.values(
      PRESET,
    ).entries()) {
      const expected = Object.entries(registry).flatMap(([key, value]) =>
        typeof value === "string"
          ? `${key} = ${value};`
          : value.map((item, index) => `${key}_${index + 1} = ${item};`),
      );
      for (const constant of [
        ...expected,
        `TokenEuro = ${tokens[0]?.address};`,
      ]) {
        expect(libraries[network]).to.contain(
          `    address internal constant ${constant}`,
        );
      }
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
