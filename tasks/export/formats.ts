import type { ExportFormat } from "./format.ts";

/** Loaded when it is used. */
export const EXPORT_FORMATS: Readonly<
  Record<string, () => Promise<ExportFormat>>
> = {
  json: async () => (await import("./formats/json.ts")).JSON_FORMAT,
  "address-json": async () =>
    (await import("./formats/address-json.ts")).ADDRESS_JSON,
  typescript: async () => (await import("./formats/typescript.ts")).TYPESCRIPT,
  solidity: async () => (await import("./formats/solidity.ts")).SOLIDITY,
  "chain-metadata": async () =>
    (await import("./formats/chain-metadata.ts")).CHAIN_METADATA,
  "token-list": async () =>
    (await import("./formats/token-list.ts")).TOKEN_LIST,
  "ocean-node": async () =>
    (await import("./formats/ocean-node.ts")).OCEAN_NODE,
  "ignition-parameters": async () =>
    (await import("./formats/ignition-parameters.ts")).IGNITION_PARAMETERS,
  allocs: async () => (await import("./formats/genesis.ts")).ALLOCS,
  genesis: async () => (await import("./formats/genesis.ts")).GENESIS,
};
