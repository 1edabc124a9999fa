import type { NodeConnection } from "./node-connection.ts";

/** So many fees are remembered; older ones a node no longer tells. */
const MOST_FEES = 16;

/**
 * The fees that this process has multiplied on one chain. Nodes tell what others
 * paid last, and where nobody else sends that is our own fee: multiplied again,
 * it would grow by the factor with every transaction.
 */
export class OwnFees {
  readonly #usual = new Map<bigint, bigint>();

  /** What a fee that the node tells was before it was multiplied, if by us. */
  usual(fee: bigint): bigint {
    return this.#usual.get(fee) ?? fee;
  }

  /**
   * The same of the tip of a block with this base fee. What a gas price pays on
   * top of the base fee is a tip, too.
   */
  usualTip(tip: bigint, baseFee: bigint | undefined): bigint {
    const usual = this.#usual.get(tip);
    if (usual !== undefined || baseFee === undefined) {
      return usual ?? tip;
    }
    const rest = this.usual(tip + baseFee) - baseFee;
    return rest > 0n ? rest : tip;
  }

  remember(usual: bigint, multiplied: bigint): void {
    this.#usual.delete(multiplied);
    this.#usual.set(multiplied, usual);
    const [oldest] = this.#usual.keys();
    if (this.#usual.size > MOST_FEES && oldest !== undefined) {
      this.#usual.delete(oldest);
    }
  }
}

const byUrl = new Map<string, OwnFees>();
const byConnection = new WeakMap<object, OwnFees>();

/** Those of a connection's chain: all connections to one URL reach the same. */
export async function ownFeesOf(connection: NodeConnection): Promise<OwnFees> {
  const { networkConfig, provider } = connection;
  if (networkConfig.type !== "http") {
    const known = byConnection.get(provider) ?? new OwnFees();
    byConnection.set(provider, known);
    return known;
  }
  const url = await networkConfig.url.getUrl();
  const known = byUrl.get(url) ?? new OwnFees();
  byUrl.set(url, known);
  return known;
}
