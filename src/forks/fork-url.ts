import type { ResolvedConfigurationVariable } from "hardhat/types/config";

import type { ForkedNode } from "./confirm-forked-node.ts";
import { forkOpening } from "./fork-opening.ts";

/**
 * The URL of the node that a simulated chain forks. Hardhat reads it when the
 * fork opens, and forks whatever answers; left alone it tries a dead node for a
 * minute and then does not say which. So the node is asked first.
 */
export class ForkUrl implements ResolvedConfigurationVariable {
  readonly _type = "ResolvedConfigurationVariable";
  readonly format: string;
  readonly #url: ResolvedConfigurationVariable;
  readonly #node: ForkedNode;

  constructor(url: ResolvedConfigurationVariable, node: ForkedNode) {
    this.format = url.format;
    this.#url = url;
    this.#node = node;
  }

  get(): Promise<string> {
    return this.#url.get();
  }

  /**
   * @throws HardhatPluginError if the node does not answer in time, serves another
   * chain, or one that cannot be forked under the configured hardfork.
   */
  async getUrl(): Promise<string> {
    const url = await this.#url.getUrl();
    const { hardhatNetwork, headers } = this.#node;
    const [{ confirmForkedNode }, { createScrubber }, { collectSecrets }] =
      await Promise.all([
        import("./confirm-forked-node.ts"),
        import("../rpc/secrets/create-scrubber.ts"),
        import("../rpc/secrets/collect-secrets.ts"),
      ]);
    await confirmForkedNode(url, this.#node);
    const scrubber = createScrubber(collectSecrets({ url, headers }));
    forkOpening.getStore()?.({ hardhatNetwork, scrubber });
    return url;
  }

  getBigInt(): Promise<bigint> {
    return this.#url.getBigInt();
  }

  getHexString(): Promise<string> {
    return this.#url.getHexString();
  }
}
