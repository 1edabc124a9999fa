// SPDX-License-Identifier: CC0-1.0
pragma solidity ^0.8.0;

import {AlphaDevnet} from "./AlphaAddresses.sol";

interface IRouter {
    function isApprovedToken(address token) external view returns (bool);
}

/// Uses the addresses in the library that `alpha export` generated.
contract PaymentCheck {
    error NotDevnet(uint256 chainId);

    constructor() {
        if (block.chainid != AlphaDevnet.ChainId) {
            revert NotDevnet(block.chainid);
        }
    }

    function isAccepted(address token) external view returns (bool) {
        return IRouter(AlphaDevnet.Router).isApprovedToken(token);
    }
}
