// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.12;

import {AlphaMarket} from "./AlphaMarket.sol";
import {IDispenser} from "./interfaces/IDispenser.sol";
import {IERC20Template} from "./interfaces/IERC20Template.sol";
import {IERC721Factory} from "./interfaces/IERC721Factory.sol";
import {IFactoryRouter} from "./interfaces/IFactoryRouter.sol";
import {IFixedRateExchange} from "./interfaces/IFixedRateExchange.sol";
import {IOceanToken} from "./interfaces/IOceanToken.sol";
import {IOPFCommunityFeeCollector} from "./interfaces/IOPFCommunityFeeCollector.sol";
import {IPaymentToken} from "./interfaces/IPaymentToken.sol";

/// The cheatcodes that the sandbox needs. For others, use forge-std. After other ones,
/// such as `envOr` or `loadAllocs`, Hardhat does not show where a test failed.
interface ISandboxCheatcodes {
    function chainId(uint256 newChainId) external;
    function load(address target, bytes32 slot) external view returns (bytes32 data);
    function parseJsonBytesArray(string calldata json, string calldata key) external pure returns (bytes[] memory);
    function prank(address sender) external;
    function rpcUrl(string calldata rpcAlias) external view returns (string memory json);
    function startPrank(address sender) external;
    function stopPrank() external;
    function store(address target, bytes32 slot, bytes32 value) external;
}

/// A Solidity test with the contracts of an Alpha network, at the addresses of the
/// Hardhat config. The test contract holds one million of each payment token.
abstract contract AlphaSandbox {
    ISandboxCheatcodes private constant CHEATCODES =
        ISandboxCheatcodes(address(uint160(uint256(keccak256("hevm cheat code")))));
    string private constant ENDPOINT = "hardhat-alpha-networks";
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

    /// The owner of the contracts: the first account, or `alpha.sandbox.owner`.
    address internal immutable owner;
    /// The first funded accounts besides the owner. Zero if there are not enough.
    address internal immutable publisher;
    address internal immutable buyer;
    /// The funded accounts of the sandbox.
    address[] internal accounts;

    constructor(string memory network) {
        bytes[] memory state = CHEATCODES.parseJsonBytesArray(readState(network), ".state");
        address[] memory addresses;
        (networkChainId, addresses, erc20Templates, erc721Templates, accounts) =
            abi.decode(state[0], (uint256, address[], address[], address[], address[]));
        // The other items are calls of cheatcodes that restore the contracts and balances.
        for (uint256 i = 1; i < state.length; i++) {
            (bool success,) = address(CHEATCODES).call(state[i]);
            require(success, "The state of the sandbox could not be restored");
        }
        token = IOceanToken(addresses[0]);
        communityFeeCollector = IOPFCommunityFeeCollector(addresses[1]);
        router = IFactoryRouter(addresses[2]);
        fixedPrice = IFixedRateExchange(addresses[3]);
        dispenser = IDispenser(addresses[4]);
        erc721Factory = IERC721Factory(addresses[5]);
        euro = IPaymentToken(addresses[6]);
        alpha = IPaymentToken(addresses[7]);
        (owner, publisher, buyer) = (addresses[8], addresses[9], addresses[10]);
        if (addresses[6] != address(0)) {
            fund(euro, address(this), 1_000_000 * 10 ** euro.decimals());
        }
        fund(alpha, address(this), 1_000_000 * 10 ** alpha.decimals());
    }

    /// The state of a sandbox. The plugin passes it in an alias of `rpcEndpoints`.
    function readState(string memory network) private view returns (string memory state) {
        string memory names;
        try CHEATCODES.rpcUrl(ENDPOINT) returns (string memory listed) {
            names = listed;
        } catch {
            revert("The sandboxes are missing: add hardhat-alpha-networks to the plugins of the Hardhat config");
        }
        try CHEATCODES.rpcUrl(string.concat(ENDPOINT, "/", network)) returns (string memory json) {
            state = json;
        } catch {
            revert(string.concat("Unknown network ", network, ". The networks of the Hardhat config are: ", names));
        }
        // Otherwise, it is the reason why there is no sandbox.
        require(bytes(state).length > 0 && bytes(state)[0] == "{", state);
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

    /// Publishes a data asset as its owner.
    function publishAsset(AlphaMarket.Asset memory asset)
        internal
        asSender(asset.owner)
        returns (AlphaMarket.Published memory)
    {
        return AlphaMarket.publishAsset(erc721Factory, asset);
    }

    /// Offers a datatoken at a fixed price, as the owner of the offer.
    function createFixedRate(IERC20Template datatoken, AlphaMarket.FixedRate memory rate)
        internal
        asSender(rate.owner)
        returns (AlphaMarket.Offer memory)
    {
        return AlphaMarket.createFixedRate(datatoken, fixedPrice, rate);
    }

    /// Buys datatokens for an account, which must have the payment tokens: see `fund`.
    function buy(address account, AlphaMarket.Offer memory offer, uint256 amount)
        internal
        asSender(account)
        returns (uint256 cost)
    {
        return AlphaMarket.buy(fixedPrice, offer, amount);
    }

    modifier asSender(address account) {
        startImpersonate(account);
        _;
        stopImpersonate();
    }

    /// Makes an account the sender of the next call. Every call uses it up, also one in
    /// the arguments: in `fixedPrice.buyDT(id, 1 ether, euro.balanceOf(buyer), ...)`, it is
    /// that of `balanceOf`. Use `startImpersonate` for more than one call.
    function impersonate(address account) internal {
        CHEATCODES.prank(account);
    }

    /// Makes an account the sender of all calls until `stopImpersonate`.
    function startImpersonate(address account) internal {
        CHEATCODES.startPrank(account);
    }

    /// Makes the test contract the sender of calls again.
    function stopImpersonate() internal {
        CHEATCODES.stopPrank();
    }

    /// Accepts NFTs, so that the test contract can own data assets.
    function onERC721Received(address, address, uint256, bytes calldata) external virtual returns (bytes4) {
        return this.onERC721Received.selector;
    }
}
