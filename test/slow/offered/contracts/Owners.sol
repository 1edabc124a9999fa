// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.24;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {EnumerableSet} from "@openzeppelin/contracts/utils/structs/EnumerableSet.sol";
import {Guarded} from "./Guarded.sol";

contract GovernanceHolder {
  address public governance = msg.sender;
  address public guardian;
  uint256 public calls;
  modifier only() { require(msg.sender == governance, "governance"); _; }
  function setGovernance(address to) external only { governance = to; }
  function setGuardian(address to) external only { guardian = to; }
  function poke() external only { calls++; }
}

contract OperatorHolder is Guarded {
  address public operator = msg.sender;
  mapping(uint256 => uint256) public nonces;
  function setOperator(address to) external guarded { operator = to; }
  function use(uint256 key) external guarded { nonces[key]++; }
}

contract GetOwnerHolder {
  address private boss = msg.sender;
  function getOwner() external view returns (address) { return boss; }
  function giveTo(address to) external { require(msg.sender == boss, "boss"); boss = to; }
}

contract ControllerHolder is Guarded {
  address public controller = msg.sender;
  address public strategist = msg.sender;
  address public keeper;
  uint256 public lastRun;
  function setController(address to) external guarded { controller = to; }
  function setStrategist(address to) external guarded { strategist = to; }
  function setKeeper(address to) external guarded { keeper = to; }
  function run() external guarded { lastRun = block.timestamp; }
}

contract PrivateHolder {
  address private ruler = msg.sender;
  uint256 private counter;
  modifier only() { require(msg.sender == ruler, "ruler"); _; }
  function hand(address to) external only { ruler = to; }
  function work() external only { counter += 1; }
}

contract PackedHolder {
  uint64 private done;
  address private ruler = msg.sender;
  modifier only() { require(msg.sender == ruler, "ruler"); _; }
  function hand(address to) external only { ruler = to; }
  function work() external only { done += 1; }
}

contract PackedThreeHolder {
  bool private stopped;
  address private ruler = msg.sender;
  uint64 private wait = 3600;
  address private second;
  bool private open;
  modifier only() { require(msg.sender == ruler, "ruler"); _; }
  function hand(address to) external only { ruler = to; }
  function share(address to) external only { second = to; }
  function stop(bool yes) external only { stopped = yes; }
  function openUp(bool yes) external only { open = yes; }
  function setWait(uint64 to) external only { wait = to; }
  function act() external view { require(!stopped && block.timestamp > wait && (msg.sender == ruler || msg.sender == second || open)); }
}

contract TwoStepHolder {
  address public governance = msg.sender;
  address public pendingGovernance;
  function setPendingGovernance(address to) external { require(msg.sender == governance, "governance"); pendingGovernance = to; }
  function acceptGovernance() external { require(msg.sender == pendingGovernance, "pending"); governance = pendingGovernance; pendingGovernance = address(0); }
}

contract PrivateTwoStepHolder {
  address private chief = msg.sender;
  address private next;
  function propose(address to) external { require(msg.sender == chief, "chief"); next = to; }
  function take() external { require(msg.sender == next, "next"); chief = next; delete next; }
  function act() external view { require(msg.sender == chief, "chief"); }
}

contract WordHolder {
  bytes32 private word = bytes32(uint256(uint160(msg.sender)));
  bytes20 private short = bytes20(msg.sender);
  uint160 private number = uint160(msg.sender);
  modifier only() { require(bytes32(uint256(uint160(msg.sender))) == word, "word"); _; }
  function setWord(bytes32 to) external only { word = to; }
  function setShort(bytes20 to) external only { short = to; }
  function setNumber(uint160 to) external only { number = to; }
  function act() external view { require(bytes20(msg.sender) == short || uint160(msg.sender) == number); }
}

contract MaskedHolder is Guarded {
  uint256 private masked = uint256(uint160(msg.sender)) ^ type(uint256).max;
  bytes32 private digest = keccak256(abi.encode(msg.sender));
  function hand(address to) external guarded { masked = uint256(uint160(to)) ^ type(uint256).max; }
  function handDigest(address to) external guarded { digest = keccak256(abi.encode(to)); }
  function act() external view { require(uint160(~masked) == uint160(msg.sender) || keccak256(abi.encode(msg.sender)) == digest); }
}

contract StructHolder is Guarded {
  struct Settings { address admin; uint64 delay; bool open; address heir; uint256 limit; }
  Settings public settings = Settings(msg.sender, 3600, false, address(0), 10);
  uint256 public served;
  function setAdmin(address to) external guarded { settings.admin = to; }
  function setHeir(address to) external guarded { settings.heir = to; }
  function setOpen(bool to) external guarded { settings.open = to; }
  function setDelay(uint64 to) external guarded { settings.delay = to; }
  function setLimit(uint256 to) external guarded { settings.limit = to; }
  function serve() external guarded { served++; }
}

/** @custom:storage-location erc7201:offered.rulers */
contract NamespacedHolder is Guarded {
  struct Rulers { address first; address second; mapping(address => bool) more; }
  bytes32 private constant PLACE = 0x3c3f0e9a9a4f2d7f8a0a4b1d1f63e9a0a2b8d34d5bd0a2c1ef7d1a8e66ad1c00;
  function rulers() private pure returns (Rulers storage all) { assembly { all.slot := PLACE } }
  function setFirst(address to) external guarded { rulers().first = to; }
  function addMore(address to) external guarded { rulers().more[to] = true; }
  function getSecond() external view returns (address) { return rulers().second; }
  function setSecond(address to) external guarded { rulers().second = to; }
  function act() external view { require(msg.sender == rulers().first || rulers().more[msg.sender]); }
}

