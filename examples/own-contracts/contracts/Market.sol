// SPDX-License-Identifier: CC0-1.0
pragma solidity ^0.8.0;

library Shares {
    function shareOf(uint256 amount, uint256 fee) external pure returns (uint256) {
        return (amount * fee) / 1 ether;
    }
}

/// An upgradable market, which keeps its owner, its treasury and its fee behind a proxy.
contract Market {
    // The slot of the implementation (EIP-1967).
    bytes32 internal constant SLOT = 0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc;

    address public immutable router;
    address public owner;
    address public treasury;
    uint256 public fee;
    bool public paused;

    constructor(address router_) {
        router = router_;
    }

    modifier onlyOwner() {
        require(msg.sender == owner, "Not the owner");
        _;
    }

    function initialize(address treasury_, uint256 fee_) external {
        require(owner == address(0), "Initialised");
        owner = msg.sender;
        treasury = treasury_;
        fee = fee_;
    }

    function feeOf(uint256 amount) external view returns (uint256) {
        return Shares.shareOf(amount, fee);
    }

    function setFee(uint256 fee_) external onlyOwner {
        fee = fee_;
    }

    function transferOwnership(address owner_) external onlyOwner {
        owner = owner_;
    }

    function upgradeTo(address implementation) external onlyOwner {
        assembly {
            sstore(SLOT, implementation)
        }
    }
}

contract MarketProxy {
    bytes32 internal constant SLOT = 0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc;

    constructor(address implementation, bytes memory data) {
        assembly {
            sstore(SLOT, implementation)
        }
        (bool isDone, ) = implementation.delegatecall(data);
        require(isDone, "Not initialised");
    }

    fallback() external payable {
        assembly {
            calldatacopy(0, 0, calldatasize())
            let isDone := delegatecall(gas(), sload(SLOT), 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            switch isDone
            case 0 {
                revert(0, returndatasize())
            }
            default {
                return(0, returndatasize())
            }
        }
    }
}
