import type { JsonRpcRequest } from "hardhat/types/providers";
import { isRecord } from "../../base/records.ts";

/**
 * The methods that neither sign nor send anything: reads of the usual clients, and the
 * methods of simulated chains. Clients keep adding methods that send, so every other one
 * is checked: one that only reads just costs a check.
 */
const READS: Readonly<Record<string, string>> = {
  eth: `accounts blobBaseFee blockNumber call callMany chainId coinbase config
    createAccessList estimateGas feeHistory gasPrice hashrate maxPriorityFeePerGas
    mining protocolVersion simulateV1 subscribe syncing unsubscribe
    newBlockFilter newFilter newPendingTransactionFilter uninstallFilter
    getAccount getAccountInfo getBalance getBlobBaseFee getBlobSidecars
    getBlockAccessList getBlockByHash getBlockByNumber getBlockReceipts
    getBlockTransactionCountByHash getBlockTransactionCountByNumber getCode
    getFilterChanges getFilterLogs getHeaderByHash getHeaderByNumber getLogs getProof
    getRawTransactionByBlockHashAndIndex getRawTransactionByBlockNumberAndIndex
    getRawTransactionByHash getStorageAt getStorageValues
    getTransactionByBlockHashAndIndex getTransactionByBlockNumberAndIndex
    getTransactionByHash getTransactionBySenderAndNonce getTransactionCount
    getTransactionReceipt getUncleByBlockHashAndIndex getUncleByBlockNumberAndIndex
    getUncleCountByBlockHash getUncleCountByBlockNumber`,
  net: "listening peerCount version",
  web3: "clientVersion sha3",
  rpc: "modules",
  debug: `getBadBlocks getModifiedAccountsByHash getModifiedAccountsByNumber
    getRawBlock getRawHeader getRawReceipts getRawTransaction storageRangeAt
    traceBlock traceBlockByHash traceBlockByNumber traceCall traceCallMany
    traceTransaction`,
  trace: `block call callMany filter get replayBlockTransactions replayTransaction
    transaction`,
  txpool: "content contentFrom inspect status",
  evm: `addAccount increaseTime mine revert setAccountBalance setAccountCode
    setAccountNonce setAccountStorageAt setAutomine setBlockGasLimit
    setIntervalMining setNextBlockTimestamp setTime snapshot`,
  hardhat: `addCompilationResult dropTransaction getAutomine
    getStackTraceFailuresCount impersonateAccount intervalMine metadata mine reset
    setBalance setCode setCoinbase setLoggingEnabled setMinGasPrice
    setNextBlockBaseFeePerGas setNonce setPrevRandao setStorageAt
    stopImpersonatingAccount`,
  anvil: `addBalance autoImpersonateAccount dealERC20 dropAllTransactions
    dropTransaction dumpState enableTraces getAutomine getBlockByHash
    getBlockByNumber getIntervalMining impersonateAccount increaseTime loadState
    metadata mine mineDetailed mine_detailed nodeInfo removeBlockTimestampInterval
    removePoolTransactions reorg reset revert rollback setAutomine setBalance
    setBlockGasLimit setBlockTimestampInterval setChainId setCode setCoinbase
    setIntervalMining setLoggingEnabled setMinGasPrice setNextBlockBaseFeePerGas
    setNextBlockTimestamp setNonce setRpcUrl setStorageAt setTime snapshot
    stopImpersonatingAccount`,
};

const KNOWN: ReadonlySet<string> = new Set(
  Object.entries(READS).flatMap(([namespace, names]) =>
    names.split(/\s+/).map((name) => `${namespace}_${name}`),
  ),
);

/** Returns whether a JSON-RPC method is known to neither sign nor send anything. */
export function isKnownRead(method: string): boolean {
  return KNOWN.has(method);
}

/** A read that carries a signed authorization (EIP-7702) shows it to the node. */
export function isRead({
  method,
  params,
}: Pick<JsonRpcRequest, "method" | "params">): boolean {
  return isKnownRead(method) && !carriesAuthorization(params);
}

function carriesAuthorization(value: unknown): boolean {
  if (Array.isArray(value)) {
    return value.some(carriesAuthorization);
  }
  return (
    isRecord(value) &&
    Object.entries(value).some(([name, member]) => {
      if (name === "authorizationList") {
        return Array.isArray(member) && member.length > 0;
      }
      return carriesAuthorization(member);
    })
  );
}
