import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import {
  CONTRACTS_BY_ROLE,
  contractArtifact,
} from "../../src/contracts/contract-artifact.ts";
import { REPOSITORY } from "../support/repository-files.ts";
import { runNode } from "../support/run-node.ts";
import { compileSolidity } from "../support/solc.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const textsIn = (
  folder: string,
  extension: string,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(extension))
      .map((name) => [name, readFileSync(join(folder, name), "utf8")]),
  );

/** The functions and events of an ABI, without the types of Solidity, in order. */
function comparable(abi: readonly { readonly type: string }[]) {
  return abi
    .filter(({ type }) => type === "function" || type === "event")
    .map((item) =>
      JSON.stringify(item, (key, value) => {
        if (key === "internalType") {
          return undefined;
        }
        return typeof value === "object" && !Array.isArray(value)
          ? Object.fromEntries(Object.entries(value).toSorted())
          : value;
      }),
    )
    .toSorted();
}

describe("what is generated from the contracts' artifacts", function () {
  this.timeout(60_000);

  for (const [script, path, extension, counts] of [
    ["generate-abis", "src/contracts/abi", ".ts", [1, 1]],
    // The others import these.
    ["generate-contracts", "contracts", ".sol", [11, 16]],
  ] as const) {
    it(`given scripts/${script}.ts, when it is run again, then nothing in ${path} changes`, async () => {
      using folder = temporaryFolder();

      const { code, stderr } = await runNode([
        join(REPOSITORY, `scripts/${script}.ts`),
        folder.root,
      ]);

      expect(code, stderr).to.equal(0);
      const generated = textsIn(folder.root, extension);
      const kept = textsIn(join(REPOSITORY, path), extension);
      expect(kept).to.deep.include(generated);
      expect(
        [generated, kept].map((texts) => Object.keys(texts).length),
      ).to.deep.equal(counts);
    });
  }

  it("given all sources, when they are compiled, then solc has nothing to say, and each interface has the ABI of its contract", async () => {
    const { messages, contracts } = compileSolidity(
      Object.fromEntries(
        Object.entries(textsIn(join(REPOSITORY, "contracts"), ".sol")).map(
          ([name, text]) => [name.replaceAll("\\", "/"), text],
        ),
      ),
    );

    expect(messages).to.deep.equal([]);
    const pairs = [
      ...Object.values(CONTRACTS_BY_ROLE)
        .flat()
        .map((name) => [`I${name}`, name] as const),
      ["IPaymentToken", "MockERC20Decimals"] as const,
    ];
    for (const [name, contract] of pairs) {
      const { abi } = await contractArtifact(contract);
      const expected = comparable(abi);
      expect(expected.length, name).to.be.above(5);
      expect(comparable(contracts.get(name)?.abi ?? []), name).to.deep.equal(
        expected,
      );
    }
  });
});
