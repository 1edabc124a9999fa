import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { encodeFunctionData, parseAbi } from "viem";
import {
  parseTransactions,
  readTransactions,
} from "../../../src/verify/simulate/read-transactions.ts";
import { pluginMessageOf } from "../../support/rejection-of.ts";

const FROM = "0x000000000000000000000000000000000000dEaD";
const TO = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const CALL = { from: FROM, to: TO, data: "0x1234" };
const SAFE = {
  version: "1.0",
  chainId: "32456",
  meta: { createdFromSafeAddress: FROM },
  transactions: [{ to: TO, value: "0", data: "0x1234" }],
};
const BUILT = {
  to: TO,
  value: "0",
  data: null,
  contractMethod: {
    name: "set",
    payable: false,
    inputs: [
      { name: "amounts", type: "uint256[]", internalType: "uint256[]" },
      { name: "isOn", type: "bool", internalType: "bool" },
      { name: "who", type: "address", internalType: "address" },
    ],
  },
  contractInputsValues: {
    amounts: "[1000000000000000000, 2]",
    isOn: "true",
    who: TO,
  },
};

const parse = async (json: unknown, from?: string) =>
  (await parseTransactions(json, "The file tx.json", { chainId: 32456, from }))
    .transactions;

describe("the transactions to simulate", () => {
  const one = { ...CALL, value: "0" };
  for (const [what, json, from, expected] of [
    ["a transaction", CALL, undefined, [one]],
    [
      "a list",
      [CALL, { ...CALL, value: 5 }],
      undefined,
      [one, { ...one, value: "5" }],
    ],
    ["one whose sender is given", { to: TO, data: "0x1234" }, FROM, [one]],
    ["a file of a Safe", SAFE, TO, [one]],
  ] as const) {
    it(`given ${what}, then it is read`, async () => {
      expect(await parse(json, from)).to.deep.equal(expected);
    });
  }

  it("given a call that the Transaction Builder has as texts, then it is encoded", async () => {
    const [built] = await parse({ ...SAFE, transactions: [BUILT] });

    expect(built?.data).to.equal(
      encodeFunctionData({
        abi: parseAbi(["function set(uint256[], bool, address)"]),
        args: [[10n ** 18n, 2n], true, TO],
      }),
    );
  });

  for (const [what, json, words] of [
    ["nothing", [], "is no transaction: transactions: "],
    [
      "no address",
      { ...CALL, to: "0x12" },
      "transactions.0.to: expected an address",
    ],
    [
      "neither data nor value",
      { from: FROM, to: TO },
      "without data and value",
    ],
    ["no sender", { to: TO, data: "0x" }, "has no sender"],
    [
      "a wrong checksum",
      { ...CALL, to: TO.replace("f39F", "F39f") },
      "checksum (EIP-55) is wrong",
    ],
    [
      "a Safe's file of another chain",
      { ...SAFE, chainId: "1" },
      "is for the chain id 1, not 32456",
    ],
    [
      "arguments that do not fit",
      { ...SAFE, transactions: [{ ...BUILT, contractInputsValues: {} }] },
      "has no valid arguments of set",
    ],
  ] as const) {
    it(`given ${what}, then one sentence says what is wrong`, async () => {
      const message = await pluginMessageOf(async () => await parse(json));

      expect(message).to.match(/^The file tx\.json /);
      expect(message).to.contain(words);
    });
  }

  it("given a file, then it is read, and an error names it; given none, then the call is meant", async () => {
    const folder = mkdtempSync(join(tmpdir(), "alpha-transactions-"));
    const file = join(folder, "tx.json");
    const call = { from: FROM, to: TO, data: "0x1234" } as const;
    const readFrom = async (simulate: string | undefined) =>
      await readTransactions({ ...call, simulate }, 32456);
    try {
      writeFileSync(file, `\uFEFF${JSON.stringify([CALL, CALL])}`);
      expect((await readFrom(file)).transactions).to.deep.equal([one, one]);
      writeFileSync(file, JSON.stringify(SAFE));
      expect((await readFrom(file)).isBatch).to.equal(true);
      expect(await readFrom(undefined)).to.deep.equal({
        transactions: [one],
        isBatch: false,
      });
      writeFileSync(file, "{");
      for (const [name, words] of [
        [file, "is not valid JSON"],
        [folder, "could not be read"],
      ] as const) {
        expect(await pluginMessageOf(() => readFrom(name)))
          .to.contain(`The file ${name} `)
          .and.to.contain(words);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
