// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.24;

import {Guarded} from "./Guarded.sol";

/** The wallet of many before Safe. */
contract OldMultisig {
  address[] public owners;
  mapping(address => bool) public isOwner;
  uint256 public required;
  uint256 public transactionCount;
  mapping(uint256 => mapping(address => bool)) public confirmations;
  mapping(uint256 => bytes32) public transactions;
  modifier onlyWallet() { require(msg.sender == address(this), "wallet"); _; }
  modifier onlyOwner() { require(isOwner[msg.sender], "owner"); _; }
  constructor(address[] memory all, uint256 number) {
    for (uint256 n = 0; n < all.length; n++) isOwner[all[n]] = true;
    owners = all;
    required = number;
  }
  function getOwners() external view returns (address[] memory) { return owners; }
  function addOwner(address one) external onlyWallet { isOwner[one] = true; owners.push(one); }
  function removeOwner(address one) external onlyWallet {
    isOwner[one] = false;
    for (uint256 n = 0; n < owners.length - 1; n++) if (owners[n] == one) { owners[n] = owners[owners.length - 1]; break; }
    owners.pop();
  }
  function replaceOwner(address one, address to) external onlyWallet {
    for (uint256 n = 0; n < owners.length; n++) if (owners[n] == one) { owners[n] = to; break; }
    isOwner[one] = false;
    isOwner[to] = true;
  }
  function changeRequirement(uint256 to) external onlyWallet { required = to; }
  function submitTransaction(address to, uint256 value, bytes calldata data) external onlyOwner { transactions[transactionCount] = keccak256(abi.encode(to, value, data)); confirmations[transactionCount][msg.sender] = true; transactionCount += 1; }
  function confirm(uint256 id) external onlyOwner { confirmations[id][msg.sender] = true; }
}

contract SignerWallet is Guarded {
  mapping(address => bool) private signers;
  uint256 private threshold = 2;
  uint256 private nonce;
  constructor() { signers[msg.sender] = true; }
  function setSigner(address to, bool yes) external guarded { signers[to] = yes; }
  function setThreshold(uint256 to) external guarded { threshold = to; }
  function getThreshold() external view returns (uint256) { return threshold; }
  function run() external guarded { require(signers[msg.sender]); nonce++; }
}

contract QuietWallet is Guarded {
  address[] private signers = [msg.sender, address(0xb01), address(0xb02)];
  uint8 private needed = 2;
  uint32 private nonce;
  function setNeeded(uint8 to) external guarded { needed = to; }
  function swap(uint256 index, address to) external guarded { signers[index] = to; }
  function run() external guarded { nonce++; }
  function act(uint256 n) external view { require(n >= needed && signers[0] == msg.sender); }
}

contract WeightedWallet is Guarded {
  mapping(address => uint256) public weights;
  uint256 public thresholdWeight = 60;
  uint256 public totalWeight = 100;
  function setWeight(address to, uint256 weight) external guarded { weights[to] = weight; }
  function setThresholdWeight(uint256 to) external guarded { thresholdWeight = to; }
}

/** As Zodiac's Delay has it. */
contract DelayModule is Guarded {
  address public avatar = msg.sender;
  address public target = msg.sender;
  uint256 public txCooldown = 86400;
  uint256 public txExpiration = 604800;
  uint256 public txNonce;
  uint256 public queueNonce;
  mapping(uint256 => bytes32) public txHash;
  mapping(address => address) internal modules;
  constructor() { modules[address(1)] = address(1); }
  function setAvatar(address to) external guarded { avatar = to; }
  function setTarget(address to) external guarded { target = to; }
  function setTxCooldown(uint256 to) external guarded { txCooldown = to; }
  function setTxExpiration(uint256 to) external guarded { txExpiration = to; }
  function enableModule(address one) external guarded { modules[one] = modules[address(1)]; modules[address(1)] = one; }
  function isModuleEnabled(address one) external view returns (bool) { return modules[one] != address(0); }
  function execTransactionFromModule(address to, uint256 value, bytes calldata data, uint8 operation) external guarded { txHash[queueNonce] = keccak256(abi.encode(to, value, data, operation)); queueNonce++; }
  function executeNextTx() external guarded { txNonce++; }
}

