// SPDX-License-Identifier: CC0-1.0
pragma solidity ^0.8.12;

import {DevnetSandbox} from "hardhat-alpha-networks/contracts/DevnetSandbox.sol";
import {IERC20Template} from "hardhat-alpha-networks/contracts/interfaces/IERC20Template.sol";
import {IERC721Factory} from "hardhat-alpha-networks/contracts/interfaces/IERC721Factory.sol";
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
        (, bytes32 exchangeId) = publish(euro, accounts[1]);
        address buyer = address(0xB0B);
        impersonate(buyer);
        try fixedPrice.buyDT(exchangeId, 1 ether, type(uint256).max, address(0), 0) {
            revert("bought without paying");
        } catch {}
    }

    function publishAndBuy(IPaymentToken paymentToken) private {
        address publisher = accounts[1];
        uint256 price = 10 ** paymentToken.decimals();
        (address datatoken, bytes32 exchangeId) = publish(paymentToken, publisher);

        // The test contract holds both payment tokens. Other accounts are funded by:
        address buyer = address(0xB0B);
        fund(paymentToken, buyer, 2 * price);
        impersonate(buyer);
        paymentToken.approve(address(fixedPrice), 2 * price);
        impersonate(buyer);
        fixedPrice.buyDT(exchangeId, 1 ether, 2 * price, address(0), 0);

        require(IERC20Template(datatoken).balanceOf(buyer) == 1 ether, "no access token");
        require(paymentToken.balanceOf(buyer) < price, "not paid");
    }

    function publish(IPaymentToken paymentToken, address publisher)
        private
        returns (address datatoken, bytes32 exchangeId)
    {
        string[] memory names = new string[](2);
        (names[0], names[1]) = ("Access token", "ACCESS");
        address[] memory roles = new address[](4);
        (roles[0], roles[1]) = (publisher, publisher);
        uint256[] memory supply = new uint256[](2);
        supply[0] = 1000 ether;
        address[] memory seller = new address[](4);
        (seller[0], seller[1], seller[2]) = (address(paymentToken), publisher, publisher);
        uint256[] memory terms = new uint256[](5);
        // The decimals of both tokens, and the price of one datatoken with 18 decimals.
        (terms[0], terms[1], terms[2], terms[4]) = (paymentToken.decimals(), 18, 1 ether, 1);

        impersonate(publisher);
        (, datatoken, exchangeId) = erc721Factory.createNftWithErc20WithFixedRate(
            IERC721Factory.NftCreateData("Data asset", "ASSET", 1, "", true, publisher),
            IERC721Factory.ErcCreateData(1, names, roles, supply, new bytes[](0)),
            IERC721Factory.FixedData(address(fixedPrice), seller, terms)
        );
    }
}
