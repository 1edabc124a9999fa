// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.24;

import {Guarded} from "./Guarded.sol";

contract Limits is Guarded {
  uint256 public delay = 86400;
  uint256 public cap = 1000;
  uint256 private threshold = 3;
  uint256 private quorum = 40;
  uint64 public cooldown = 3600;
  uint64 private slippage = 50;
  uint32 private window = 7200;
  uint256 public gracePeriod = 1209600;
  uint256 public executed;
  uint256 public lastExecution;
  function setDelay(uint256 to) external guarded { delay = to; }
  function setCap(uint256 to) external guarded { cap = to; }
  function setThreshold(uint256 to) external guarded { threshold = to; }
  function setQuorum(uint256 to) external guarded { quorum = to; }
  function quorumVotes() external view returns (uint256) { return quorum; }
  function setCooldown(uint64 to) external guarded { cooldown = to; }
  function setSlippage(uint64 to) external guarded { slippage = to; }
  function setWindow(uint32 to) external guarded { window = to; }
  function setGracePeriod(uint256 to) external guarded { gracePeriod = to; }
  function run() external guarded { executed++; lastExecution = block.timestamp; }
  function act(uint256 n) external view { require(n > threshold && n < slippage && n < window); }
}

contract Flags is Guarded {
  bool public paused;
  bool private locked = true;
  bool private strict_ = true;
  bool private checked_ = true;
  uint256 public live = 1;
  mapping(bytes4 => bool) private stopped;
  uint256 private permissions = 0xff;
  uint256 public runs;
  function pause() external guarded { paused = true; }
  function setLocked(bool yes) external guarded { locked = yes; }
  function setStrict(bool yes) external guarded { strict_ = yes; }
  function setChecked(bool yes) external guarded { checked_ = yes; }
  function cage() external guarded { live = 0; }
  function stop(bytes4 what) external guarded { stopped[what] = true; }
  function setPermissions(uint256 to) external guarded { permissions = to; }
  function run() external guarded { runs++; }
  function act(uint256 n) external view { require(!locked && !stopped[msg.sig] && (strict_ != checked_) && permissions & n > 0); }
}

contract Feed is Guarded {
  address public updater = msg.sender;
  int256 public latestAnswer = 100;
  uint256 public latestTimestamp;
  uint80 public roundId;
  function setUpdater(address to) external guarded { updater = to; }
  function submit(int256 answer) external { require(msg.sender == updater, "updater"); latestAnswer = answer; latestTimestamp = block.timestamp; roundId++; }
}

contract OracleUser is Guarded {
  address private feed;
  uint256 public maxDeviation = 5;
  uint256 private lastPrice;
  constructor(address one) { feed = one; }
  function setFeed(address to) external guarded { feed = to; }
  function setMaxDeviation(uint256 to) external guarded { maxDeviation = to; }
  function sync() external guarded { lastPrice = uint256(Feed(feed).latestAnswer()); }
}

contract Auction is Guarded {
  address public highestBidder;
  uint256 public highestBid;
  address private seller = msg.sender;
  uint256 public reserve = 5;
  mapping(address => uint256) private refunds;
  function bid() external payable { require(msg.value > highestBid, "low"); refunds[highestBidder] += highestBid; highestBidder = msg.sender; highestBid = msg.value; }
  function setSeller(address to) external guarded { seller = to; }
  function setReserve(uint256 to) external guarded { reserve = to; }
  function act() external view { require(msg.sender == seller); }
}

contract Ballot is Guarded {
  mapping(address => bool) private registrars;
  mapping(uint256 => uint256) public votes;
  uint256 public proposals;
  address public chair = msg.sender;
  uint256 public votingPeriod = 17280;
  uint256 public proposalThreshold = 100;
  function setRegistrar(address to) external guarded { registrars[to] = true; }
  function setChair(address to) external guarded { chair = to; }
  function setVotingPeriod(uint256 to) external guarded { votingPeriod = to; }
  function setProposalThreshold(uint256 to) external guarded { proposalThreshold = to; }
  function isRegistrar(address one) external view returns (bool) { return registrars[one]; }
  function propose() external { proposals++; }
  function vote(uint256 id) external { votes[id]++; }
}

contract Registry is Guarded {
  mapping(bytes32 => address) private entries;
  address private latest = address(0xaa01);
  address public admin = msg.sender;
  function setEntry(bytes32 name, address to) external guarded { entries[name] = to; }
  function getEntry(bytes32 name) external view returns (address) { return entries[name]; }
  function setLatest(address to) external guarded { latest = to; }
  function setAdmin(address to) external guarded { admin = to; }
  function getLatest() external view returns (address) { return latest; }
}

/** Runs by what an immutable registry says. */
contract RegistryUser {
  Registry private immutable registry;
  uint256 private runs;
  constructor(Registry one) { registry = one; }
  function run() external { require(msg.sender == registry.getLatest() || msg.sender == registry.admin() || msg.sender == registry.getEntry("runner"), "registry"); runs++; }
}

/** Is ruled by a constant account, and by whom another registry says that a registry names. */
contract NameUser {
  Registry private immutable names;
  address public immutable founder;
  constructor(Registry one, address other) { names = one; founder = other; }
  function council() public view returns (address) { return Registry(names.getEntry("resolver")).getEntry("council"); }
  function act() external view { require(msg.sender == council() || msg.sender == founder, "council"); }
}

/** Names in a mapping by constant keys, with views for a few. */
contract AddressBook is Guarded {
  mapping(bytes32 => address) private book;
  constructor() { book["POOL"] = address(0xaa02); book["ORACLE"] = address(0xaa03); }
  function getPool() external view returns (address) { return book["POOL"]; }
  function getAddress(bytes32 name) external view returns (address) { return book[name]; }
  function setAddress(bytes32 name, address to) external guarded { book[name] = to; }
}

/** Runs the implementation of each selector. */
contract SelectorRouter is Guarded {
  mapping(bytes4 => address) private targets;
  address private fallbackTarget;
  function setTarget(bytes4 sel, address to) external guarded { targets[sel] = to; }
  function setFallbackTarget(address to) external guarded { fallbackTarget = to; }
  function targetOf(bytes4 sel) external view returns (address) { address to = targets[sel]; return to == address(0) ? fallbackTarget : to; }
}
