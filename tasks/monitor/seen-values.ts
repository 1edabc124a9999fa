import { problemId } from "../../src/base/problems.ts";
import { contractId } from "../../src/verify/values/path.ts";
import type { WithValues } from "./reported-values.ts";

/** A problem of a row in the last run. */
export interface SeenProblem {
  /** The network's label. */
  readonly network: string;
  readonly check: string;
  readonly status: "failed" | "unknown";
  /** Empty of a node or service, whose state is part of its value. */
  readonly id: string;
  /** The value that was read then, as JSON. */
  readonly value?: string | undefined;
}

/**
 * The value of each fact and contract, the state and chain of each node, and the state of
 * a service with the address of a provider, as JSON, by the name of its row; of a chain
 * that has no row, by the id of the problem that it is another one.
 */
export function valuesOf({
  state,
  chainId,
  anchors = {},
  facts = [],
  contracts = [],
  endpoints = [],
  services = [],
}: WithValues) {
  const chain = {
    chainId,
    genesisHash: anchors.genesisHash,
    blockHash: anchors.block?.hash,
  };
  const values = new Map([
    ["node", JSON.stringify([state, chainId])] as const,
    ...endpoints.map((one, index) => {
      const value = JSON.stringify([one.state, one.chainId]);
      return [`endpoints[${index}]`, value] as const;
    }),
    ...services.map((one) => {
      // Which other one it is; the reasons of other states have numbers of blocks.
      const other = one.state === "wrong" ? one.reason : undefined;
      const which = one.providerAddress?.actual ?? other;
      return [one.service, JSON.stringify([one.state, which])] as const;
    }),
    ...Object.entries(chain).map(([field, value]) => {
      const id = problemId("changed", field, "changed");
      return [id, JSON.stringify(value)] as const;
    }),
    ...facts.map(({ id, value }) => [id, JSON.stringify(value)] as const),
    ...contracts.map(({ address, codeHash, proxy, ...contract }) => {
      const { reason: _words, ...runs } = { reason: undefined, ...proxy };
      return [
        contractId(contract),
        JSON.stringify([address, codeHash, runs]),
      ] as const;
    }),
  ]);
  return (check: string, id = "") => values.get(check) ?? values.get(id);
}
