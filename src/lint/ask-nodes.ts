import { NETWORK_DEFINITIONS } from "../networks/definitions.ts";
import { confirmChain } from "../node/confirm-chain.ts";
import { type ExpectedChain, wantsGenesis } from "../node/judge-chain.ts";
import { ask } from "../node/read-node-view.ts";
import { decodeBlock } from "../rpc/decode-block.ts";
import { decodeChainId } from "../rpc/decode-chain-id.ts";
import { createHttpTransport } from "../rpc/http-transport.ts";
import { textIn } from "../sources/value-in.ts";
import type { LintEntry, NodeAnswer } from "./types.ts";

/** For all nodes of a file together. In ms. */
const MOST_MILLISECONDS = 30_000;
/** Nodes asked of one file: an honest one has a handful. */
const MOST_NODES = 32;

/**
 * Asks the nodes of a file's entries for their chain. An entry without a node to
 * ask has no answer; one whose node or chain id cannot be known has an unknown.
 */
export async function askNodes(
  entries: readonly LintEntry[],
): Promise<ReadonlyMap<LintEntry, NodeAnswer>> {
  const deadline = Date.now() + MOST_MILLISECONDS;
  const questions = entries.filter(({ chain }) => chain.members.has("nodeUri"));
  const answers = await Promise.all(
    questions.map(async (entry, index) => {
      const answer =
        index < MOST_NODES
          ? await askNode(entry, deadline)
          : unknown(`only ${MOST_NODES} nodes of a file are asked`);
      return [entry, answer] as const;
    }),
  );
  return new Map(answers);
}

async function askNode(
  { chain, chainId, network }: LintEntry,
  deadline: number,
): Promise<NodeAnswer> {
  if (chainId === undefined) {
    return unknown("which one it should be is not known");
  }
  const url = textIn(chain.members.get("nodeUri")?.value);
  if (url === undefined || !isHttpUrl(url)) {
    return unknown("its URL is not known, or is none");
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

function unknown(reason: string): NodeAnswer {
  return { endpoint: undefined, verdict: { verdict: "unknown", reason } };
}

function isHttpUrl(text: string): boolean {
  return ["http:", "https:"].includes(URL.parse(text)?.protocol ?? "");
}
