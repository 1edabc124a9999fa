// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.24;

import {Guarded} from "./Guarded.sol";

/** As a MasterMinter keeps who may set the allowance of whom. */
contract Controllers is Guarded {
  event ControllerConfigured(address indexed _controller, address indexed _worker);
  event ControllerRemoved(address indexed _controller);
  mapping(address => address) internal controllers;
  uint256 public mints;
  function getWorker(address _controller) external view returns (address) { return controllers[_controller]; }
  function configureController(address _controller, address _worker) external guarded { controllers[_controller] = _worker; emit ControllerConfigured(_controller, _worker); }
  function removeController(address _controller) external guarded { controllers[_controller] = address(0); emit ControllerRemoved(_controller); }
  function mint() external guarded { mints++; }
}

/** Roles in the places that Solady has. */
contract SoladyRoles is Guarded {
  event RolesUpdated(address indexed user, uint256 indexed roles);
  uint256 public jobs;
  function place(address user) private pure returns (bytes32 slot) { assembly { mstore(0x0c, 0x8b78c6d8) mstore(0, user) slot := keccak256(0x0c, 0x20) } }
  function setRoles(address user, uint256 roles) external guarded { bytes32 slot = place(user); assembly { sstore(slot, roles) } emit RolesUpdated(user, roles); }
  function rolesOf(address user) external view returns (uint256 roles) { bytes32 slot = place(user); assembly { roles := sload(slot) } }
  function work() external guarded { jobs++; }
}

/** Permissions as Aragon keeps them, without parameters. */
contract Acl is Guarded {
  event SetPermission(address indexed entity, address indexed app, bytes32 indexed role, bool allowed);
  event ChangePermissionManager(address indexed app, bytes32 indexed role, address indexed manager);
  mapping(bytes32 => bytes32) internal permissions;
  mapping(bytes32 => address) internal permissionManager;
  uint256 public uses;
  function use() external guarded { uses++; }
  function setPermission(address entity, address app, bytes32 role, bool allowed) external guarded {
    permissions[keccak256(abi.encodePacked("PERMISSION", entity, app, role))] = bytes32(uint256(allowed ? 1 : 0));
    emit SetPermission(entity, app, role, allowed);
  }
  function setPermissionManager(address manager, address app, bytes32 role) external guarded {
    permissionManager[keccak256(abi.encodePacked("ROLE", app, role))] = manager;
    emit ChangePermissionManager(app, role, manager);
  }
  function getPermissionManager(address app, bytes32 role) external view returns (address) { return permissionManager[keccak256(abi.encodePacked("ROLE", app, role))]; }
  function hasPermission(address who, address where, bytes32 what) external view returns (bool) { return permissions[keccak256(abi.encodePacked("PERMISSION", who, where, what))] != 0; }
}

/** A diamond whose loupe is one of its facets. */
contract Diamond {
  address private immutable warden = msg.sender;
  constructor(address loupe) {
    cut(loupe, Loupe.facets.selector);
    cut(loupe, Loupe.facetAddresses.selector);
  }
  function cut(address facet, bytes4 selector) public {
    require(msg.sender == warden, "guarded");
    Facets.Layout storage all = Facets.layout();
    if (all.facet[selector] == address(0)) all.selectors.push(selector);
    all.facet[selector] = facet;
  }
  fallback() external payable {
    address to = Facets.layout().facet[msg.sig];
    require(to != address(0), "no facet");
    assembly {
      calldatacopy(0, 0, calldatasize())
      let done := delegatecall(gas(), to, 0, calldatasize(), 0, 0)
      returndatacopy(0, 0, returndatasize())
      if iszero(done) { revert(0, returndatasize()) }
      return(0, returndatasize())
    }
  }
}

library Facets {
  struct Layout { mapping(bytes4 => address) facet; bytes4[] selectors; }
  function layout() internal pure returns (Layout storage all) { assembly { all.slot := 0xd1a0000000000000000000000000000000000000000000000000000000000100 } }
}

contract Loupe {
  struct Facet { address facetAddress; bytes4[] functionSelectors; }
  function facets() external view returns (Facet[] memory all) {
    bytes4[] memory selectors = Facets.layout().selectors;
    all = new Facet[](selectors.length);
    for (uint256 n = 0; n < selectors.length; n++) {
      all[n] = Facet(Facets.layout().facet[selectors[n]], new bytes4[](1));
      all[n].functionSelectors[0] = selectors[n];
    }
  }
  function facetAddresses() external view returns (address[] memory all) {
    bytes4[] memory selectors = Facets.layout().selectors;
    all = new address[](selectors.length);
    for (uint256 n = 0; n < selectors.length; n++) all[n] = Facets.layout().facet[selectors[n]];
  }
}

contract Counter {
  uint256 private total;
  function count() external { total++; }
  function reset() external { total = 0; }
}

contract OtherCounter is Counter { function version() external pure returns (uint256) { return 2; } }
