// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.24;

import {Guarded} from "./Guarded.sol";

/** As version 2 of Zodiac's Roles modifier keeps who may do what: no view tells it. */
contract RolesModifier is Guarded {
  struct Condition { uint8 parent; uint8 paramType; uint8 operator; bytes compValue; }
  struct Target { uint8 clearance; uint8 options; }
  struct Role { mapping(address => bool) members; mapping(address => Target) targets; mapping(bytes32 => bytes32) scopes; }
  struct Allowance { uint128 refill; uint128 maxRefill; uint64 period; uint128 balance; uint64 timestamp; }
  mapping(bytes32 => Role) internal roles;
  mapping(bytes32 => Allowance) public allowances;
  mapping(address => bytes32) public defaultRoles;
  mapping(bytes32 => address) public unwrappers;
  event SetUnwrapAdapter(address to, bytes4 selector, address adapter);
  event AssignRoles(address module, bytes32[] roleKeys, bool[] memberOf);
  event SetDefaultRole(address module, bytes32 defaultRoleKey);
  event AllowTarget(bytes32 roleKey, address targetAddress, uint8 options);
  event ScopeTarget(bytes32 roleKey, address targetAddress);
  event RevokeTarget(bytes32 roleKey, address targetAddress);
  event AllowFunction(bytes32 roleKey, address targetAddress, bytes4 selector, uint8 options);
  event ScopeFunction(bytes32 roleKey, address targetAddress, bytes4 selector, Condition[] conditions, uint8 options);
  event RevokeFunction(bytes32 roleKey, address targetAddress, bytes4 selector);
  event SetAllowance(bytes32 allowanceKey, uint128 balance, uint128 maxRefill, uint128 refill, uint64 period, uint64 timestamp);
  event ConsumeAllowance(bytes32 allowanceKey, uint128 consumed, uint128 newBalance);
  function assignRoles(address module, bytes32[] calldata keys, bool[] calldata memberOf) external guarded {
    for (uint256 n = 0; n < keys.length; n++) roles[keys[n]].members[module] = memberOf[n];
    emit AssignRoles(module, keys, memberOf);
  }
  function setDefaultRole(address module, bytes32 key) external guarded { defaultRoles[module] = key; emit SetDefaultRole(module, key); }
  function allowTarget(bytes32 key, address target, uint8 options) external guarded { roles[key].targets[target] = Target(1, options); emit AllowTarget(key, target, options); }
  function scopeTarget(bytes32 key, address target) external guarded { roles[key].targets[target] = Target(2, 0); emit ScopeTarget(key, target); }
  function revokeTarget(bytes32 key, address target) external guarded { delete roles[key].targets[target]; emit RevokeTarget(key, target); }
  function scopeOf(address target, bytes4 selector) private pure returns (bytes32) { return bytes32(bytes20(target)) | (bytes32(selector) >> 160); }
  function allowFunction(bytes32 key, address target, bytes4 selector, uint8 options) external guarded { roles[key].scopes[scopeOf(target, selector)] = bytes32(uint256(options) + 1); emit AllowFunction(key, target, selector, options); }
  function scopeFunction(bytes32 key, address target, bytes4 selector, Condition[] calldata conditions, uint8 options) external guarded { roles[key].scopes[scopeOf(target, selector)] = keccak256(abi.encode(conditions, options)); emit ScopeFunction(key, target, selector, conditions, options); }
  function revokeFunction(bytes32 key, address target, bytes4 selector) external guarded { delete roles[key].scopes[scopeOf(target, selector)]; emit RevokeFunction(key, target, selector); }
  function setTransactionUnwrapper(address to, bytes4 selector, address adapter) external guarded { unwrappers[scopeOf(to, selector)] = adapter; emit SetUnwrapAdapter(to, selector, adapter); }
  function setAllowance(bytes32 key, uint128 balance, uint128 maxRefill, uint128 refill, uint64 period, uint64 timestamp) external guarded { allowances[key] = Allowance(refill, maxRefill, period, balance, timestamp); emit SetAllowance(key, balance, maxRefill, refill, period, timestamp); }
  function execTransactionWithRole(address, uint256 value, bytes calldata, uint8, bytes32 key, bool) external guarded returns (bool) {
    allowances[key].balance -= uint128(value);
    emit ConsumeAllowance(key, uint128(value), allowances[key].balance);
    return true;
  }
}

