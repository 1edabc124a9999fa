import type { NetworksReport } from "../../src/connect/list-networks.ts";
import { EMPTY_LOCK } from "../../src/verify/lock/lock-file.ts";
import { readLock } from "../../src/verify/lock/parse-lock.ts";
import { hopsOf } from "../../src/verify/presence/describe-proxy.ts";

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
  const { lock } = await readLock(root).catch(() => ({ lock: EMPTY_LOCK }));
  return {
    ...report,
    networks: report.networks.map((network) => {
      const { hardhatNetwork, contracts = {} } = network;
      const locked = lock.networks[hardhatNetwork ?? ""]?.contracts ?? {};
      const names = Object.entries(contracts);
      const proxies: Record<string, string> = {};
      for (const [name, address] of names) {
        const one = locked[`own.${name}`];
        const runs = hopsOf(one?.proxy).at(-1)?.implementation;
        if (runs !== undefined && isSame(one?.address, address)) {
          const own = names.find(([, other]) => isSame(other, runs));
          proxies[name] = own?.[0] ?? runs;
        }
      }
      return Object.keys(proxies).length === 0
        ? network
        : { ...network, proxies };
    }),
  };
}

function isSame(one: string | undefined, other: string): boolean {
  return one?.toLowerCase() === other.toLowerCase();
}
