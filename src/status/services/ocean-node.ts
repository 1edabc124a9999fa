import { addressOf } from "../../base/address.ts";
import { type Decoded, recordOf } from "../../base/records.ts";
import { plainUrl } from "../../base/text.ts";
import { describeValue } from "../../base/untrusted-text.ts";
import { OCEAN_NODE_FIELD } from "../../config/network-values.ts";
import { METADATA_CACHE } from "./metadata-cache.ts";
import {
  chainIdsOf,
  expectedProvider,
  judgeAddress,
  PROVIDER,
  type ProviderDescription,
} from "./provider.ts";
import {
  blockOf,
  type Judgement,
  judgeBlock,
  refuse,
  type Service,
  softwareOf,
  unknown,
} from "./service.ts";

/**
 * An Ocean Node, which is provider and metadata cache in one: the chains that it serves,
 * its address, and the last block that it has indexed. Address and index count if the
 * network has no other provider or metadata cache, and are notes otherwise.
 *
 * @see https://github.com/oceanprotocol/ocean-node/blob/96fb2ff/src/components/core/utils/statusHandler.ts
 */
export const OCEAN_NODE: Service<OceanNodeStatus> = {
  service: "oceanNode",
  field: OCEAN_NODE_FIELD,
  isOptional: true,
  peer: { protocol: "Ocean Node", name: "Ocean Node" },
  question: {
    method: "POST",
    path: "/directCommand",
    body: JSON.stringify({ command: "status" }),
  },
  decode: decodeOceanNode,
  judge: async (status, { network, url, urls, node }) => {
    const { chainId } = network.values;
    const isAlso = (field: string) => {
      const { url: other = url } = urls.get(field) ?? {};
      return typeof other === "string" && placeOf(other) === placeOf(url);
    };
    const expected = expectedProvider(network);
    const identity = await judgeAddress(
      status,
      isAlso(PROVIDER.field) ? expected : { ...expected, address: null },
    );
    let index: Judgement = NOT_INDEXED;
    if (status.blocks.has(chainId)) {
      const block = status.blocks.get(chainId);
      index = block === 0n ? WITHOUT_DATABASE : judgeBlock(block, await node);
    } else if (isAlso(METADATA_CACHE.field)) {
      index = { state: "wrong", reason: NOT_INDEXED.note };
    }
    const both = [identity, index];
    const { state, reason, remedy } =
      both.find((one) => /^(wrong|lagging)$/.test(one.state)) ??
      both.find((one) => one.state !== "ok") ??
      identity;
    const note = both.flatMap((one) => one.note ?? []).join("; ") || undefined;
    return { ...index, ...identity, state, reason, remedy, note };
  },
};

/** A URL without its query, so that other keys do not make it another service. */
function placeOf(text: string): string {
  const url = new URL(text);
  url.search = "";
  return plainUrl(url);
}

const NOT_INDEXED = {
  state: "ok",
  note: "it does not index the chain",
} as const;

const WITHOUT_DATABASE = unknown(
  "it reports block 0, as it does without its database",
);

/** The status of an Ocean Node. */
export interface OceanNodeStatus extends ProviderDescription {
  /** The last indexed block of each chain that it indexes. */
  readonly blocks: ReadonlyMap<number, bigint | undefined>;
}

/** Decodes the response to the command `status`. */
function decodeOceanNode(value: unknown): Decoded<OceanNodeStatus> {
  const { address, provider, indexer = [], ...rest } = recordOf(value);
  if (!Array.isArray(provider) || !Array.isArray(indexer)) {
    return refuse(
      `${describeValue(value)} without its chains: is this the URL of an Ocean Node?`,
    );
  }
  const [served, indexed] = [provider, indexer].map((list) =>
    chainIdsOf(list.map((one) => recordOf(one)["chainId"])),
  );
  const addresses = addressOf(address);
  if (
    served === undefined ||
    indexed === undefined ||
    addresses === undefined
  ) {
    return refuse("a status with malformed chain ids or a malformed address");
  }
  return {
    ok: true,
    value: {
      ...softwareOf(rest),
      chainIds: served,
      addresses,
      blocks: new Map(
        indexed.map((id, at) => [id, blockOf(recordOf(indexer[at])["block"])]),
      ),
    },
  };
}
