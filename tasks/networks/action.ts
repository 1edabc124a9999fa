import { join } from "node:path";
import type { NewTaskActionFunction } from "hardhat/types/tasks";
import { successfulResult } from "hardhat/utils/result";
import { isAddress } from "../../src/base/address.ts";
import { recordOf } from "../../src/base/records.ts";
import {
  listNetworks,
  type NetworksReport,
} from "../../src/connect/list-networks.ts";
import { parseJson } from "../../src/files/json.ts";
import { readTextFile } from "../../src/files/read-text.ts";
import { mayPrompt } from "../../src/hardhat/hooks/user-interruptions.ts";
import type {
  LOCK_FILE,
  LockFile,
} from "../../src/verify/lock-file/lock-file.ts";
import { type CommonArguments, selectionOf } from "../cli/arguments.ts";
import { chooseFormat, emit, prepareOutput, printJson } from "../cli/output.ts";
import { networksTable } from "./formats/table.ts";

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

const FILE: typeof LOCK_FILE = "alpha.lock.json";

/**
 * The report with the own contracts that are proxies, as the lock file has them at the
 * same addresses: no node is asked. A lock that cannot be read says nothing here;
 * `alpha verify` reports it.
 */
async function withOwnProxies(
  report: NetworksReport,
  root: string,
): Promise<NetworksReport> {
  if (report.networks.every(({ contracts }) => contracts === undefined)) {
    return report;
  }
  const read = await readTextFile(join(root, FILE));
  const lock: Partial<LockFile> = recordOf(
    read.kind === "text" && parseJson(read.text),
  );
  return {
    ...report,
    networks: report.networks.map((network) => {
      const { hardhatNetwork, contracts = {} } = network;
      const locked = lock.networks?.[hardhatNetwork ?? ""]?.contracts ?? {};
      const names = Object.entries(contracts);
      const proxies: Record<string, string> = {};
      for (const [name, address] of names) {
        const one = locked[`own.${name}`];
        const runs = [one?.runs ?? []].flat().at(-1)?.to;
        if (isAddress(runs) && isSame(one?.address, address)) {
          const own = names.find(([, other]) => isSame(other, runs));
          proxies[name] = own?.[0] ?? runs;
        }
      }
      if (Object.keys(proxies).length === 0) {
        return network;
      }
      return { ...network, proxies };
    }),
  };
}

function isSame(one: unknown, other: string): boolean {
  return String(one).toLowerCase() === other.toLowerCase();
}
