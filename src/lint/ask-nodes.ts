import { NETWORK_DEFINITIONS } from "../networks/definitions.ts";
import { confirmChain } from "../node/confirm-chain.ts";
import { type ExpectedChain, wantsGenesis } from "../node/judge-chain.ts";
import { ask } from "../rpc/ask.ts";
import { decodeBlock } from "../rpc/decode/decode-block.ts";
import { decodeChainId } from "../rpc/decode/decode-chain-id.ts";
import { createHttpTransport } from "../rpc/http/http-transport.ts";
import { nodesOfEntry } from "./nodes-of-entry.ts";
import type { LintEntry, NodeAnswer } from "./types.ts";

/** For all nodes of a file together. In ms. */
const MOST_MILLISECONDS = 30_000;
/** Nodes asked of one file: an honest one has a handful. */
const MOST_NODES = 32;

/**
 * Asks the nodes of a file's entries for their chain. Each entry has an answer: an
 * unknown where a node or the chain id cannot be known, and what was not asked.
 */
export async function askNodes(
  entries: readonly LintEntry[],
): Promise<readonly NodeAnswer[]> {
  const deadline = Date.now() + MOST_MILLISECONDS;
  let asked = 0;
  const answers = entries.flatMap((entry): Promise<NodeAnswer>[] => {
    const { named, passed } = nodesOfEntry(entry);
    return [
      ...named.map(async ({ field, place, url }) => ({
        entry,
        field,
        place,
        ...(asked++ < MOST_NODES
          ? await askNode(url, entry, deadline)
          : unknown(`only ${MOST_NODES} nodes of a file are asked`)),
      })),
      ...passed.map(async ({ field, place, verdict, reason }) => ({
        entry,
        field,
        place,
        endpoint: undefined,
        verdict: { verdict, reason },
      })),
    ];
  });
  return await Promise.all(answers);
}

type Asked = Pick<NodeAnswer, "endpoint" | "verdict">;

async function askNode(
  url: string,
  { chainId, network }: LintEntry,
  deadline: number,
): Promise<Asked> {
  if (chainId === undefined) {
    return unknown("which one it should be is not known");
  }
  const expected: ExpectedChain = {
    chainId,
    genesisHash: network?.network.genesisHash,
    namesakes:
      network === undefined
        ? []
        : NETWORK_DEFINITIONS[network.network.name].namesakes,
  };
  const transport = createHttpTransport({ url, deadline });
  try {
    const [id, genesis] = await Promise.all([
      ask(transport, "eth_chainId", [], decodeChainId),
      wantsGenesis(expected)
        ? ask(transport, "eth_getBlockByNumber", ["0x0", false], decodeBlock)
        : undefined,
    ]);
    return {
      endpoint: transport.endpoint,
      verdict: await confirmChain(
        transport,
        { chainId: id, genesis },
        expected,
      ),
    };
  } finally {
    await transport.close();
  }
}

function unknown(reason: string): Asked {
  return { endpoint: undefined, verdict: { verdict: "unknown", reason } };
}