/** Its rulers are in the slot of a name, and in a mapping by a constant key. */
contract HashedHolder is Guarded {
  bytes32 private constant PLACE = keccak256("offered.ruler");
  mapping(bytes32 => address) private book;
  constructor(address one, address other) { book["council"] = other; bytes32 place = PLACE; assembly { sstore(place, one) } }
  function ruler() private view returns (address one) { bytes32 place = PLACE; assembly { one := sload(place) } }
  function setRuler(address to) external guarded { bytes32 place = PLACE; assembly { sstore(place, to) } }
  function act() external view { require(msg.sender == Ownable(ruler()).owner() || msg.sender == Ownable(book["council"]).owner()); }
}

contract PrivateListHolder is Guarded {
  address[] private rulers = [msg.sender, address(0xa11)];
  uint256 private total;
  function add(address to) external guarded { rulers.push(to); }
  function replace(uint256 index, address to) external guarded { rulers[index] = to; }
  function removeLast() external guarded { rulers.pop(); }
  function count() external guarded { total++; }
  function act() external view { for (uint256 n = 0; n < rulers.length; n++) { if (rulers[n] == msg.sender) return; } revert(); }
}

contract IndexedListHolder is Guarded {
  address[] public rulers = [msg.sender, address(0xa11)];
  function add(address to) external guarded { rulers.push(to); }
  function replace(uint256 index, address to) external guarded { rulers[index] = to; }
  function rulersLength() external view returns (uint256) { return rulers.length; }
}

contract FixedListHolder is Guarded {
  address[3] private council = [msg.sender, address(0xa11), address(0xa12)];
  address[2] public deputies = [address(0xa13), address(0xa14)];
  function setMember(uint256 index, address to) external guarded { council[index] = to; }
  function setDeputy(uint256 index, address to) external guarded { deputies[index] = to; }
  function act() external view { require(council[0] == msg.sender || council[1] == msg.sender || council[2] == msg.sender); }
}

contract SeatHolder is Guarded {
  struct Seat { address who; uint64 until; }
  Seat[] private seats;
  uint256 private total;
  constructor(address one) { seats.push(Seat(one, 1 << 40)); }
  function add(address to) external guarded { seats.push(Seat(to, 1 << 41)); }
  function prolong(uint256 index, uint64 to) external guarded { seats[index].until = to; }
  function count() external guarded { total++; }
  function act() external view { for (uint256 n = 0; n < seats.length; n++) { if (Ownable(seats[n].who).owner() == msg.sender && seats[n].until > block.timestamp) return; } revert(); }
}

contract PackedSeatHolder is Guarded {
  address[] private seats;
  uint256 private total;
  constructor(address one) { seats.push(); set(0, one, 3); }
  function set(uint256 index, address to, uint256 flags) private { assembly { mstore(0, seats.slot) sstore(add(keccak256(0, 32), index), or(to, shl(160, flags))) } }
  function replace(uint256 index, address to) external guarded { require(index < seats.length); set(index, to, 3); }
  function count() external guarded { total++; }
  function act() external view { for (uint256 n = 0; n < seats.length; n++) { if (Ownable(seats[n]).owner() == msg.sender) return; } revert(); }
}

contract OwnProxy is Guarded {
  address private target;
  constructor(address to) { target = to; }
  function upgrade(address to) external guarded { target = to; }
  fallback() external payable {
    address to = target;
    assembly {
      calldatacopy(0, 0, calldatasize())
      let done := delegatecall(gas(), to, 0, calldatasize(), 0, 0)
      returndatacopy(0, 0, returndatasize())
      if iszero(done) { revert(0, returndatasize()) }
      return(0, returndatasize())
    }
  }
}

/** What the proxy runs, with the proxy's function for its ABI. */
contract OwnLogic is Guarded {
  uint256[8] private gap;
  address public governance;
  function upgrade(address) external {}
  function setGovernance(address to) external guarded { governance = to; }
}

contract SetHolder is Guarded {
  using EnumerableSet for EnumerableSet.AddressSet;
  EnumerableSet.AddressSet private admins;
  EnumerableSet.AddressSet private quiet;
  constructor() { admins.add(msg.sender); quiet.add(msg.sender); }
  function getAdmins() external view returns (address[] memory) { return admins.values(); }
  function addAdmin(address to) external guarded { admins.add(to); }
  function removeAdmin(address from) external guarded { admins.remove(from); }
  function addQuiet(address to) external guarded { quiet.add(to); }
  function isQuiet(address one) external view returns (bool) { return quiet.contains(one); }
}

contract MappedHolder is Guarded {
  mapping(address => bool) public isOwner;
  mapping(address => uint256) private level;
  mapping(bytes32 => address) private byName;
  uint256 public used;
  constructor() { isOwner[msg.sender] = true; level[msg.sender] = 9; byName["admin"] = msg.sender; }
  function setOwner(address to, bool yes) external guarded { isOwner[to] = yes; }
  function setLevel(address to, uint256 to_) external guarded { level[to] = to_; }
  function setByName(bytes32 name, address to) external guarded { byName[name] = to; }
  function adminAddress() external view returns (address) { return byName["admin"]; }
  function use() external guarded { used++; }
  function act() external view { require(level[msg.sender] > 3 || byName["heir"] == msg.sender); }
}
