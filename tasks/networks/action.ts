import { join } from "node:path";
import type { NewTaskActionFunction } from "hardhat/types/tasks";
import { successfulResult } from "hardhat/utils/result";
import { isAddress } from "../../src/base/address.ts";
import { recordOf } from "../../src/base/records.ts";
import {
  listNetworks,
  type NetworkSummary,
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
import type { TextStyle } from "../cli/style.ts";
import { type TextRow, textTable } from "../cli/table.ts";

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

/** The report of `alpha networks` as a table. */
function networksTable(report: NetworksReport, style: TextStyle): string {
  const rows: TextRow[] = [
    {
      headings: ["network", "role", "chain", "fee", "endpoint"],
    },
    ...report.networks.flatMap((network) => networkRows(network, style)),
  ];
  return textTable(rows, { style });
}

function networkRows(network: NetworkSummary, style: TextStyle): TextRow[] {
  const versions = Object.entries(network.versions).map(
    ([part, label]) => `${part} ${label}`,
  );
  const cells = [
    labelOf(network, style),
    `${network.role}${network.isDefault ? ", default" : ""}`,
    String(network.chainId),
    network.feeToken ?? style.unsure("unset"),
    network.endpoint ?? style.unsure("unset"),
  ];
  const added = [
    ["sandbox", network.sandboxNetwork],
    ["fork", network.forkNetwork],
  ].flatMap(([kind, name]) => {
    if (name === null || name === network.hardhatNetwork) {
      return [];
    }
    return [`${kind} ${name}`];
  });
  const contracts = Object.entries(network.contracts ?? {});
  const notes = [
    added.length > 0 && style.faint(`also: ${added.join(", ")}`),
    versions.length > 0 && style.faint(versions.join(", ")),
    ...contracts.map(([name, address]) => {
      const runs = network.proxies?.[name];
      const proxy = runs === undefined ? "" : `, proxy of ${runs} (locked)`;
      return style.faint(`${name} ${address}${proxy}`);
    }),
    network.unset.length > 0 &&
      style.unsure(`unset: ${network.unset.join(", ")}`),
  ].filter((note) => note !== false);
  return [{ cells }, ...notes.map((note) => ({ note }))];
}

/** A network's name, and that in Hardhat if it has another one there, or none. */
function labelOf(
  { network, hardhatNetwork }: NetworkSummary,
  style: TextStyle,
): string {
  const name = style.strong(network);
  if (hardhatNetwork === null) {
    return `${name} ${style.unsure("(not in Hardhat)")}`;
  }
  return hardhatNetwork === network ? name : `${name} (${hardhatNetwork})`;
}
