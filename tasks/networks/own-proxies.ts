import { join } from "node:path";
import { isAddress } from "../../src/base/address.ts";
import { recordOf } from "../../src/base/records.ts";
import type { NetworksReport } from "../../src/connect/list-networks.ts";
import { parseJson } from "../../src/files/json.ts";
import { readTextFile } from "../../src/files/read-text.ts";
import type {
  LOCK_FILE,
  LockFile,
} from "../../src/verify/lock-file/lock-file.ts";

const FILE: typeof LOCK_FILE = "alpha.lock.json";

/**
 * The report with the own contracts that are proxies, as the lock file has them at the
 * same addresses: no node is asked. A lock that cannot be read says nothing here;
 * `alpha verify` reports it.
 */
export async function withOwnProxies(
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
