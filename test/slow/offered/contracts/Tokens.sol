// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.24;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {Guarded} from "./Guarded.sol";

abstract contract Issued is ERC20, Guarded {
  constructor() ERC20("Issued", "ISS") { _mint(msg.sender, 1000 ether); }
}

contract MinterToken is Issued {
  mapping(address => bool) private minters;
  constructor() { minters[msg.sender] = true; }
  function addMinter(address to) external guarded { minters[to] = true; }
  function removeMinter(address to) external guarded { minters[to] = false; }
  function isMinter(address one) external view returns (bool) { return minters[one]; }
  function mint(address to, uint256 amount) external { require(minters[msg.sender], "minter"); _mint(to, amount); }
}

contract BridgeToken is Issued {
  address private bridge = msg.sender;
  uint256 private inbound;
  function setBridge(address to) external guarded { bridge = to; }
  function bridgeMint(address to, uint256 amount) external { require(msg.sender == bridge, "bridge"); inbound += amount; _mint(to, amount); }
}

contract StoppableToken is Issued {
  bool private stopped;
  bool public whitelistOnly;
  mapping(address => bool) private frozen;
  function stop(bool yes) external guarded { stopped = yes; }
  function setWhitelistOnly(bool yes) external guarded { whitelistOnly = yes; }
  function freeze(address who) external guarded { frozen[who] = true; }
  function _update(address from, address to, uint256 value) internal override { require(!stopped && !whitelistOnly && !frozen[from], "stopped"); super._update(from, to, value); }
}

contract FeeToken is Issued {
  address public feeRecipient = address(0xf01);
  uint256 public feeBps = 10;
  uint16 private burnBps = 5;
  mapping(address => bool) private exempt;
  function setFeeRecipient(address to) external guarded { feeRecipient = to; }
  function setFeeBps(uint256 to) external guarded { feeBps = to; }
  function setBurnBps(uint16 to) external guarded { burnBps = to; }
  function setExempt(address who) external guarded { exempt[who] = true; }
  function _update(address from, address to, uint256 value) internal override {
    uint256 fee = exempt[from] || from == address(0) ? 0 : value * (feeBps + burnBps) / 10000;
    if (fee > 0) super._update(from, feeRecipient, fee);
    super._update(from, to, value - fee);
  }
}

contract LimitToken is Issued {
  uint256 public cap = 5000 ether;
  uint256 public maxTransfer = 100 ether;
  mapping(address => uint256) private limits;
  function setCap(uint256 to) external guarded { cap = to; }
  function setMaxTransfer(uint256 to) external guarded { maxTransfer = to; }
  function setLimit(address bridge, uint256 to) external guarded { limits[bridge] = to; }
  function mint(address to, uint256 amount) external { require(limits[msg.sender] >= amount && totalSupply() + amount <= cap, "limit"); limits[msg.sender] -= amount; _mint(to, amount); }
}

contract PeerToken is Issued {
  mapping(uint32 => bytes32) public peers;
  address public immutable endpoint;
  constructor(address to) { endpoint = to; peers[1] = keccak256("peer"); }
  function setPeer(uint32 eid, bytes32 to) external guarded { peers[eid] = to; }
}

contract Endpoint is Guarded {
  address public defaultLibrary = address(0xf02);
  mapping(address => address) private delegates;
  uint256 public messages;
  function setDefaultLibrary(address to) external guarded { defaultLibrary = to; }
  function setDelegate(address of_, address to) external guarded { delegates[of_] = to; }
  function deliver() external guarded { messages++; }
}

contract RebasingToken is Issued {
  address private rebaser = msg.sender;
  uint256 public index = 1e18;
  uint64 public lastRebase;
  function setRebaser(address to) external guarded { rebaser = to; }
  function rebase(uint256 percent) external { require(msg.sender == rebaser, "rebaser"); index = index * (100 + percent) / 100; lastRebase = uint64(block.timestamp); }
}

contract Vault is Issued {
  address public strategy = address(0xf03);
  address private treasury = address(0xf04);
  uint16 public performanceFee = 1000;
  uint256 public depositLimit = 1000 ether;
  uint256 public totalAssets_ = 5;
  uint256 public lastReport;
  uint256 public pricePerShare = 1e18;
  bool public emergencyShutdown;
  function setStrategy(address to) external guarded { strategy = to; }
  function setTreasury(address to) external guarded { treasury = to; }
  function setPerformanceFee(uint16 to) external guarded { performanceFee = to; }
  function setDepositLimit(uint256 to) external guarded { depositLimit = to; }
  function setEmergencyShutdown(bool yes) external guarded { emergencyShutdown = yes; }
  function deposit(uint256 amount) external { require(!emergencyShutdown && treasury != address(0)); totalAssets_ += amount; _mint(msg.sender, amount); }
  function report() external guarded { lastReport = block.timestamp; pricePerShare += 7; totalAssets_ += 3; }
}

contract WrappedCoin is Issued {
  function deposit() external payable { _mint(msg.sender, msg.value); }
  function withdraw(uint256 amount) external { _burn(msg.sender, amount); payable(msg.sender).transfer(amount); }
}
