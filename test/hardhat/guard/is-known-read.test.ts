import { expect } from "chai";

import { isKnownRead } from "../../../src/hardhat/guard/create-guard.ts";

describe("isKnownRead", () => {
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
    "eth_broadcastRawTransaction",
    "eth_publishTransaction",
    "txpool_addTransaction",
    "eth_batchRawTransactions",
    "blxr_tx",
    "parity_signAndSend",
    "eth_sign",
    "personal_sign",
    "eth_signTypedData",
    "eth_signTypedData_v4",
    "eth_fillTransaction",
    "anvil_sendTransaction",
    "debug_setHead",
    "ETH_CALL",
    "eth_call\n",
    "",
  ]) {
    it(`given ${method}, it is none`, () => {
      expect(isKnownRead(method)).to.equal(false);
    });
  }

  for (const method of [
    "eth_accounts",
    "eth_blockNumber",
    "eth_call",
    "eth_chainId",
    "eth_estimateGas",
    "eth_feeHistory",
    "eth_getBalance",
    "eth_getTransactionReceipt",
    "eth_getTransactionBySenderAndNonce",
    "eth_newFilter",
    "eth_newPendingTransactionFilter",
    "eth_subscribe",
    "net_version",
    "web3_clientVersion",
    "debug_traceCall",
    "trace_block",
    "txpool_status",
    "hardhat_setBalance",
    "evm_mine",
  ]) {
    it(`given "${method}", it is one`, () => {
      expect(isKnownRead(method)).to.equal(true);
    });
  }
});
