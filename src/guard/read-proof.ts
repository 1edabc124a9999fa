import { confirmChain } from "../node/confirm-chain.ts";
import { type ExpectedChain, wantsGenesis } from "../node/judge-chain.ts";
import { ask } from "../rpc/ask.ts";
import { decodeBlock } from "../rpc/decode/decode-block.ts";
import { decodeChainId } from "../rpc/decode/decode-chain-id.ts";
import { decodeCode } from "../rpc/decode/decode-code.ts";
import type { RpcCall, RpcTransport } from "../rpc/types.ts";
import { judgeProof, type Proof } from "./judge-proof.ts";
import { prefetch } from "./prefetch.ts";
import type { RouterPlace } from "./router-of.ts";

const CHAIN_ID: RpcCall = { method: "eth_chainId", params: [] };
const GENESIS: RpcCall = {
  method: "eth_getBlockByNumber",
  params: ["0x0", false],
};

/**
 * Asks an endpoint for what proves its chain, all at once. What speaks against
 * the chain is asked for a second time: of several backends one may be wrong.
 */
export async function readProof(
  transport: RpcTransport,
  expected: ExpectedChain,
  { path, address }: RouterPlace,
): Promise<Proof> {
  const block = wantsGenesis(expected) ? GENESIS : undefined;
  const code: RpcCall | undefined =
    address === undefined
      ? undefined
      : { method: "eth_getCode", params: [address, "latest"] };
  const node = await prefetch(
    transport,
    [CHAIN_ID, block, code].filter((call) => call !== undefined),
  );
  const readCode = async ({ method, params }: RpcCall) =>
    await ask(node, method, params, decodeCode);
  const [chainId, genesis, found] = await Promise.all([
    ask(node, CHAIN_ID.method, CHAIN_ID.params, decodeChainId),
    block && ask(node, block.method, block.params, decodeBlock),
    code && readCode(code),
  ]);
  const chain = await confirmChain(node, { chainId, genesis }, expected);
  const isAbsent = found?.ok === true && found.value.kind !== "code";
  return judgeProof({
    chain,
    routerPath: path,
    router: address,
    code:
      code !== undefined && isAbsent && chain.verdict === "right"
        ? await readCode(code)
        : found,
  });
}
