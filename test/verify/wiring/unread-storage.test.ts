import { expect } from "chai";
import { type Hex, keccak256, toFunctionSelector } from "viem";
import { analyseCode } from "../../../src/contracts/analysis/analyse-code.ts";
import type { Offer } from "../../../src/contracts/analysis/offer.ts";
import { functionName } from "../../../src/contracts/analysis/signatures.ts";
import type { Candidate } from "../../../src/verify/wiring/offered/analysed-contract.ts";
import { unreadStorage } from "../../../src/verify/wiring/offered/unread-storage.ts";
import { runSolc } from "../../support/solc.ts";

/** A token with powers that its views do not tell, or only together with others. */
const SOURCE = `
// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.12;
contract Launched {
  event RoleGranted(bytes32 indexed role, address indexed account, address indexed sender);
  mapping(address => uint256) public balanceOf;
  mapping(address => mapping(address => uint256)) public allowance;
  mapping(address => bool) private bots;
  mapping(address => uint256) private expiries;
  uint256 private supply;
  address private warden = msg.sender;
  bool private limited = true;
  uint256 private ceiling = 1000;
  uint256 private fee = 5;
  string private endpoint;
  address[2] private signers;
  uint256 private listed;
  modifier guarded() { require(msg.sender == warden, "guarded"); _; }
  function totalSupply() external view returns (uint256) { return supply; }
  function transfer(address to, uint256 amount) external returns (bool) {
    require(!bots[msg.sender] && !limited && amount < ceiling && signers[1] != to);
    if (amount > 100) bots[to] = true;
    balanceOf[msg.sender] -= amount + fee; balanceOf[to] += amount; return true;
  }
  function approve(address to, uint256 amount) external returns (bool) { allowance[msg.sender][to] = amount; return true; }
  function deposit(uint256 amount) external { balanceOf[msg.sender] += amount; fee = amount / 2; supply += amount; }
  function issue(uint256 amount) external guarded { balanceOf[warden] += amount; supply += amount; }
  function removeLimits() external guarded { limited = false; }
  function raiseCeiling() external guarded { ceiling += 1; }
  function setFee(uint256 to) external guarded { fee = to; }
  function setEndpoint(string calldata to) external guarded { endpoint = to; }
  function setSigner(uint256 at, address to) external guarded { signers[at] = to; }
  function addBot(address one) external guarded { bots[one] = true; }
  function setExpiry(address one, uint256 to) external guarded { expiries[one] = to; }
  function grantRole(bytes32 role, address one) external guarded { expiries[one] = 1; emit RoleGranted(role, one, msg.sender); }
  function setListed(uint256 to) external guarded { listed = to; }
}
contract Roles {
  struct Role { mapping(address => bool) has; bytes32 admin; }
  event RoleGranted(bytes32 indexed role, address indexed account, address indexed sender);
  mapping(bytes32 => Role) internal roles;
  modifier only(bytes32 role) { require(roles[role].has[msg.sender], "role"); _; }
  function hasRole(bytes32 role, address one) external view returns (bool) { return roles[role].has[one]; }
  function grantRole(bytes32 role, address one) external only(roles[role].admin) { roles[role].has[one] = true; emit RoleGranted(role, one, msg.sender); }
  function revokeRole(bytes32 role, address one) external only(roles[role].admin) { roles[role].has[one] = false; }
}
contract RolesWithAdmins is Roles {
  function setRoleAdmin(bytes32 role, bytes32 admin) external only(0) { roles[role].admin = admin; }
}
contract Balances {
  mapping(address => uint256) internal words;
  function balanceOf(address one) public view returns (uint256) { return words[one] & type(uint128).max; }
  function transfer(address to, uint256 amount) external { require(words[msg.sender] >> 255 == 0); words[msg.sender] -= amount; words[to] += amount; }
  function issue(address to, uint256 amount) external { words[to] += amount; }
}
contract BalancesWithMarks is Balances {
  function mark(address one, bool to) external { words[one] = to ? words[one] | 1 << 255 : balanceOf(one); }
}`;
const SETTINGS = {
  plain: {},
  optimised: { optimizer: { enabled: true, runs: 200 } },
  "via IR": { optimizer: { enabled: true, runs: 200 }, viaIR: true },
};

const nameOf = (signature: string) =>
  functionName(toFunctionSelector(`function ${signature}`));

for (const [name, settings] of Object.entries(SETTINGS)) {
  describe(`the storage of a token that nothing reads, ${name}`, function () {
    this.timeout(120_000);
    let code: Hex;
    let offer: Offer;
    let text: string;
    let contracts: ReturnType<typeof runSolc>["contracts"];

    const writtenBy = (signature: string) =>
      offer.variables.filter(({ writers }) =>
        writers.includes(toFunctionSelector(`function ${signature}`)),
      );

    before(async () => {
      ({ contracts } = runSolc({ "launched.sol": SOURCE }, settings));
      code = `0x${contracts["Launched"].evm.deployedBytecode.object}`;
      offer = await analyseCode(keccak256(code), code, { spent: 0 });
      const found = [
        ...writtenBy("setListed(uint256)"),
        ...writtenBy("setSigner(uint256,address)"),
      ].map((variable): Candidate => {
        const as = "number" as const;
        const source = { word: variable.slot, bytes: [0, 31], as } as const;
        return { name: variable.slot, source, as, variables: [variable] };
      });
      const contract = { offer, codes: [{ code, offer }] };
      text = unreadStorage(contract, found, new Set(), []);
    });

    for (const [what, signature] of [
      ["a switch without an argument", "removeLimits()"],
      ["a number that a function without arguments raises", "raiseCeiling()"],
      ["a number that the use of the token writes, too", "setFee(uint256)"],
      ["a text", "setEndpoint(string)"],
      ["an array whose first item was found", "setSigner(uint256,address)"],
      ["a mapping that transfers write, too", "addBot(address)"],
      [
        "a mapping that a role's function writes, too",
        "setExpiry(address,uint256)",
      ],
    ] as const) {
      it(`given ${what}, then it is named by ${signature}`, () => {
        expect(text).to.contain(nameOf(signature));
      });
    }

    for (const [what, signature] of [
      ["a value that was found", "setListed(uint256)"],
      ["allowances", "approve(address,uint256)"],
      ["balances and the supply", "issue(uint256)"],
    ] as const) {
      it(`given ${what}, then nothing names ${signature}`, () => {
        expect(text).not.to.contain(nameOf(signature));
      });
    }

    for (const [contract, signature] of [
      ["Roles", undefined],
      ["RolesWithAdmins", "setRoleAdmin(bytes32,bytes32)"],
      ["Balances", undefined],
      ["BalancesWithMarks", "mark(address,bool)"],
    ] as const) {
      it(`given ${contract}, then ${signature ?? "nothing"} is named`, async () => {
        const { object } = contracts[contract].evm.deployedBytecode;
        const own = await analyseCode(keccak256(`0x${object}`), `0x${object}`, {
          spent: 0,
        });
        const codes = [{ code: `0x${object}` as const, offer: own }];
        const unread = unreadStorage({ offer: own, codes }, [], new Set(), []);
        if (signature === undefined) {
          expect(unread).to.equal("");
        } else {
          expect(unread).to.contain(nameOf(signature));
        }
      });
    }
  });
}
