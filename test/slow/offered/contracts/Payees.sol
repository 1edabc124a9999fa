// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.24;

import {Guarded} from "./Guarded.sol";

contract Splitter is Guarded {
  address[] private payees = [address(0xe01), address(0xe02)];
  uint256[] private shares = [50, 50];
  uint256 public released;
  receive() external payable {}
  function setPayees(address[] calldata all) external guarded { payees = all; }
  function setPayee(uint256 index, address to) external guarded { payees[index] = to; }
  function setShares(uint256[] calldata all) external guarded { shares = all; }
  function addPayee(address to, uint256 share) external guarded { payees.push(to); shares.push(share); }
  function release() external guarded { released += address(this).balance; for (uint256 n = 0; n < payees.length; n++) payable(payees[n]).transfer(address(this).balance * shares[n] / 100); }
}

contract ShareSplitter is Guarded {
  uint256 public totalShares = 100;
  uint256 public totalReleased;
  mapping(address => uint256) public shares;
  mapping(address => uint256) public releasedTo;
  address[] private payees;
  constructor() { shares[address(0xe01)] = 100; payees.push(address(0xe01)); }
  receive() external payable {}
  function payee(uint256 index) external view returns (address) { return payees[index]; }
  function setShare(address to, uint256 share) external guarded { shares[to] = share; }
  function addPayee(address to, uint256 share) external guarded { payees.push(to); shares[to] = share; totalShares += share; }
  function release(address to) external guarded { releasedTo[to] += 1; totalReleased += 1; }
}

contract PercentSplitter is Guarded {
  address private first = address(0xe01);
  uint16 private percent = 30;
  address private second = address(0xe02);
  uint64 private payments;
  receive() external payable {}
  function setFirst(address to) external guarded { first = to; }
  function setSecond(address to) external guarded { second = to; }
  function setPercent(uint16 to) external guarded { percent = to; }
  function pay() external guarded { payments++; payable(first).transfer(address(this).balance * percent / 100); payable(second).transfer(address(this).balance); }
}

contract ForwardingPayee is Guarded {
  address private destination = address(0xe01);
  uint256 public lastSweep;
  receive() external payable {}
  function setDestination(address to) external guarded { destination = to; }
  function sweep() external guarded { lastSweep = block.number; payable(destination).transfer(address(this).balance); }
}

contract HashedSplit is Guarded {
  bytes32 private split = keccak256("split");
  mapping(address => bytes32) public splits;
  function setSplit(bytes32 to) external guarded { split = to; }
  function setSplitOf(address of_, bytes32 to) external guarded { splits[of_] = to; }
  function check(bytes32 one) external view { require(one == split); }
}

contract StructSplitter is Guarded {
  struct Part { address payee; uint96 share; }
  Part[] private parts;
  Part public rest = Part(address(0xe03), 10);
  uint256 public paid;
  constructor() { parts.push(Part(address(0xe01), 40)); parts.push(Part(address(0xe02), 50)); }
  function getParts() external view returns (Part[] memory) { return parts; }
  function setPart(uint256 index, address to, uint96 share) external guarded { parts[index] = Part(to, share); }
  function setRest(address to) external guarded { rest.payee = to; }
  function pay() external guarded { paid++; }
}

contract Treasury is Guarded {
  mapping(address => bool) private spenders;
  mapping(address => mapping(address => uint256)) private budgets;
  uint256 public dailyLimit = 1 ether;
  uint256 public spentToday;
  address public beneficiary = address(0xe04);
  address public pendingBeneficiary;
  receive() external payable {}
  function setSpender(address to, bool yes) external guarded { spenders[to] = yes; }
  function setBudget(address to, address token, uint256 amount) external guarded { budgets[to][token] = amount; }
  function setDailyLimit(uint256 to) external guarded { dailyLimit = to; }
  function nameBeneficiary(address to) external guarded { pendingBeneficiary = to; }
  function acceptBeneficiary() external { require(msg.sender == pendingBeneficiary, "pending"); beneficiary = msg.sender; pendingBeneficiary = address(0); }
  function spend(uint256 amount) external guarded { spentToday += amount; }
}

contract Streamer is Guarded {
  address private recipient = address(0xe05);
  uint128 private rate = 5;
  uint128 private withdrawn;
  uint256 private start = block.timestamp;
  function setRecipient(address to) external guarded { recipient = to; }
  function setRate(uint128 to) external guarded { rate = to; }
  function withdraw() external guarded { withdrawn += rate; }
  function due() external view returns (uint256) { return (block.timestamp - start) * rate; }
  function act() external view { require(msg.sender == recipient); }
}
