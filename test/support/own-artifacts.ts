import { runSolc } from "./solc.ts";
import { temporaryFolder } from "./temporary-folder.ts";

export const SOURCE = `
  // SPDX-License-Identifier: CC0-1.0
  pragma solidity ^0.8.0;
  library Shares {
    function half(uint256 amount) external pure returns (uint256) { return amount / 2; }
  }
  contract Child {
    uint256 public value = 7;
    function bump() external { value += 1; }
  }
  contract Market {
    address public immutable router;
    uint256 public immutable size;
    address public owner = msg.sender;
    Child public child;
    address public clone;
    uint256[] public numbers;
    constructor(address router_) { router = router_; size = 5; child = new Child(); }
    function half(uint256 amount) external view returns (uint256) { return Shares.half(amount) + size; }
    function renew() external {
      child = new Child();
      bytes20 code = bytes20(address(child));
      address made;
      assembly {
        mstore(0, 0x3d602d80600a3d3981f3363d3d373d3d3d363d73000000000000000000000000)
        mstore(0x14, code)
        mstore(0x28, 0x5af43d82803e903d91602b57fd5bf30000000000000000000000000000000000)
        made := create(0, 0, 0x37)
      }
      clone = made;
    }
    function fees() external pure returns (uint256[] memory list, string memory name) { name = "x"; }
  }
`;

/** Settings of solc besides the outputs. */
export interface Settings {
  readonly evmVersion?: string;
  readonly viaIR?: boolean;
  readonly optimizer?: { readonly enabled: boolean };
}

/** Compiles, and returns the artifacts by name as Hardhat writes them. */
export function compileArtifacts(
  settings: Settings = {},
  source = SOURCE,
): Readonly<Record<string, Readonly<Record<string, unknown>>>> {
  const { contracts } = runSolc(
    { "a.sol": source },
    { evmVersion: "london", ...settings },
  );
  return Object.fromEntries(
    Object.entries(contracts).map(([name, { abi, evm }]) => [
      name,
      {
        abi,
        bytecode: `0x${evm.bytecode.object}`,
        deployedBytecode: `0x${evm.deployedBytecode.object}`,
        immutableReferences: evm.deployedBytecode.immutableReferences,
      },
    ]),
  );
}

/** Writes artifacts to a folder, each as a file with its name. */
export function writeArtifacts(
  artifacts: Readonly<Record<string, object>>,
): string {
  const { root, write } = temporaryFolder();
  for (const [name, artifact] of Object.entries(artifacts)) {
    write(`${name}.json`, JSON.stringify(artifact));
  }
  return root;
}
