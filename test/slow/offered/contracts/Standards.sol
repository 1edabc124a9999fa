// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.24;

import {AccessControl} from "@openzeppelin/contracts/access/AccessControl.sol";
import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {AccessControlDefaultAdminRules} from "@openzeppelin/contracts/access/extensions/AccessControlDefaultAdminRules.sol";
import {AccessControlEnumerable} from "@openzeppelin/contracts/access/extensions/AccessControlEnumerable.sol";
import {AccessManaged} from "@openzeppelin/contracts/access/manager/AccessManaged.sol";
import {AccessManager} from "@openzeppelin/contracts/access/manager/AccessManager.sol";
import {VestingWallet} from "@openzeppelin/contracts/finance/VestingWallet.sol";
import {Governor} from "@openzeppelin/contracts/governance/Governor.sol";
import {TimelockController} from "@openzeppelin/contracts/governance/TimelockController.sol";
import {GovernorCountingSimple} from "@openzeppelin/contracts/governance/extensions/GovernorCountingSimple.sol";
import {GovernorSettings} from "@openzeppelin/contracts/governance/extensions/GovernorSettings.sol";
import {GovernorVotes} from "@openzeppelin/contracts/governance/extensions/GovernorVotes.sol";
import {GovernorVotesQuorumFraction} from "@openzeppelin/contracts/governance/extensions/GovernorVotesQuorumFraction.sol";
import {IVotes} from "@openzeppelin/contracts/governance/utils/IVotes.sol";
import {ERC1967Proxy} from "@openzeppelin/contracts/proxy/ERC1967/ERC1967Proxy.sol";
import {BeaconProxy} from "@openzeppelin/contracts/proxy/beacon/BeaconProxy.sol";
import {UpgradeableBeacon} from "@openzeppelin/contracts/proxy/beacon/UpgradeableBeacon.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC20Capped} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Capped.sol";
import {ERC20Pausable} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Pausable.sol";
import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";
import {ERC20Votes} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Votes.sol";
import {Nonces} from "@openzeppelin/contracts/utils/Nonces.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";

contract TwoStepOwned is Ownable2Step {
  uint256 public jobs;
  constructor() Ownable(msg.sender) {}
  function work() external onlyOwner { jobs++; }
}

contract RoleHolder is AccessControl {
  bytes32 public constant SPENDER = keccak256("SPENDER");
  bytes32 public constant AUDITOR = keccak256("AUDITOR");
  uint256 public spent;
  constructor() { _grantRole(DEFAULT_ADMIN_ROLE, msg.sender); _grantRole(SPENDER, msg.sender); }
  function spend(address, uint256 amount) external onlyRole(SPENDER) { spent += amount; }
  function setRoleAdmin(bytes32 role, bytes32 admin) external onlyRole(DEFAULT_ADMIN_ROLE) { _setRoleAdmin(role, admin); }
}

contract ListedRoleHolder is AccessControlEnumerable {
  bytes32 public constant SPENDER = keccak256("SPENDER");
  constructor() { _grantRole(DEFAULT_ADMIN_ROLE, msg.sender); _grantRole(SPENDER, msg.sender); }
}

contract AdminRulesHolder is AccessControlDefaultAdminRules {
  constructor() AccessControlDefaultAdminRules(3 days, msg.sender) {}
}

contract ManagedHolder is AccessManaged, Pausable {
  address public vendor = address(0xab01);
  uint256 public orders;
  constructor(address manager) AccessManaged(manager) {}
  function setVendor(address to) external restricted { vendor = to; }
  function pause() external restricted { _pause(); }
  function order() external restricted { orders++; }
}

contract Manager is AccessManager { constructor() AccessManager(msg.sender) {} }

contract Timelock is TimelockController {
  constructor(address[] memory all) TimelockController(2 days, all, all, msg.sender) {}
}

contract VotesToken is ERC20, ERC20Permit, ERC20Votes, Ownable {
  constructor() ERC20("Votes", "VOT") ERC20Permit("Votes") Ownable(msg.sender) { _mint(msg.sender, 1000 ether); }
  function mint(address to, uint256 amount) external onlyOwner { _mint(to, amount); }
  function _update(address from, address to, uint256 value) internal override(ERC20, ERC20Votes) { super._update(from, to, value); }
  function nonces(address one) public view override(ERC20Permit, Nonces) returns (uint256) { return super.nonces(one); }
}

contract Parliament is Governor, GovernorSettings, GovernorCountingSimple, GovernorVotes, GovernorVotesQuorumFraction {
  constructor(IVotes token) Governor("Parliament") GovernorSettings(1, 17280, 0) GovernorVotes(token) GovernorVotesQuorumFraction(4) {}
  function proposalThreshold() public view override(Governor, GovernorSettings) returns (uint256) { return super.proposalThreshold(); }
  function votingDelay() public view override(Governor, GovernorSettings) returns (uint256) { return super.votingDelay(); }
  function votingPeriod() public view override(Governor, GovernorSettings) returns (uint256) { return super.votingPeriod(); }
}

contract Regulated is ERC20Capped, ERC20Pausable, Ownable {
  constructor() ERC20("Regulated", "REG") ERC20Capped(5000 ether) Ownable(msg.sender) { _mint(msg.sender, 1000 ether); }
  function pause() external onlyOwner { _pause(); }
  function mint(address to, uint256 amount) external onlyOwner { _mint(to, amount); }
  function _update(address from, address to, uint256 value) internal override(ERC20Capped, ERC20Pausable) { super._update(from, to, value); }
}

