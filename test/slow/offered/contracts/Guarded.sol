// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.24;

/** Lets the account that deployed it write. */
abstract contract Guarded {
  address private immutable warden = msg.sender;
  modifier guarded() { require(msg.sender == warden, "guarded"); _; }
}
