import { expect } from "chai";
import { type Hex, keccak256, pad } from "viem";
import { analyseCode } from "../../src/contracts/analysis/analyse-code.ts";
import {
  constantsInArguments,
  type Offer,
} from "../../src/contracts/analysis/offer.ts";
import { functionName } from "../../src/contracts/analysis/signatures.ts";
import { SAFE_CONTRACTS } from "../support/real-safe.ts";
import { runSolc } from "../support/solc.ts";

const SOURCE = `
pragma solidity ^0.8.12;
contract Offers {
  address public governance; bool public stopped; uint64 public delay; mapping(address => bool) public isMinter; address immutable helper;
  constructor(address one) { helper = one; }
  function setGovernance(address to) external { require(msg.sender == governance); governance = to; }
  function stop(bool to) external { require(msg.sender == governance); stopped = to; }
  function setDelay(uint64 to) external { require(msg.sender == governance); delay = to; }
  function addMinter(address one) external { require(msg.sender == governance); isMinter[one] = true; }
  function pay() external payable { require(helper != address(0)); }
}`;

const limitedBy = (guard: string) => `
pragma solidity ^0.8.12;
contract Limited {
  address private immutable owner = msg.sender; uint256 public limit = 1000 ether;
  function setLimit(uint256 to) external { require(${guard}, "no"); limit = to; }
}`;

async function offerOf(code: Hex, time = { spent: 0 }): Promise<Offer> {
  return await analyseCode(keccak256(code), code, time);
}

const namesOf = ({ functions }: Offer) =>
  functions.map(({ selector }) => functionName(selector)).sort();

describe("the analysis of code", function () {
  this.timeout(60_000);
  const { contracts } = runSolc(
    { "offers.sol": SOURCE },
    { optimizer: { enabled: true, runs: 200 } },
  );
  const code: Hex = `0x${contracts["Offers"].evm.deployedBytecode.object}`;

  it("given a verification without time left, then another one analyses the code, and its own passes see the same", async () => {
    const time = { spent: 10_000 };
    const late = await offerOf(code, time);
    const { missing } = await offerOf(code);
    const again = await offerOf(code, time);

    expect(late.missing).to.equal("analysis-too-slow");
    expect(missing).to.equal(undefined);
    expect(again).to.equal(late);
  });

  it("given compiled code, then it has all functions and what they take", async () => {
    const { functions, missing } = await offerOf(code);
    const byName = new Map(
      functions.map((one) => [functionName(one.selector), one]),
    );

    expect(missing).to.equal(undefined);
    expect(functions).to.have.length(9);
    expect(byName.get("governance")).to.include({ isPayable: false });
    expect(byName.get("addMinter")?.takes).to.deep.equal([
      {
        isAddress: true,
        isStatic: true,
        holdsAddress: true,
        mayBeAddress: true,
      },
    ]);
    expect(functions.filter(({ isPayable }) => isPayable)).to.have.length(1);
  });

  it("given variables in one word, then each has its offset and its writer", async () => {
    const { variables } = await offerOf(code);
    const named = variables.map(({ slot, offset, kind, bytes, writers }) => [
      slot,
      offset,
      kind,
      bytes,
      writers.length,
    ]);

    expect(named).to.deep.include.members([
      ["0x0", 0, "address", 20, 1],
      ["0x0", 20, "flag", 1, 1],
      ["0x0", 21, "number", 8, 1],
      ["0x1", 0, "mapping", 32, 1],
    ]);
  });

  for (const guard of [
    "msg.sender == owner",
    "msg.sender != owner",
    "owner != address(0)",
  ]) {
    it(`given a function that first requires ${guard}, a constant of the code, then it has what it takes`, async () => {
      const compiled = runSolc(
        { "limited.sol": limitedBy(guard) },
        { optimizer: { enabled: true, runs: 200 }, viaIR: true },
      );
      const { object } = compiled.contracts["Limited"].evm.deployedBytecode;
      const owner = "12".repeat(20).padStart(64, "0");
      const placeholder = `7f${"0".repeat(64)}`;
      expect(object).to.contain(placeholder);

      const { functions, constants } = await offerOf(
        `0x${object.replaceAll(placeholder, `7f${owner}`)}`,
      );

      expect(constants).to.include(`0x${"12".repeat(20)}`);
      const taken = functions.map(({ takes }) => takes.length);
      expect(taken.sort()).to.deep.equal([0, 1]);
    });
  }

  it("given code that ends within a constant, then it is analysed as far as it goes", async () => {
    const { missing } = await offerOf(`0x7f${"12".repeat(20)}`);

    expect(missing).to.equal("no-functions");
  });

  it("given the code of a Safe, then its functions have their names", async () => {
    const offer = await offerOf(SAFE_CONTRACTS.Safe.deployedBytecode);

    expect(namesOf(offer)).to.include.members(["getOwners", "getThreshold"]);
    expect(offer.missing).to.equal(undefined);
  });

  it("given an address in the code, then it is among the constants", async () => {
    const address = "0x5fbdb2315678afecb367f032d93f642f64180aa3";
    const { constants } = await offerOf(`0x73${address.slice(2)}5000`);

    expect(constants).to.deep.equal([address]);
  });

  it("given an address at the end of the code, where Vyper keeps immutables, then it is among the constants", async () => {
    const address = "0x5fbdb2315678afecb367f032d93f642f64180aa3";
    const { constants } = await offerOf(`${code}${pad(address).slice(2)}`);

    expect(constants).to.include(address);
  });

  it("given an address with zeros in front, which is pushed without them, then it is among the constants", async () => {
    const { constants } = await offerOf(`0x71${"34".repeat(18)}5000`);

    expect(constants).to.deep.equal([`0x0000${"34".repeat(18)}`]);
  });

  it("given code without a dispatcher, then it says that it has no functions", async () => {
    const { functions, missing } = await offerOf("0x60016002015000");

    expect(functions).to.deep.equal([]);
    expect(missing).to.equal("no-functions");
  });

  it("given no time is left, then it says so", async () => {
    const offer = await offerOf("0x6001600201506000", { spent: 10_000 });

    expect(offer.missing).to.equal("analysis-too-slow");
  });
});

describe("the arguments of a clone", () => {
  const [one, other] = [
    "aB5801a7D398351b8bE11C439e05C5B3259aeC9B",
    "f39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
  ];
  const word = (text: string) => text.padStart(64, "0");

  for (const [what, digits, found] of [
    ["words", word(one) + word("7") + word(other), [one, other]],
    ["an address and a number in a word", one + "7".padStart(24, "0"), [one]],
    ["eight packed addresses", (one + other).repeat(4), [one, other]],
    ["an odd length", `01${one}`, [one]],
  ] as const) {
    it(`given ${what}, then each address is found`, () => {
      const constants = constantsInArguments(digits);

      expect(
        constants.map((address) => address.toLowerCase()),
      ).to.include.members(
        found.map((address) => `0x${address.toLowerCase()}`),
      );
    });
  }
});
