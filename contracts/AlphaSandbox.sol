// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.12;

import {IDispenser} from "./interfaces/IDispenser.sol";
import {IERC721Factory} from "./interfaces/IERC721Factory.sol";
import {IFactoryRouter} from "./interfaces/IFactoryRouter.sol";
import {IFixedRateExchange} from "./interfaces/IFixedRateExchange.sol";
import {IOceanToken} from "./interfaces/IOceanToken.sol";
import {IOPFCommunityFeeCollector} from "./interfaces/IOPFCommunityFeeCollector.sol";
import {IPaymentToken} from "./interfaces/IPaymentToken.sol";

/// The cheatcodes that the sandbox needs. For others, use forge-std.
interface ISandboxCheatcodes {
    function chainId(uint256 newChainId) external;
    function envOr(string calldata name, string calldata defaultValue) external view returns (string memory value);
    function keyExistsJson(string calldata json, string calldata key) external view returns (bool);
    function load(address target, bytes32 slot) external view returns (bytes32 data);
    function loadAllocs(string calldata path) external;
    function parseJsonAddress(string calldata json, string calldata key) external pure returns (address);
    function parseJsonAddressArray(string calldata json, string calldata key) external pure returns (address[] memory);
    function parseJsonString(string calldata json, string calldata key) external pure returns (string memory);
    function parseJsonUint(string calldata json, string calldata key) external pure returns (uint256);
    function prank(address sender) external;
    function store(address target, bytes32 slot, bytes32 value) external;
}

/// A Solidity test with the contracts of an Alpha network, at the addresses of the
/// Hardhat config. The test contract holds one million of each payment token.
abstract contract AlphaSandbox {
    ISandboxCheatcodes private constant CHEATCODES =
        ISandboxCheatcodes(address(uint160(uint256(keccak256("hevm cheat code")))));
    uint256 private constant MAX_BALANCE_SLOT = 20;

    uint256 private immutable networkChainId;

    /// The base token of the router.
    IOceanToken internal immutable token;
    IOPFCommunityFeeCollector internal immutable communityFeeCollector;
    IFactoryRouter internal immutable router;
    IFixedRateExchange internal immutable fixedPrice;
    IDispenser internal immutable dispenser;
    IERC721Factory internal immutable erc721Factory;
    /// The datatoken templates. The on-chain template index is the position plus one.
    address[] internal erc20Templates;
    /// The NFT templates. The on-chain template index is the position plus one.
    address[] internal erc721Templates;

    /// The payment token in euro. Zero if it is a network of your own that has none.
    IPaymentToken internal immutable euro;
    /// The Alpha payment token.
    IPaymentToken internal immutable alpha;

    /// The funded accounts of the sandbox. The first one owns the contracts by default.
    address[] internal accounts;

    constructor(string memory network) {
        string memory json = CHEATCODES.envOr(string.concat("HARDHAT_ALPHA_NETWORKS_", network), string(""));
        require(
            bytes(json).length > 0,
            string.concat(
                "The sandbox of ",
                network,
                " is missing: add hardhat-alpha-networks to the plugins of the Hardhat config, and do not switch the network off"
            )
        );
        if (CHEATCODES.keyExistsJson(json, ".error")) {
            revert(CHEATCODES.parseJsonString(json, ".error"));
        }
        CHEATCODES.loadAllocs(CHEATCODES.parseJsonString(json, ".allocation"));
        networkChainId = CHEATCODES.parseJsonUint(json, ".chainId");
        token = IOceanToken(CHEATCODES.parseJsonAddress(json, ".token"));
        communityFeeCollector =
            IOPFCommunityFeeCollector(CHEATCODES.parseJsonAddress(json, ".communityFeeCollector"));
        router = IFactoryRouter(CHEATCODES.parseJsonAddress(json, ".router"));
        fixedPrice = IFixedRateExchange(CHEATCODES.parseJsonAddress(json, ".fixedPrice"));
        dispenser = IDispenser(CHEATCODES.parseJsonAddress(json, ".dispenser"));
        erc721Factory = IERC721Factory(CHEATCODES.parseJsonAddress(json, ".erc721Factory"));
        erc20Templates = CHEATCODES.parseJsonAddressArray(json, ".erc20Templates");
        erc721Templates = CHEATCODES.parseJsonAddressArray(json, ".erc721Templates");
        bool hasEuro = CHEATCODES.keyExistsJson(json, ".euro");
        euro = IPaymentToken(hasEuro ? CHEATCODES.parseJsonAddress(json, ".euro") : address(0));
        alpha = IPaymentToken(CHEATCODES.parseJsonAddress(json, ".alpha"));
        accounts = CHEATCODES.parseJsonAddressArray(json, ".accounts");
        if (hasEuro) {
            fund(euro, address(this), 1_000_000 * 10 ** euro.decimals());
        }
        fund(alpha, address(this), 1_000_000 * 10 ** alpha.decimals());
    }

    /// Sets `block.chainid` to that of the network. If you override it, call
    /// `super.setUp()`.
    function setUp() public virtual {
        CHEATCODES.chainId(networkChainId);
    }

    /// Sets the balance of an account, in the token's smallest unit. The total supply
    /// does not change.
    function fund(IPaymentToken paymentToken, address account, uint256 amount) internal {
        (bool success, bytes memory balance) =
            address(paymentToken).staticcall(abi.encodeCall(paymentToken.balanceOf, (account)));
        require(success && balance.length == 32, "The token to fund is not an ERC-20 contract");
        for (uint256 position = 0; position <= MAX_BALANCE_SLOT; position++) {
            bytes32 slot = keccak256(abi.encode(account, position));
            bytes32 previous = CHEATCODES.load(address(paymentToken), slot);
            CHEATCODES.store(address(paymentToken), slot, bytes32(amount));
            if (paymentToken.balanceOf(account) == amount && isBalance(paymentToken, account, slot, amount)) {
                return;
            }
            CHEATCODES.store(address(paymentToken), slot, previous);
        }
        revert("The balances of the token are not in a mapping that fund() can find");
    }

    /// Whether the balance follows the slot, and does not just have the same value.
    function isBalance(IPaymentToken paymentToken, address account, bytes32 slot, uint256 amount)
        private
        returns (bool follows)
    {
        uint256 other = amount ^ 1;
        CHEATCODES.store(address(paymentToken), slot, bytes32(other));
        follows = paymentToken.balanceOf(account) == other;
        CHEATCODES.store(address(paymentToken), slot, bytes32(amount));
    }

    /// Makes an account the sender of the next call.
    function impersonate(address account) internal {
        CHEATCODES.prank(account);
    }
}