contract Vesting is VestingWallet {
  constructor() VestingWallet(msg.sender, uint64(block.timestamp), 30 days) {}
}

contract Erc1967 is ERC1967Proxy {
  constructor(address to) ERC1967Proxy(to, "") {}
  function _unsafeAllowUninitialized() internal pure override returns (bool) { return true; }
}
contract OwnedBeacon is UpgradeableBeacon { constructor(address to) UpgradeableBeacon(to, msg.sender) {} }
contract OfBeacon is BeaconProxy { constructor(address to) BeaconProxy(to, "") {} }

/** A rule of its own in a place of its own, as an implementation behind a proxy. */
contract Custodian {
  address private custodian;
  address public auditor;
  uint256 public quorumNeeded;
  uint256 public deals;
  modifier only() { require(msg.sender == custodian, "custodian"); _; }
  function initialize(address to) external { require(custodian == address(0), "initialised"); custodian = to; }
  function setCustodian(address to) external only { custodian = to; }
  function setAuditor(address to) external only { auditor = to; }
  function setQuorumNeeded(uint256 to) external only { quorumNeeded = to; }
  function deal() external only { deals++; }
}
contract Custodian2 is Custodian { function version() external pure returns (uint256) { return 2; } }

/** A clone, behind the code of which its ruler is. */
contract CloneOfRuler {
  constructor(address to, address ruler, bool isPacked) {
    bytes memory code = abi.encodePacked(hex"363d3d373d3d3d363d73", to, hex"5af43d82803e903d91602b57fd5bf3", isPacked ? abi.encodePacked(uint8(1), ruler) : abi.encode(ruler));
    assembly { return(add(code, 0x20), mload(code)) }
  }
}
contract RuledByArgument {
  uint256 public acts;
  function act() external { uint256 ruler; assembly { extcodecopy(address(), 12, sub(extcodesize(address()), 20), 20) ruler := mload(0) } require(msg.sender == Ownable(address(uint160(ruler))).owner(), "ruler"); acts++; }
}

/** As the wallets of Sequence have it: the slot of its own address names what it runs. */
contract OwnAddressProxy {
  constructor(address to) { bytes memory code = hex"363d3d373d3d3d363d30545af43d82803e903d91601857fd5bf3"; assembly { sstore(address(), to) return(add(code, 0x20), mload(code)) } }
}
contract RuledByConstant {
  Ownable private immutable ruler;
  uint256 public acts;
  constructor(Ownable one) { ruler = one; }
  function act() external { require(msg.sender == ruler.owner(), "ruler"); acts++; }
}

/** Owner and roles in the places that Solady has. */
contract SoladyHolder {
  event RolesUpdated(address indexed user, uint256 indexed roles);
  bytes32 private constant OWNER = 0xffffffffffffffffffffffffffffffffffffffffffffffffffffffff74873927;
  constructor() { assembly { sstore(OWNER, caller()) } }
  modifier only() { address one; assembly { one := sload(OWNER) } require(msg.sender == one, "owner"); _; }
  function place(address user) private pure returns (bytes32 slot) { assembly { mstore(0x0c, 0x8b78c6d8) mstore(0, user) slot := keccak256(0x0c, 0x20) } }
  function grantRoles(address user, uint256 roles) external only { bytes32 slot = place(user); assembly { sstore(slot, or(sload(slot), roles)) } emit RolesUpdated(user, roles); }
  function rolesOf(address user) external view returns (uint256 roles) { bytes32 slot = place(user); assembly { roles := sload(slot) } }
  function setChief(address to) external only { assembly { sstore(OWNER, to) } }
}

/** As MakerDAO's contracts have it, without events. */
contract Warded {
  mapping(address => uint256) public wards;
  address public vow = address(0xab02);
  uint256 public live = 1;
  uint256 public line = 1000;
  uint256 public Art;
  modifier auth() { require(wards[msg.sender] == 1, "ward"); _; }
  constructor() { wards[msg.sender] = 1; }
  function rely(address to) external auth { wards[to] = 1; }
  function deny(address to) external auth { wards[to] = 0; }
  function file(bytes32 what, address to) external auth { if (what == "vow") vow = to; }
  function file(bytes32 what, uint256 to) external auth { if (what == "line") line = to; }
  function cage() external auth { live = 0; }
  function draw(address, uint256 amount) external auth { Art += amount; }
}

contract Guard {
  mapping(address => mapping(bytes4 => bool)) private acl;
  address private immutable root = msg.sender;
  function permit(address who, bytes4 sel) external { require(msg.sender == root, "root"); acl[who][sel] = true; }
  function canCall(address who, address, bytes4 sel) external view returns (bool) { return acl[who][sel]; }
}

contract DsHolder {
  address public owner = msg.sender;
  Guard public authority;
  uint256 public notes;
  constructor(Guard one) { authority = one; }
  modifier auth() { require(msg.sender == owner || authority.canCall(msg.sender, address(this), msg.sig), "auth"); _; }
  function setAuthority(Guard to) external auth { authority = to; }
  function note() external auth { notes++; }
}
