// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.12;

import {AlphaSandbox} from "./AlphaSandbox.sol";

/// A Solidity test with the contracts of testnet (chain id 32457).
abstract contract TestnetSandbox is AlphaSandbox("testnet") {}
