// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.12;

import {AlphaSandbox} from "./AlphaSandbox.sol";

/// A Solidity test with the contracts of devnet (chain id 32456).
abstract contract DevnetSandbox is AlphaSandbox("devnet") {}
