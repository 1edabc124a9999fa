import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { encodeFunctionData, parseAbi } from "viem";
import { exactInteger, parseStrictJson } from "../../../src/files/json.ts";
import {
  parseTransactions,
  readTransactions,
} from "../../../src/verify/simulate/read-transactions.ts";
import { withChecksum } from "../../../src/verify/simulate/transaction-members.ts";
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

const builtWith = (input: object) => ({
  ...SAFE,
  transactions: [
    {
      ...BUILT,
      contractMethod: { name: "set", inputs: [input] },
      contractInputsValues: { a: [true] },
    },
  ],
});

const parseFile = async (json: unknown, from?: string) =>
  await parseTransactions(json, "The file tx.json", { chainId: 32456, from });
const parse = async (json: unknown, from?: string) =>
  (await parseFile(json, from)).transactions;

const OTHER = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const NOBODY = "0x0000000000000000000000000000000000000000";
/** As Safe's service has it. */
const SERVICE = {
  safe: FROM,
  to: TO,
  value: "0",
  data: "0x1234",
  operation: 1,
  safeTxGas: 1,
  baseGas: "2",
  gasPrice: "3",
  gasToken: null,
  refundReceiver: OTHER,
  nonce: 0,
  safeTxHash: `0x${"12".repeat(32)}`,
  confirmations: [{ owner: TO }],
  confirmationsRequired: 2,
  dataDecoded: { method: "set" },
  sender: OTHER,
  executionDate: null,
  isExecuted: false,
  signatures: null,
};
/** As nodes and viem show a transaction that was sent. */
const SENT = {
  hash: "0x12",
  blockHash: null,
  blockNumber: "0x5",
  transactionIndex: 0,
  r: "0x1",
  s: "0x2",
  v: "0x1b",
  yParity: 0,
  type: "0x2",
  typeHex: "0x2",
  maxFeePerGas: "0x5",
  maxPriorityFeePerGas: "0x5",
  accessList: [],
  authorizationList: [],
};

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
    [
      "the data as input",
      { from: FROM, to: TO, input: "0x1234" },
      undefined,
      [one],
    ],
    [
      "the data twice",
      { ...CALL, data: "0xab", input: "0xAB" },
      undefined,
      [{ ...one, data: "0xab" }],
    ],
    ["the chain's id", { ...CALL, chainId: "0x7ec8" }, undefined, [one]],
    ["no chain id", { ...SAFE, chainId: "" }, undefined, [one]],
    [
      "a gas limit",
      { ...CALL, gas: "0x5300" },
      undefined,
      [{ ...one, gas: "21248" }],
    ],
    ["members of no effect", { ...CALL, ...SENT }, undefined, [one]],
    ["its sender twice", { ...CALL, sender: FROM }, undefined, [one]],
    [
      "no arguments, and no function",
      { from: FROM, to: TO, value: "'5'", contractInputsValues: {} },
      undefined,
      [{ ...one, data: "0x", value: "5" }],
    ],
    [
      "the form of Safe's service",
      SERVICE,
      undefined,
      [
        {
          ...one,
          operation: 1,
          safe: {
            safeTxGas: "1",
            baseGas: "2",
            gasPrice: "3",
            gasToken: NOBODY,
            refundReceiver: OTHER,
            nonce: "0",
            safeTxHash: SERVICE.safeTxHash,
          },
        },
      ],
    ],
  ] as const) {
    it(`given ${what}, then it is read`, async () => {
      const read = JSON.parse(JSON.stringify(await parseFile(json, from)));

      expect(read.transactions).to.deep.equal(expected);
      expect(read.refused).to.equal(undefined);
    });
  }

  for (const [member, value] of [
    ["authorizationList", [{ address: TO }]],
    ["accessList", [{ address: TO, storageKeys: [] }]],
    ["blobVersionedHashes", ["0x12"]],
    ["type", "0x4"],
    ["type", { toString: 1 }],
    ["gasLimit", "0x5300"],
    ["constructor", 1],
  ] as const) {
    it(`given the member ${member}, which is not simulated, then its transaction is refused`, async () => {
      const { refused, transactions } = await parseFile([
        CALL,
        { ...CALL, [member]: value },
      ]);

      expect(transactions).to.deep.equal([one, one]);
      expect(refused).to.deep.equal({
        index: 1,
        reason: `transaction 2 has the member \`${member}\`, which is not simulated`,
      });
    });
  }

  for (const [what, json, index, member] of [
    ...["chainId", "nonce", "operation", "hash"].map(
      (name) =>
        [
          "the meta",
          { ...SAFE, meta: { ...SAFE.meta, [name]: 1 } },
          0,
          `the file has the member \`meta.${name}\``,
        ] as const,
    ),
    [
      "a function",
      {
        ...SAFE,
        transactions: [
          ...SAFE.transactions,
          { ...BUILT, contractMethod: { ...BUILT.contractMethod, gas: 5 } },
        ],
      },
      1,
      "transaction 2 has the member `contractMethod.gas`",
    ],
    [
      "an input",
      builtWith({ name: "a", type: "bool[]", indices: 5 }),
      0,
      "transaction 1 has the member `contractMethod.inputs.indices`",
    ],
    [
      "a part of an input",
      builtWith({
        name: "a",
        type: "tuple",
        components: [{ name: "b", type: "bool", value: 1 }],
      }),
      0,
      "transaction 1 has the member `contractMethod.inputs.components.value`",
    ],
  ] as const) {
    it(`given a member of ${what} that is not simulated, then ${member}`, async () => {
      expect((await parseFile(json)).refused).to.deep.equal({
        index,
        reason: `${member}, which is not simulated`,
      });
    });
  }

  it("given all that Safe's Transaction Builder writes, and what an ABI has of a function, then it is read", async () => {
    const meta = {
      name: "Batch",
      description: "of one",
      txBuilderVersion: "1.18.2",
      createdFromSafeAddress: FROM,
      createdFromOwnerAddress: "",
    };
    const whole = { ...SAFE, createdAt: 1.7e12, meta };
    const { checksum } = withChecksum(whole).meta;
    const method = {
      ...BUILT.contractMethod,
      ...{ type: "function", stateMutability: "nonpayable", outputs: [] },
    };
    const { refused, transactions } = await parseFile({
      ...whole,
      meta: { ...meta, checksum },
    });
    const built = await parseFile({
      ...whole,
      transactions: [{ ...BUILT, contractMethod: method }],
    });

    expect([refused, built.refused]).to.deep.equal([undefined, undefined]);
    expect(transactions).to.have.length(1);
  });

  it("given integers in a file with a checksum, then they are counted as the Builder's numbers", async () => {
    const [call] = SAFE.transactions;
    const file = {
      ...{ ...SAFE, createdAt: 1761326849944 },
      transactions: [{ ...call, contractInputsValues: { a: 2 ** 70 } }],
    };
    const text = JSON.stringify(withChecksum(file));
    const json = parseStrictJson(
      text.replace(String(2 ** 70), String(2n ** 70n)),
      exactInteger,
    );

    expect((await parseFile(json.ok && json.value)).refused).to.equal(
      undefined,
    );
  });

  it("given another checksum than the file's, then a note names both, as the Builder warns", async () => {
    const { checksum } = withChecksum(SAFE).meta;
    const meta = { ...SAFE.meta, name: "Not counted", checksum };
    const [call] = SAFE.transactions;
    const edited = { ...SAFE, meta, transactions: [{ ...call, value: "1" }] };

    expect((await parseFile({ ...SAFE, meta })).notes).to.equal(undefined);
    const { refused, notes } = await parseFile(edited);
    expect(refused).to.equal(undefined);
    expect(notes).to.deep.equal([
      `The file has the checksum ${checksum}, and what is in it has ${withChecksum(edited).meta.checksum}: it was changed after Safe's Transaction Builder had written it.`,
    ]);
  });

  for (const [what, more, isBatch] of [
    ["its meta", { meta: {} }, true],
    ["an empty meta", { meta: null }, true],
    ["its version", { version: "1.0" }, true],
    ["when it was created", { createdAt: 1 }, true],
    ["none of its members", {}, false],
  ] as const) {
    it(`given a file of the Transaction Builder with ${what} alone, then it is ${isBatch ? "a batch" : "a list"}`, async () => {
      const file = { ...more, transactions: [CALL, CALL] };

      expect((await parseFile(file)).isBatch).to.equal(isBatch);
    });
  }

  it("given a function or its arguments, then the file is of the Transaction Builder", async () => {
    const call = { ...CALL, contractInputsValues: { amount: "1" } };

    for (const [json, isBatch] of [
      [{ transactions: [BUILT] }, true],
      [{ transactions: [CALL, call] }, true],
      [[BUILT], false],
    ] as const) {
      expect((await parseFile(json, FROM)).isBatch).to.equal(isBatch);
    }
  });

  it("given a member of a Safe's own transaction in a batch, then it is kept, so that the batch can be refused", async () => {
    for (const member of ["nonce", "safeTxGas", "baseGas", "gasPrice"]) {
      const [call] = SAFE.transactions;
      const file = { ...SAFE, transactions: [call, { ...call, [member]: 9 }] };

      expect((await parse(file))[1]?.safe).to.include({ [member]: "9" });
    }
  });

  it("given a file with a member that is not simulated, then all of it is refused", async () => {
    expect((await parseFile({ ...SAFE, nonce: 5 })).refused).to.deep.equal({
      index: 0,
      reason: "the file has the member `nonce`, which is not simulated",
    });
  });

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
    ["nothing", [], "is no transaction: transactions: expected at least one. "],
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
      "has a wrong EIP-55 checksum. Check its digits.",
    ],
    [
      "a Safe's file of another chain",
      { ...SAFE, chainId: "1" },
      "is for the chain id 1, not 32456",
    ],
    [
      "a transaction of another chain",
      { ...CALL, chainId: 100 },
      "is for the chain id 100, not 32456",
    ],
    [
      "a transaction of another chain in hexadecimal",
      [CALL, { ...CALL, chainId: "0x64" }],
      "is for the chain id 100, not 32456",
    ],
    [
      "data and another input",
      { ...CALL, input: "0x" },
      "has data and another input in transaction 1",
    ],
    [
      "a Safe and another sender",
      { ...SERVICE, from: OTHER },
      `has two senders of transaction 1: ${FROM} and ${OTHER}`,
    ],
    [
      "a sender of a plain transaction that is another one",
      { ...CALL, sender: OTHER },
      `has two senders of transaction 1: ${FROM} and ${OTHER}`,
    ],
    [
      "arguments without a function",
      { ...CALL, data: null, value: 0, contractInputsValues: { a: 5 } },
      "has arguments, but neither data nor a function in transaction 1",
    ],
    [
      "decoded data alone",
      { ...SERVICE, data: null },
      "has arguments, but neither data nor a function in transaction 1",
    ],
    [
      "a value with a quote inside",
      { ...CALL, value: "1'000" },
      'transactions.0.value: expected an amount, as a text if it is large, not "1\'000"',
    ],
    [
      "a Safe's file and another sender",
      { ...SAFE, transactions: [{ ...CALL, from: OTHER }] },
      "has two senders of transaction 1",
    ],
    [
      "an operation that Safes have not",
      { ...SERVICE, operation: 2 },
      "transactions.0.operation: expected 0 or 1",
    ],
    [
      "a value that was rounded",
      { ...CALL, value: 2 ** 60 },
      "transactions.0.value: expected an amount",
    ],
    [
      "a Safe with a prefix",
      { ...SAFE, meta: { createdFromSafeAddress: `eth:${FROM}` } },
      "meta.createdFromSafeAddress: expected an address",
    ],
    [
      "arguments that do not fit",
      { ...SAFE, transactions: [{ ...BUILT, contractInputsValues: {} }] },
      "has no valid arguments of set",
    ],
  ] as const) {
    it(`given ${what}, then one sentence says what is wrong`, async () => {
      const message = await pluginMessageOf(async () => await parse(json));

      expect(message).to.match(/^The file tx\.json:? /);
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
      writeFileSync(
        file,
        JSON.stringify(CALL).replace("}", `,"value":${2n ** 70n}}`),
      );
      expect((await readFrom(file)).transactions[0]?.value).to.equal(
        String(2n ** 70n),
      );
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
