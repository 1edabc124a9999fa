import type { NewTaskActionFunction } from "hardhat/types/tasks";
import { oneLine } from "../../src/base/text.ts";
import { enabledNetworks } from "../../src/config/configured-networks.ts";
import { discover } from "../../src/discover/discover.ts";
import type { CommonArguments } from "../cli/arguments.ts";
import { checkOptions, parseSeconds } from "../cli/options.ts";
import { chooseFormat, emit, prepareOutput, printJson } from "../cli/output.ts";
import { taskResult } from "../cli/task-result.ts";
import { type DiscoverFormat, describeGaps } from "./format.ts";

/** Loaded when it is used. */
export const DISCOVER_FORMATS: Readonly<
  Record<string, () => Promise<DiscoverFormat>>
> = {
  table: async () => {
    const { discoverTable } = await import("./formats/table.ts");
    return {
      isReport: true,
      render: (discovery, _naming, style) => discoverTable(discovery, style),
    };
  },
  json: async () => ({
    isReport: true,
    render: ({ report }) => printJson(report),
  }),
  config: async () => (await import("./formats/config.ts")).CONFIG,
  "address-json": async () =>
    (await import("./formats/address-json.ts")).ADDRESS_JSON,
};

interface DiscoverArguments extends Omit<CommonArguments, "names"> {
  readonly router: string;
  readonly rpcUrl: string | undefined;
  readonly maxBlockAge: string | undefined;
  readonly as: string | undefined;
}

const action: NewTaskActionFunction<DiscoverArguments> = async (args, hre) => {
  const { as, router, rpcUrl } = args;
  const format = await chooseFormat(DISCOVER_FORMATS, args.format)();
  checkOptions(args, [
    { option: "--as", requires: "--format config or address-json" },
  ]);
  const naming = {
    as,
    networks: enabledNetworks(hre.config.alpha),
    alpha: hre.userConfig.alpha ?? {},
  };
  format.checkName?.(naming);
  const maxBlockAge = parseSeconds("--max-block-age", args.maxBlockAge);
  const output = await prepareOutput(args, hre.config, {
    task: "discover",
    isUnmarked: format.write !== undefined,
  });
  const discovery = await discover(hre, {
    router,
    hardhatNetwork: hre.globalOptions.network,
    rpcUrl,
    maxBlockAge,
  });
  const { report } = discovery;
  const isEmpty = !format.isReport && report.registry.router === undefined;
  if (output !== undefined && isEmpty) {
    // A file of an earlier run is better than none.
    console.error(`${oneLine(output.file)} was not written.`);
  } else if (output !== undefined && format.write !== undefined) {
    await format.write(report, naming, output);
  } else {
    await emit((style) => format.render(discovery, naming, style), output);
  }
  if (!format.isReport) {
    for (const line of describeGaps(report)) {
      console.error(oneLine(line));
    }
  }
  return taskResult(report, report.outcome);
};

export default action;
