import { expect } from "chai";
import { builderChecksum } from "../../../src/verify/simulate/builder-checksum.ts";

/** Written by the Transaction Builder 1.18.2, with this checksum. */
const FILE = {
  version: "1.0",
  chainId: "1",
  createdAt: 1761326849944,
  meta: {
    name: "Transactions Batch",
    description: "",
    txBuilderVersion: "1.18.2",
    createdFromSafeAddress: "0xA77DE01e157f9f57C7c4A326eeE9C4874D0598b6",
    createdFromOwnerAddress: "",
  },
  transactions: [
    {
      to: "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48",
      value: "0",
      data: null,
      contractMethod: {
        inputs: [
          { internalType: "address", name: "spender", type: "address" },
          { internalType: "uint256", name: "value", type: "uint256" },
        ],
        name: "approve",
        payable: false,
      },
      contractInputsValues: {
        spender: "0x474e5Ded6b5D078163BFB8F6dBa355C3aA5478C8",
        value: "100000000000",
      },
    },
  ],
};
const CHECKSUM =
  "0x8b5032f716845c8b08bab3d63dbd9ba92e056f3557793cd041e59b84e16aa989";

describe("the checksum of a Transaction Builder's file", () => {
  it("given a file of the Transaction Builder, then it is that of the Builder", () => {
    expect(builderChecksum(FILE)).to.equal(CHECKSUM);
  });

  it("given another name, or members in another order, then it is the same", () => {
    const { transactions, ...rest } = FILE;
    const meta = { ...FILE.meta, name: "Another" };

    expect(builderChecksum({ transactions, ...rest, meta })).to.equal(CHECKSUM);
  });

  it("given no transactions, then it is another one", () => {
    const file = { ...FILE, transactions: [] };

    expect(builderChecksum(file)).not.to.equal(CHECKSUM);
  });
});
