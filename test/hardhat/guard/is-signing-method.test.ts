import { expect } from "chai";

import { isSigningMethod } from "../../../src/hardhat/guard/create-guard.ts";

describe("isSigningMethod", () => {
  for (const method of [
    "eth_sendTransaction",
    "eth_sendRawTransaction",
    "eth_sendRawTransactionConditional",
    "eth_sendPrivateTransaction",
    "eth_sendBundle",
    "eth_sendUserOperation",
    "eth_signTransaction",
    "eth_resend",
    "wallet_sendCalls",
    "wallet_signAuthorization",
    "personal_signTransaction",
    "account_signTransaction",
    "personal_signAndSendTransaction",
    "eth_signRawTransaction",
    "eth_signUserOperation",
    "eth_submitTransaction",
    "parity_postTransaction",
  ]) {
    it(`given ${method}, says that it may sign a transaction`, () => {
      expect(isSigningMethod(method)).to.equal(true);
    });
  }

  for (const method of [
    "eth_call",
    "eth_estimateGas",
    "eth_getTransactionReceipt",
    "eth_getTransactionBySenderAndNonce",
    "eth_sign",
    "personal_sign",
    "eth_signTypedData_v4",
    "eth_fillTransaction",
    "hardhat_setBalance",
    "evm_mine",
    "",
  ]) {
    it(`given "${method}", says that it cannot`, () => {
      expect(isSigningMethod(method)).to.equal(false);
    });
  }
});
