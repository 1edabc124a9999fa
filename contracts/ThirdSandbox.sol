// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.12;

import {AlphaSandbox} from "./AlphaSandbox.sol";

/// A Solidity test with the contracts of the third network (chain id 100).
abstract contract ThirdSandbox is AlphaSandbox("third") {}
