// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.12;

import {IERC20Template} from "./interfaces/IERC20Template.sol";
import {IERC721Factory} from "./interfaces/IERC721Factory.sol";
import {IFixedRateExchange} from "./interfaces/IFixedRateExchange.sol";
import {IPaymentToken} from "./interfaces/IPaymentToken.sol";

/// Publishes data assets and buys access to them. The sender is the contract that uses
/// it; sandbox contracts have functions of the same names that take any sender.
library AlphaMarket {
    /// A data asset with one access token, the datatoken.
    struct Asset {
        string name;
        string symbol;
        string tokenURI;
        /// The owner of the NFT, and the minter of the datatoken.
        address owner;
    }

    /// The price of one datatoken.
    struct FixedRate {
        IPaymentToken paymentToken;
        /// In the smallest unit of the payment token: 2_500_000 is 2.5 with six decimals.
        uint256 price;
        /// Offers it. The exchange keeps the payments until they are collected.
        address owner;
    }

    /// A data asset on the chain.
    struct Published {
        address nft;
        IERC20Template datatoken;
    }

    /// A datatoken that is for sale at a fixed price.
    struct Offer {
        bytes32 exchangeId;
        IERC20Template datatoken;
        IPaymentToken paymentToken;
    }

    /// An asset with default values.
    function asset(address owner) internal pure returns (Asset memory) {
        return Asset("Data asset", "ASSET", "", owner);
    }

    /// Publishes a data asset.
    function publishAsset(IERC721Factory factory, Asset memory published)
        internal
        returns (Published memory)
    {
        string[] memory names = new string[](2);
        names[0] = string.concat(published.name, " access");
        names[1] = string.concat(published.symbol, "-1");
        // The minter, who receives the payment for orders, and the publisher's market.
        address[] memory roles = new address[](4);
        (roles[0], roles[1]) = (published.owner, published.owner);
        // The maximum supply, which the template requires and ignores, and no market fee.
        uint256[] memory supply = new uint256[](2);
        supply[0] = 1 ether;
        // Template indexes on chain begin with 1.
        (address nft, address datatoken) = factory.createNftWithErc20(
            IERC721Factory.NftCreateData(
                published.name, published.symbol, 1, published.tokenURI, true, published.owner
            ),
            IERC721Factory.ErcCreateData(1, names, roles, supply, new bytes[](0))
        );
        return Published(nft, IERC20Template(datatoken));
    }

    /// Offers a datatoken at a fixed price. The sender must be an ERC-20 deployer of the
    /// asset, such as its owner. The exchange mints what it sells.
    function createFixedRate(IERC20Template datatoken, IFixedRateExchange exchange, FixedRate memory rate)
        internal
        returns (Offer memory)
    {
        address[] memory roles = new address[](4);
        (roles[0], roles[1], roles[2]) = (address(rate.paymentToken), rate.owner, rate.owner);
        uint256 decimals = rate.paymentToken.decimals();
        uint256[] memory terms = new uint256[](5);
        (terms[0], terms[1], terms[4]) = (decimals, 18, 1);
        // The exchange expects the price with 18 decimals, whatever the token has.
        terms[2] = decimals > 18 ? rate.price / 10 ** (decimals - 18) : rate.price * 10 ** (18 - decimals);
        // An offer that mints makes the exchange a minter, which it must not be yet.
        if (datatoken.isMinter(address(exchange))) {
            datatoken.removeMinter(address(exchange));
        }
        bytes32 exchangeId = datatoken.createFixedRate(address(exchange), roles, terms);
        return Offer(exchangeId, datatoken, rate.paymentToken);
    }

    /// Buys datatokens, for the price and the fees of the marketplace.
    /// @param amount of datatokens, which have 18 decimals
    /// @return cost in the smallest unit of the payment token
    function buy(IFixedRateExchange exchange, Offer memory offer, uint256 amount)
        internal
        returns (uint256 cost)
    {
        (cost,,,) = exchange.calcBaseInGivenOutDT(offer.exchangeId, amount, 0);
        offer.paymentToken.approve(address(exchange), cost);
        exchange.buyDT(offer.exchangeId, amount, cost, address(0), 0);
    }
}
