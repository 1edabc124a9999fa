import type { HardhatConfig } from "hardhat/types/config";
import type { Address } from "../../base/address.ts";
import { alphaError } from "../../base/errors.ts";
import { isHex } from "../../base/hex.ts";
import { asSentence } from "../../base/problems.ts";
import type { ResolvedAlphaNetwork, TokenKind } from "../../config/types.ts";
import type { NodeConnection } from "../../connect/select-networks.ts";
import {
  judgeToken,
  type TokenJudgement,
  tokenCalls,
} from "../../verify/identity/judge-token.ts";
import type { CallReading } from "../../verify/questions/readings.ts";
import { sentence } from "../../verify/words/sentences.ts";
import { describeNode, requestNode } from "../transactions/request-node.ts";
import { codeProblem, tokenAddress } from "./find-contract.ts";
import type { TokenOnChain } from "./types.ts";

/**
 * Reads the symbol and the decimals of a payment token from its contract.
 *
 * @throws HardhatPluginError if its address is not set, or no ERC-20 contract could be
 * read there.
 */
export async function readToken(
  config: HardhatConfig,
  connection: NodeConnection,
  network: ResolvedAlphaNetwork,
  kind: TokenKind,
): Promise<TokenOnChain> {
  const address = tokenAddress(network, kind);
  const read = await askToken(connection, address);
  if (read.verdict === "recognised") {
    const { symbol, decimals } = read;
    return Object.freeze({ address, symbol, decimals });
  }
  const label = `${kind} of ${network.name}`;
  const subject = { address, label, isRegistered: true };
  throw alphaError(
    (await codeProblem(config, connection, subject)) ??
      `Could not read the token at ${address} (${label}) from ${await describeNode(connection)}: ${asSentence(sentence(read.reason))} Check it with "hardhat alpha verify ${connection.networkName}".`,
  );
}

/** Asks a contract for what every ERC-20 token has, in the latest block. */
export async function askToken(
  connection: NodeConnection,
  address: Address,
): Promise<TokenJudgement> {
  const readings = await Promise.all(
    tokenCalls(address).map(async (call): Promise<CallReading> => {
      const params = [call, "latest"];
      const reply = await requestNode(connection, "eth_call", params);
      if (!reply.ok) {
        return { kind: "unknown", reason: reply.reason };
      }
      const data = reply.result;
      if (isHex(data) && data !== "0x") {
        return { kind: "returned", data };
      }
      return { kind: "unknown", reason: "eth_call returned no data" };
    }),
  );
  return judgeToken(readings, {});
}
