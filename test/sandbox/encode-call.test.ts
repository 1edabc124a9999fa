import { expect } from "chai";
import {
  encodeAbiParameters,
  encodeDeployData,
  encodeFunctionData,
} from "viem";
import { contractArtifact } from "../../src/contracts/contract-artifact.ts";
import {
  constructionSteps,
  encodeStep,
  ownershipSteps,
  wiringSteps,
} from "../../src/sandbox/contract-steps.ts";
import { encodeArguments } from "../../src/sandbox/encode-call.ts";
import type { ContractSetPlan } from "../../src/sandbox/plan.ts";
import { SANDBOX_PLANS } from "../support/sandbox-plans.ts";

const OWNER = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const PLAN: ContractSetPlan = {
  ...SANDBOX_PLANS.devnet.plan,
  erc721Templates: [
    ...SANDBOX_PLANS.devnet.plan.erc721Templates,
    `0x${"7".repeat(40)}`,
  ],
};

describe("encoding what places a contract set", () => {
  it("given the constructors, gives what viem gives", async () => {
    for (const step of constructionSteps(PLAN, PLAN.router, OWNER)) {
      const { abi, bytecode } = await contractArtifact(step.contract);

      expect(await encodeStep(step)).to.equal(
        encodeDeployData({ abi, bytecode, args: step.args }),
      );
    }
  });

  it("given the calls, gives what viem gives", async () => {
    const calls = [
      ...wiringSteps(PLAN),
      ...ownershipSteps(PLAN, OWNER),
      {
        contract: "OceanToken" as const,
        functionName: "mint",
        args: [OWNER, 10n ** 24n],
      },
      {
        contract: "MockERC20Decimals" as const,
        functionName: "transfer",
        args: [OWNER, 2n ** 256n - 1n],
      },
    ];
    for (const { contract, functionName, args } of calls) {
      const { abi } = await contractArtifact(contract);

      expect(await encodeStep({ contract, functionName, args })).to.equal(
        encodeFunctionData({ abi, functionName, args }),
      );
    }
  });

  for (const text of [
    "",
    "Euro",
    "x".repeat(31),
    "x".repeat(32),
    "€".repeat(33),
  ]) {
    it(`given texts and lists around "${text.slice(0, 4)}" of ${text.length}, gives what viem gives`, () => {
      const types = ["string", "uint8", "address[]", "string", "address"];
      const args = [text, 6, [OWNER, PLAN.router], `${text}!`, OWNER];

      expect(`0x${encodeArguments(types, args)}`).to.equal(
        encodeAbiParameters(
          types.map((type) => ({ type })),
          args,
        ),
      );
    });
  }

  for (const bytes of ["0x", "0x12", `0x${"34".repeat(33)}`] as const) {
    it(`given ${bytes.length / 2 - 1} bytes, gives what viem gives`, () => {
      const types = [{ type: "bytes" }, { type: "bytes32" }] as const;
      const slot = `0x${"56".repeat(32)}` as const;

      expect(
        `0x${encodeArguments(["bytes", "bytes32"], [bytes, slot])}`,
      ).to.equal(encodeAbiParameters(types, [bytes, slot]));
    });
  }

  for (const [type, value] of [
    ["bytes", "12"],
    ["bytes32", "0x12"],
    ["bytes4", "0x12345678"],
    ["int8", 1],
    ["uint256", "1"],
    ["address", undefined],
    ["address[]", OWNER],
    ["tuple", []],
  ] as const) {
    it(`given ${JSON.stringify(value)} as ${type}, throws`, () => {
      expect(() => encodeArguments([type], [value])).to.throw(type);
    });
  }
});