contract RecoveryModule is Guarded {
  address[] private guardians = [address(0xc01), address(0xc02)];
  uint256 public threshold = 2;
  uint256 public recoveryPeriod = 604800;
  mapping(address => bool) private vetoers;
  uint256 public recoveries;
  function getGuardians() external view returns (address[] memory) { return guardians; }
  function addGuardian(address one) external guarded { guardians.push(one); }
  function revokeGuardian() external guarded { guardians.pop(); }
  function changeThreshold(uint256 to) external guarded { threshold = to; }
  function setRecoveryPeriod(uint256 to) external guarded { recoveryPeriod = to; }
  function setVetoer(address to) external guarded { vetoers[to] = true; }
  function startRecovery() external guarded { recoveries++; }
}

contract SpendingModule is Guarded {
  struct Allowance { uint96 amount; uint96 spent; uint16 reset; uint16 nonce; }
  mapping(address => mapping(address => Allowance)) public allowances;
  function setAllowance(address who, address token, uint96 amount) external guarded { allowances[who][token].amount = amount; }
  function spend(address who, address token, uint96 amount) external guarded { allowances[who][token].spent += amount; allowances[who][token].nonce++; }
}

contract SmartAccount {
  address private signer;
  address private immutable entryPoint;
  uint256 public nonce;
  constructor(address one, address entry) { signer = one; entryPoint = entry; }
  modifier only() { require(msg.sender == entryPoint || msg.sender == signer, "signer"); _; }
  function changeSigner(address to) external only { signer = to; }
  function execute(address to, bytes calldata data) external only { nonce++; (bool done,) = to.call(data); require(done); }
}

contract EntryPoint is Guarded {
  address public senderCreator = address(0xd01);
  mapping(address => uint256) public nonces;
  function setSenderCreator(address to) external guarded { senderCreator = to; }
  function use(address who) external guarded { nonces[who]++; }
}

contract ModularAccount is Guarded {
  mapping(uint256 => mapping(address => bool)) private installed;
  mapping(address => address) private validators;
  mapping(address => uint48) private sessions;
  address private hook;
  uint192 private key;
  constructor() { validators[address(1)] = msg.sender; installed[1][msg.sender] = true; }
  function installModule(uint256 kind, address module, bytes calldata) external guarded {
    installed[kind][module] = true;
    if (kind == 1) { validators[module] = validators[address(1)]; validators[address(1)] = module; }
    if (kind == 4) { hook = module; }
  }
  function uninstallModule(uint256 kind, address module, bytes calldata) external guarded { installed[kind][module] = false; if (kind == 4) hook = address(0); }
  function isModuleInstalled(uint256 kind, address module) external view returns (bool) { return installed[kind][module]; }
  function addSession(address one, uint48 until) external guarded { sessions[one] = until; }
  function isSession(address one) external view returns (bool) { return sessions[one] > block.timestamp && hook == address(0); }
  function use() external guarded { key++; }
}

contract PasskeyAccount is Guarded {
  uint256 private x = 0x1111;
  uint256 private y = 0x2222;
  address public recovery = msg.sender;
  uint256 private used;
  function setKey(uint256 x_, uint256 y_) external guarded { x = x_; y = y_; }
  function setRecovery(address to) external guarded { recovery = to; }
  function publicKey() external view returns (uint256, uint256) { return (x, y); }
  function use() external guarded { used++; }
}

/** The code of an account that delegates; its storage is the account's. */
contract Delegate {
  address private guardian;
  mapping(address => bool) private keys;
  uint256 public nonce;
  modifier only() { require(msg.sender == address(this) || (guardian != address(0) && msg.sender == guardian), "account"); _; }
  function setGuardian(address to) external only { guardian = to; }
  function addKey(address to) external only { keys[to] = true; }
  function use() external only { nonce++; }
  function isKey(address one) external view returns (bool) { return keys[one]; }
}
