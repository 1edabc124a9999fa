import { expect } from "chai";

import { isKnownRead } from "../../../src/hardhat/guard/create-guard.ts";

const SENDING = `
  eth_sendTransaction eth_sendRawTransactionSync eth_sendBundle
  eth_signTransaction eth_resend eth_sign eth_signTypedData_v4
  eth_submitTransaction eth_broadcastRawTransaction eth_publishTransaction
  eth_batchRawTransactions eth_fillTransaction wallet_sendCalls personal_sign
  parity_postTransaction txpool_addTransaction blxr_tx anvil_sendTransaction
  debug_setHead trace_rawTransaction web3_sendTransaction net_sendRawTransaction
  eth_getTransactionSigned eth_getSendResult eth_newTransactionFilter
  trace_sendTransaction hardhat_broadcastTransaction evm_submitTransaction`;
const READING = `
  eth_accounts eth_blockNumber eth_call eth_chainId eth_estimateGas eth_feeHistory
  eth_getBalance eth_getTransactionReceipt eth_getTransactionBySenderAndNonce
  eth_newFilter eth_newPendingTransactionFilter eth_subscribe net_version
  web3_clientVersion debug_traceCall trace_block txpool_status hardhat_setBalance
  evm_mine`;

const namesIn = (text: string) => text.trim().split(/\s+/);

describe("isKnownRead", () => {
  it("given methods that sign, send or change, is none of them", () => {
    const methods = [...namesIn(SENDING), "ETH_CALL", "eth_call\n", ""];

    expect(methods.filter(isKnownRead)).to.deep.equal([]);
  });

  it("given methods that read, or change a simulated chain, is each of them", () => {
    const methods = namesIn(READING);

    expect(methods.filter(isKnownRead)).to.deep.equal(methods);
  });
});
