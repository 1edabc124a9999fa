import { compileSolidity } from "../../support/solc.ts";

/** ERC-20 contracts as far as `fund` uses them, each with its own storage layout. */
const SOURCE = `
// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

abstract contract Token {
  uint8 public decimals = 6;
}

contract Late is Token {
  uint256[150] private gap;
  mapping(address => uint256) public balanceOf;
}

contract VyperLike is Token {
  function balanceOf(address account) external view returns (uint256 amount) {
    assembly {
      mstore(0x00, 3)
      mstore(0x20, account)
      amount := sload(keccak256(0x00, 0x40))
    }
  }
}

contract SoladyLike is Token {
  function balanceOf(address account) external view returns (uint256 amount) {
    assembly {
      mstore(0x0c, 0x87a211a2)
      mstore(0x00, account)
      amount := sload(keccak256(0x0c, 0x20))
    }
  }
}

contract Namespaced is Token {
  struct Storage { mapping(address => uint256) balances; }
  function balanceOf(address account) external view returns (uint256) {
    Storage storage data;
    assembly {
      data.slot := 0x52c63247e1f47db19d5ce0460030c497f067ca4cebf71ba98eeadabe20bace00
    }
    return data.balances[account];
  }
}

contract Flagged is Token {
  mapping(address => uint256) private data;
  function ban(address account) external { data[account] |= 1 << 255; }
  function isBanned(address account) external view returns (bool) {
    return data[account] >> 255 == 1;
  }
  function balanceOf(address account) external view returns (uint256) {
    return data[account] & type(uint128).max;
  }
}

contract Rebasing is Token {
  mapping(address => uint256) public shares;
  function balanceOf(address account) external view returns (uint256) {
    return shares[account] * 3;
  }
}

contract Moody is Token {
  mapping(address => uint256) public data;
  function balanceOf(address account) external view returns (uint256) {
    return data[account] < 7e6 ? 0 : data[account];
  }
}
`;

const { contracts, messages } = compileSolidity({ "tokens.sol": SOURCE });

/** One of the contracts above. */
export function oddToken(name: string) {
  const contract = contracts.get(name);
  if (contract === undefined) {
    throw new Error(`there is no token ${name}: ${messages.join()}`);
  }
  return contract;
}