/** As version 1 keeps it: numbers name the roles, and parameters are restricted one by one. */
contract RolesModifierV1 is Guarded {
  struct Target { uint8 clearance; uint8 options; }
  struct Role { mapping(address => bool) members; mapping(address => Target) targets; mapping(bytes32 => uint256) functions; mapping(bytes32 => bytes32) values; }
  mapping(address => uint16) public defaultRoles;
  mapping(uint16 => Role) internal roles;
  uint256 public uses;
  event AssignRoles(address module, uint16[] roles, bool[] memberOf);
  event SetDefaultRole(address module, uint16 defaultRole);
  event AllowTarget(uint16 role, address targetAddress, uint8 options);
  event ScopeTarget(uint16 role, address targetAddress);
  event RevokeTarget(uint16 role, address targetAddress);
  event ScopeAllowFunction(uint16 role, address targetAddress, bytes4 selector, uint8 options, uint256 resultingScopeConfig);
  event ScopeRevokeFunction(uint16 role, address targetAddress, bytes4 selector, uint256 resultingScopeConfig);
  event ScopeFunction(uint16 role, address targetAddress, bytes4 functionSig, bool[] isParamScoped, uint8[] paramType, uint8[] paramComp, bytes[] compValue, uint8 options, uint256 resultingScopeConfig);
  event ScopeParameter(uint16 role, address targetAddress, bytes4 functionSig, uint256 index, uint8 paramType, uint8 paramComp, bytes compValue, uint256 resultingScopeConfig);
  event UnscopeParameter(uint16 role, address targetAddress, bytes4 functionSig, uint256 index, uint256 resultingScopeConfig);
  function assignRoles(address module, uint16[] calldata keys, bool[] calldata memberOf) external guarded {
    for (uint256 n = 0; n < keys.length; n++) roles[keys[n]].members[module] = memberOf[n];
    emit AssignRoles(module, keys, memberOf);
  }
  function setDefaultRole(address module, uint16 role) external guarded { defaultRoles[module] = role; emit SetDefaultRole(module, role); }
  function allowTarget(uint16 role, address target, uint8 options) external guarded { roles[role].targets[target] = Target(1, options); emit AllowTarget(role, target, options); }
  function scopeTarget(uint16 role, address target) external guarded { roles[role].targets[target] = Target(2, 0); emit ScopeTarget(role, target); }
  function revokeTarget(uint16 role, address target) external guarded { delete roles[role].targets[target]; emit RevokeTarget(role, target); }
  function keyOf(address target, bytes4 selector) private pure returns (bytes32) { return bytes32(abi.encodePacked(target, selector)); }
  function scopeAllowFunction(uint16 role, address target, bytes4 selector, uint8 options) external guarded { roles[role].functions[keyOf(target, selector)] = 256 + options; emit ScopeAllowFunction(role, target, selector, options, 256 + options); }
  function scopeRevokeFunction(uint16 role, address target, bytes4 selector) external guarded { delete roles[role].functions[keyOf(target, selector)]; emit ScopeRevokeFunction(role, target, selector, 0); }
  function scopeFunction(uint16 role, address target, bytes4 selector, bool[] memory isScoped, uint8[] memory types, uint8[] memory comparisons, bytes[] memory values, uint8 options) external guarded {
    roles[role].functions[keyOf(target, selector)] = 512 + values.length;
    for (uint256 n = 0; n < values.length; n++) roles[role].values[keccak256(abi.encode(keyOf(target, selector), n))] = keccak256(values[n]);
    emit ScopeFunction(role, target, selector, isScoped, types, comparisons, values, options, 512 + values.length);
  }
  function scopeParameter(uint16 role, address target, bytes4 selector, uint256 index, uint8 kind, uint8 comparison, bytes memory value) external guarded {
    uint256 config = roles[role].functions[keyOf(target, selector)] | (uint256(1024) << index);
    roles[role].functions[keyOf(target, selector)] = config;
    roles[role].values[keccak256(abi.encode(keyOf(target, selector), index))] = keccak256(value);
    emit ScopeParameter(role, target, selector, index, kind, comparison, value, config);
  }
  function unscopeParameter(uint16 role, address target, bytes4 selector, uint8 index) external guarded {
    uint256 config = roles[role].functions[keyOf(target, selector)] & ~(uint256(1024) << index);
    roles[role].functions[keyOf(target, selector)] = config;
    emit UnscopeParameter(role, target, selector, index, config);
  }
  function work() external guarded { uses++; }
}
