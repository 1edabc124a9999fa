import { type CompiledContract, compileSolidity } from "./solc.ts";

/**
 * Contracts as others deploy them behind a marketplace: wallets, timelocks, tokens of
 * issuers, and proxies that keep their implementation in a place of their own. State is
 * changed by storage, so that each has what its views need and nothing else.
 */
const SOURCE = `
// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.12;

contract Owned { address public owner; address public pendingOwner; }
contract Authorised { address public owner; address public authority; }
contract OldTimelock { uint256 public delay; address public admin; address public pendingAdmin; }
contract Plain { uint256 public number; }

contract Wallet {
  uint256 threshold; address[] owners; address[] modules;
  constructor(uint256 t, address[] memory o, address[] memory m) { threshold = t; owners = o; modules = m; }
  function getThreshold() external view returns (uint256) { return threshold; }
  function getOwners() external view returns (address[] memory) { return owners; }
  function getModulesPaginated(address, uint256) external view returns (address[] memory, address) { return (modules, address(1)); }
  function getStorageAt(uint256 offset, uint256 length) external view returns (bytes memory result) {
    result = new bytes(length * 32);
    for (uint256 i = 0; i < length; i++) { assembly { mstore(add(add(result, 32), mul(i, 32)), sload(add(offset, i))) } }
  }
}

contract Roles {
  mapping(bytes32 => mapping(address => bool)) has;
  event RoleGranted(bytes32 indexed role, address indexed account, address indexed sender);
  event RoleRevoked(bytes32 indexed role, address indexed account, address indexed sender);
  function hasRole(bytes32 role, address account) public view returns (bool) { return has[role][account]; }
  function grantRole(bytes32 role, address account) public virtual { has[role][account] = true; emit RoleGranted(role, account, msg.sender); }
  function revokeRole(bytes32 role, address account) public virtual { has[role][account] = false; emit RoleRevoked(role, account, msg.sender); }
}
contract Timelock is Roles { uint256 public getMinDelay = 172800; }

contract Token {
  string public name; string public symbol; uint8 public decimals; uint256 public totalSupply; address public owner; uint256 public cap; bool public paused;
  mapping(address => uint256) public balanceOf;
  function set(string memory n, string memory s, uint8 d, address o) external { name = n; symbol = s; decimals = d; owner = o; totalSupply = 1000; cap = 5000; }
  function rebase() external { totalSupply += 1; balanceOf[msg.sender] += 1; }
}
contract RoleToken is Token, Roles {}
contract ListedRoleToken is Token, Roles {
  mapping(bytes32 => address[]) members;
  function grantRole(bytes32 role, address account) public override { super.grantRole(role, account); members[role].push(account); }
  function getRoleMemberCount(bytes32 role) external view returns (uint256) { return members[role].length; }
  function getRoleMember(bytes32 role, uint256 index) external view returns (address) { return members[role][index]; }
}
contract Fiat is Token { address public pendingOwner; address public masterMinter; address public pauser; address public blacklister; address public rescuer; address public minter;
  mapping(address => bool) public isMinter; mapping(address => uint256) public minterAllowance;
  event MinterConfigured(address indexed minter, uint256 amount);
  function configureMinter(address one, uint256 amount) external { isMinter[one] = true; minterAllowance[one] = amount; emit MinterConfigured(one, amount); }
  function removeMinter(address one) external { isMinter[one] = false; minterAllowance[one] = 0; }
}
contract Dai is Token {
  mapping(address => uint256) public wards;
  event Rely(address indexed usr);
  function rely(address usr) external { wards[usr] = 1; assembly { log3(0, 0, shl(224, 0x65fae35e), caller(), usr) } }
  function allow(address usr) external { wards[usr] = 1; emit Rely(usr); }
  function deny(address usr) external { wards[usr] = 0; }
}
contract Tether is Token { uint256 public basisPointsRate; uint256 public maximumFee; bool public deprecated; address public upgradedAddress; }
contract Money is Token { address controller; address public validator; function getController() external view returns (address) { return controller; } }
contract Permissioned is Token { address public identityRegistry; address public compliance; }

abstract contract Forwards {
  function target() internal view virtual returns (address);
  fallback() external payable {
    address to = target();
    assembly {
      calldatacopy(0, 0, calldatasize())
      let done := delegatecall(gas(), to, 0, calldatasize(), 0, 0)
      returndatacopy(0, 0, returndatasize())
      if iszero(done) { revert(0, returndatasize()) }
      return(0, returndatasize())
    }
  }
}
abstract contract InSlot is Forwards {
  function slot() internal pure virtual returns (bytes32);
  constructor(address to) { bytes32 at = slot(); assembly { sstore(at, to) } }
  function target() internal view override returns (address to) { bytes32 at = slot(); assembly { to := sload(at) } }
}
contract ZosProxy is InSlot { constructor(address to) InSlot(to) {} function slot() internal pure override returns (bytes32) { return 0x7050c9e0f4ca769c69bd3a8ef740bc37934f8e2c036e5a723fd8ee048ed3f8c3; } }
contract OwnSlotProxy is InSlot { constructor(address to) InSlot(to) {} function slot() internal pure override returns (bytes32) { return keccak256("some.other.slot"); } }
contract UupsProxy is InSlot { constructor(address to) InSlot(to) {} function slot() internal pure override returns (bytes32) { return 0xc5f16f0fcc639fa48a6947836d9850f504798523bf8c9a3a87d5876cf622bcf7; } }
contract NamedProxy is InSlot {
  constructor(address to) InSlot(to) {}
  function slot() internal pure override returns (bytes32) { return keccak256("named.slot"); }
  function implementation() external view returns (address) { return target(); }
}
contract MappingProxy is Forwards {
  constructor(address to) { bytes32 at = place(); assembly { sstore(at, to) } }
  function place() internal pure returns (bytes32) { return keccak256(abi.encode(uint256(7), uint256(99))); }
  function target() internal view override returns (address to) { bytes32 at = place(); assembly { to := sload(at) } }
}
contract DiamondProxy is Forwards {
  constructor(address to) { bytes32 at = keccak256("diamond.facet"); assembly { sstore(at, to) } }
  function target() internal view override returns (address to) { bytes32 at = keccak256("diamond.facet"); assembly { to := sload(at) } }
  function facetAddresses() external view returns (address[] memory all) { all = new address[](1); all[0] = target(); }
}
contract Beacon { address public implementation; address public owner; constructor(address to) { implementation = to; } }
contract BeaconUser is Forwards {
  Beacon immutable beacon;
  constructor(address to) { beacon = Beacon(to); }
  function target() internal view override returns (address) { return beacon.implementation(); }
}
contract Forwarder {
  address immutable to;
  constructor(address one) { to = one; }
  fallback() external payable {
    address one = to;
    assembly {
      calldatacopy(0, 0, calldatasize())
      let done := staticcall(gas(), one, 0, calldatasize(), 0, 0)
      returndatacopy(0, 0, returndatasize())
      if iszero(done) { revert(0, returndatasize()) }
      return(0, returndatasize())
    }
  }
}
`;

let compiled: ReadonlyMap<string, CompiledContract> | undefined;

/** One of the contracts, compiled once a process. */
export function auditContract(name: string): CompiledContract {
  compiled ??= compileSolidity({ "audit.sol": SOURCE }).contracts;
  const contract = compiled.get(name);
  if (contract === undefined) {
    throw new Error(`there is no contract ${name}`);
  }
  return contract;
}
