// SPDX-License-Identifier: CC0-1.0
pragma solidity ^0.8.12;

import {AlphaMarket} from "hardhat-alpha-networks/contracts/AlphaMarket.sol";
import {DevnetSandbox} from "hardhat-alpha-networks/contracts/DevnetSandbox.sol";
import {IPaymentToken} from "hardhat-alpha-networks/contracts/interfaces/IPaymentToken.sol";

/// Publishes a data asset and buys access to it, on the contracts of devnet.
contract BuyTest is DevnetSandbox {
    function test_network() public view {
        require(block.chainid == 32456);
        require(address(router.factory()) == address(erc721Factory));
    }

    function test_buyWithEuro() public {
        publishAndBuy(euro);
    }

    function test_buyWithAlpha() public {
        publishAndBuy(alpha);
    }

    function test_buyerWithoutTokensCannotBuy() public {
        AlphaMarket.Offer memory offer = publish(euro);
        address poor = address(0xB0B);
        startImpersonate(poor);
        euro.approve(address(fixedPrice), type(uint256).max);
        try fixedPrice.buyDT(offer.exchangeId, 1 ether, type(uint256).max, address(0), 0) {
            revert("bought without paying");
        } catch {}
        stopImpersonate();
    }

    function publishAndBuy(IPaymentToken paymentToken) private {
        AlphaMarket.Offer memory offer = publish(paymentToken);
        uint256 before = paymentToken.balanceOf(buyer);

        uint256 cost = buy(buyer, offer, 1 ether);

        require(offer.datatoken.balanceOf(buyer) == 1 ether, "no access token");
        require(before - paymentToken.balanceOf(buyer) == cost, "not paid");
    }

    function publish(IPaymentToken paymentToken) private returns (AlphaMarket.Offer memory) {
        AlphaMarket.Published memory published = publishAsset(AlphaMarket.asset(publisher));
        uint256 price = 10 ** paymentToken.decimals();
        return createFixedRate(published.datatoken, AlphaMarket.FixedRate(paymentToken, price, publisher));
    }
}
