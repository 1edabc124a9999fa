import type { NewTaskActionFunction } from "hardhat/types/tasks";
import { successfulResult } from "hardhat/utils/result";
import { listNetworks } from "../../src/connect/list-networks.ts";
import { mayPrompt } from "../../src/hardhat/hooks/user-interruptions.ts";
import { type CommonArguments, selectionOf } from "../cli/arguments.ts";
import { printJson } from "../cli/json.ts";
import { chooseFormat, emit, prepareOutput } from "../cli/output.ts";
import { networksTable } from "./formats/table.ts";
import { withOwnProxies } from "./own-proxies.ts";

interface NetworksArguments extends CommonArguments {
  readonly sandbox: boolean;
}

const FORMATS = { table: networksTable, json: printJson };

const action: NewTaskActionFunction<NetworksArguments> = async (args, hre) => {
  const format = chooseFormat(FORMATS, args.format);
  const output = await prepareOutput(args, hre.config, { task: "networks" });
  const selection = selectionOf(args, hre);
  const report = await mayPrompt.run(
    false,
    async () =>
      await withOwnProxies(
        await listNetworks(hre, selection),
        hre.config.paths.root,
      ),
  );
  await emit((style) => format(report, style), output);
  return successfulResult(report);
};

export default action;
