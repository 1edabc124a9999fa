import type { HardhatConfig } from "hardhat/types/config";
import type { NewTaskActionFunction } from "hardhat/types/tasks";
import { alphaError } from "../../src/base/errors.ts";
import { oneLine } from "../../src/base/text.ts";
import {
  portalConfigs,
  shownEndpoints,
} from "../../src/connect/portal-configs.ts";
import {
  type NetworkSelection,
  selectNetworks,
} from "../../src/connect/select-networks.ts";
import { readSandbox } from "../../src/sandbox/read-state.ts";
import { type CommonArguments, selectionOf } from "../cli/arguments.ts";
import { warnAboutModuleKind } from "../cli/javascript.ts";
import { checkOptions } from "../cli/options.ts";
import { chooseFormat, emit, prepareOutput } from "../cli/output.ts";
import { taskConnections } from "../cli/task-connections.ts";
import { taskResult } from "../cli/task-result.ts";
import { check } from "./check.ts";
import {
  type ExportedNetwork,
  type ExportFormat,
  outcomeOfExport,
  printExportMessages,
  writeExport,
} from "./format.ts";
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
import { withOwnAbis } from "./network-data.ts";

interface ExportArguments extends CommonArguments {
  readonly abis: boolean;
  readonly as: string | undefined;
  readonly check: string | undefined;
  readonly checkFormat: string;
  readonly reveal: boolean;
}

const action: NewTaskActionFunction<ExportArguments> = async (args, hre) => {
  const { as, out, check: file, reveal } = args;
  const format = chooseFormat(EXPORT_FORMATS, args.format);
  const isFormatGiven = args.checkFormat !== "table";
  checkOptions({ ...args, checkFormat: isFormatGiven }, [
    { option: "--check-format", requires: "--check" },
    { option: "--as", requires: "--format address-json" },
    { option: "--abis", requires: "--format typescript" },
  ]);
  const isUnmarked =
    format.content !== undefined && format.content !== "module";
  const output =
    file === undefined
      ? await prepareOutput(args, hre.config, {
          task: "export",
          isUnmarked,
          isMerged: format.isMerged === true,
        })
      : undefined;
  const found = await exportedNetworks(hre.config, selectionOf(args, hre), {
    ...format,
    reveal,
  });
  const selected = args.abis ? await withOwnAbis(hre.config, found) : found;
  let networks = selected;
  if (format.isOfOneNetwork || as !== undefined) {
    const options = [`--format ${args.format}`];
    if (as !== undefined) {
      options.push(`--as ${oneLine(as)}`);
    }
    networks = [onlyNetwork(selected, options.join(" "))];
  }
  if (format.readsState) {
    const connections = taskConnections(hre);
    networks = await Promise.all(
      networks.map(async (exported) => ({
        ...exported,
        ...(await readSandbox(connections, exported.network)),
      })),
    );
  }
  const input = {
    as,
    networks,
    timestamp: (otherwise?: number) => exportTimestamp(process.env, otherwise),
  };

  if (file !== undefined) {
    return await check(file, format, input, { args, hre });
  }
  const exported =
    output === undefined
      ? format.render({ ...input, file: undefined, previous: undefined })
      : await writeExport(format, input, output);
  const { text } = exported;
  if (output === undefined && text !== undefined) {
    await emit(() => text);
  }
  printExportMessages(exported);
  await warnAboutModuleKind(out, exported.module);
  return taskResult(exported, outcomeOfExport(exported));
};

export default action;

/**
 * The network of an export of a single network.
 *
 * @throws HardhatPluginError unless exactly one network is selected.
 */
function onlyNetwork(
  [exported, ...others]: readonly ExportedNetwork[],
  options: string,
): ExportedNetwork {
  if (exported === undefined || others.length > 0) {
    throw alphaError(
      `${options} is for one network. Name the network, such as "alpha export ${exported?.network.name ?? "devnet"} ${options}".`,
    );
  }
  return exported;
}

/** The maximum of `Date`. */
const MAX_SECONDS = 8_640_000_000_000;

/**
 * The time of an export, in ISO 8601: `SOURCE_DATE_EPOCH`, as in other reproducible
 * builds. Without it, the epoch, so that the same configuration gives the same text.
 *
 * @param otherwise the time without it, in ms since 1970
 * @throws HardhatPluginError if the variable is not a number of seconds.
 */
export function exportTimestamp(
  environment: Readonly<Record<string, string | undefined>>,
  otherwise = 0,
): string {
  const text =
    environment["SOURCE_DATE_EPOCH"] || `${Math.floor(otherwise / 1000)}`;
  const seconds = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (!(seconds <= MAX_SECONDS)) {
    throw alphaError(
      "The environment variable SOURCE_DATE_EPOCH is not a number of seconds since 1970. Correct it or unset it.",
    );
  }
  return new Date(seconds * 1000).toISOString();
}

/**
 * The selected networks, without duplicates. Configuration variables are only read
 * for formats that need portal configurations.
 *
 * @param reveal whether to include portal values that may be secret
 * @throws HardhatPluginError if the selection or a URL is invalid.
 */
export async function exportedNetworks(
  config: HardhatConfig,
  selection: NetworkSelection,
  {
    readsPortal,
    readsEndpoints,
    reveal,
  }: Pick<ExportFormat, "readsPortal" | "readsEndpoints"> & {
    readonly reveal: boolean;
  },
): Promise<readonly ExportedNetwork[]> {
  const selected = selectNetworks(config, selection);
  const networks = new Map(
    selected.map(({ network }) => [network.name, network]),
  );
  const portals =
    readsPortal === true ? await portalConfigs(config, selection, reveal) : [];
  const exported: ExportedNetwork[] = [];
  for (const network of networks.values()) {
    exported.push({
      network,
      portal: portals.find((portal) => portal.network === network.name),
      endpoints: readsEndpoints && (await shownEndpoints(network, reveal)),
    });
  }
  return exported;
}

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
