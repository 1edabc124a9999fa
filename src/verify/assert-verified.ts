import { AssertionError } from "node:assert";
import {
  type ListedProblem,
  listProblems,
  requireReport,
} from "../base/problem-lines.ts";
import { networkLabel, optionalLine } from "../base/text.ts";
import type { ReportedNetwork, VerifyReport } from "./report.ts";
import { contractId } from "./values/path.ts";

const HEADLINES = {
  failed: "The networks are proven wrong",
  unknown: "It could not be determined whether the networks are right",
} as const;

/**
 * Passes if a report of `alpha verify` says that everything holds.
 *
 * @throws AssertionError of `node:assert` with all that is wrong, what is proven
 * before what is unknown, and what to do. What is unknown does not pass.
 * HardhatPluginError if it is no report of `alpha verify`.
 *
 * @example
 * assertVerified(await hre.alpha.verify({ level: "wiring" }));
 */
export function assertVerified(report: VerifyReport): void {
  requireReport(report, "verify");
  const { outcome, level, networks } = report;
  if (outcome === "ok") {
    return;
  }
  throw new AssertionError({
    message: `${HEADLINES[outcome]} (level ${level}):\n${listProblems(networks.flatMap(listed))}`,
    actual: outcome,
    expected: "ok",
    operator: "assertVerified",
    stackStartFn: assertVerified,
  });
}

/** The problems of a network, with its endpoint, or the addresses of the contracts that they affect. */
function listed(network: ReportedNetwork): readonly ListedProblem[] {
  const places = new Map([
    [
      "network",
      network.endpoint && `network ${optionalLine(network.endpoint)}`,
    ],
    ...network.contracts.map((contract) => {
      const { address, source } = contract;
      const from =
        source === undefined ? "" : ` (from ${optionalLine(source)})`;
      const id = contractId(contract);
      return [id, address && `${id} ${address}${from}`] as const;
    }),
  ]);
  return network.problems.map(({ title, named, ...problem }) => {
    const [only = "", ...others] = named;
    const place = others.length === 0 ? places.get(only) : undefined;
    // The title of a single row begins with its name.
    const isTitled = place && title.startsWith(`${only} `);
    const shown = isTitled ? `${place}${title.slice(only.length)}` : title;
    return {
      ...problem,
      title: `${networkLabel(network)}: ${shown}`,
      affected:
        others.length === 0
          ? []
          : named.map((name) => places.get(name) ?? name),
    };
  });
}
