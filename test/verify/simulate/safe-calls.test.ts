import { expect } from "chai";
import { encodeFunctionData, parseAbi } from "viem";
import type { Hex } from "../../../src/base/hex.ts";
import type { VerificationTarget } from "../../../src/verify/expect/targets.ts";
import {
  abisAt,
  describeCall,
} from "../../../src/verify/simulate/describe-call.ts";
import {
  innerCallsOf,
  multiSendOf,
  safeHashes,
} from "../../../src/verify/simulate/safe-calls.ts";
import type { Transaction } from "../../../src/verify/simulation-report.ts";

const NOBODY = "0x0000000000000000000000000000000000000000";
const SAFE = "0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512";
const TRANSACTION: Transaction = {
  from: SAFE,
  to: "0x000000000000000000000000000000000000dEaD",
  data: "0x1234",
  value: "5",
  safe: {
    safeTxGas: "1",
    baseGas: "2",
    gasPrice: "0",
    gasToken: NOBODY,
    refundReceiver: NOBODY,
  },
};

describe("what the owners of a Safe sign", () => {
  // From getTransactionHash of the contracts of these releases, on chain 32456.
  for (const [releases, safeTxHash] of [
    [
      ["1.0.0", "1.1.1", "1.2.0"],
      "0x0f8a2b71a9c84a2a93638bf3d50e72522fae544acaa03f98a600615d433618ce",
    ],
    [
      ["1.3.0", "1.4.1"],
      "0xe516c631262aa522437b0a4d289bc0f9615b25ed74efe581098b37f794e73fa3",
    ],
  ] as const) {
    for (const release of releases) {
      it(`given release ${release}, then it is what its contract says`, () => {
        const chain = { release, chainId: 32456n };

        expect(safeHashes(TRANSACTION, 7n, chain)).to.include({ safeTxHash });
      });
    }
  }
});

describe("the calls in a call", () => {
  const calls = [
    { ...TRANSACTION, safe: undefined, operation: 1 },
    { ...TRANSACTION, safe: undefined, operation: 0, data: "0x", value: "0" },
  ] as const;

  it("given those for MultiSend, then they are what was packed", () => {
    const data = multiSendOf(calls);

    expect(innerCallsOf({ ...TRANSACTION, data })?.calls).to.deep.equal(
      calls.map(({ safe: _, ...one }) => one),
    );
  });

  it("given data that ends too early, or other data, then there are none", () => {
    const whole = multiSendOf(calls);
    const short = whole.replace(/0{4}021234/, "ffff021234");
    expect(short).not.to.equal(whole);
    for (const data of [short as Hex, "0x8d80ff0a", "0x"] as const) {
      expect(innerCallsOf({ ...TRANSACTION, data })).to.equal(undefined);
    }
  });

  it("given a function that a contract of the project has, too, then the call names the contract that is there", async () => {
    const abi = parseAbi(["function setFee(uint256 fee)"]);
    const targets: readonly VerificationTarget[] = [
      { kind: "own", key: "Market", address: SAFE },
    ];
    const callTo = async (to: Hex) =>
      await describeCall(
        {
          ...{ from: SAFE, to, value: "0" },
          data: encodeFunctionData({ abi, args: [5n] }),
        },
        {
          abisAt: async (address) => await abisAt(address, targets, [abi]),
          isSafe: async () => false,
        },
      );

    expect(await callTo(TRANSACTION.to)).to.equal(
      `${TRANSACTION.to}.setFee(5)`,
    );
    expect(await callTo(SAFE)).to.equal("Market.setFee(5)");
  });
});
