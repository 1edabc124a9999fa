import type { ExportFormat } from "./format.ts";
import { ADDRESS_JSON } from "./formats/address-json.ts";
import { CHAIN_METADATA } from "./formats/chain-metadata.ts";
import {
  IGNITION_PARAMETERS,
  JSON_FORMAT,
  TYPESCRIPT,
} from "./formats/contracts.ts";
import { ALLOCS, GENESIS } from "./formats/genesis.ts";
import { OCEAN_NODE } from "./formats/ocean-node.ts";
import { SOLIDITY } from "./formats/solidity.ts";
import { TOKEN_LIST } from "./formats/token-list.ts";

export const EXPORT_FORMATS: Readonly<Record<string, ExportFormat>> = {
  json: JSON_FORMAT,
  "address-json": ADDRESS_JSON,
  typescript: TYPESCRIPT,
  solidity: SOLIDITY,
  "chain-metadata": CHAIN_METADATA,
  "token-list": TOKEN_LIST,
  "ocean-node": OCEAN_NODE,
  "ignition-parameters": IGNITION_PARAMETERS,
  allocs: ALLOCS,
  genesis: GENESIS,
};
