import type { Outcome } from "../../../src/base/report.ts";
import { oneLine } from "../../../src/base/text.ts";
import { expectationsIn, idKey } from "../../../src/config/expectations.ts";
import { generatedBy } from "../../../src/files/generated-by.ts";
import type { JudgedNetwork, JudgedReport } from "../../../src/verify/found.ts";
import type { LockVerification } from "../../../src/verify/lock-report.ts";
import { isOfExpectation } from "../../../src/verify/words/findings.ts";
import {
  type Labelled,
  labelsOf,
  metricsOf,
  stateMetric,
} from "../../monitor/prometheus-lines.ts";

const OUTCOMES: readonly Outcome[] = ["ok", "failed", "unknown"];

/** 1 or 0 for what is proven. */
const IS_OK = { ok: 1, failed: 0, unknown: undefined };
const IS_CHANGED = {
  changed: 1,
  holds: 0,
  incomplete: undefined,
  unknown: undefined,
} as const;

type Verified = Labelled<{ readonly state: Outcome }>;

/**
 * The report of `alpha verify` in Prometheus' text format. Skipped contracts have no
 * sample. What is unknown has one of its state only, so that it is neither right nor
 * wrong.
 */
export function verifyPrometheus(report: JudgedReport): string {
  const networks: Verified[] = [];
  const contracts: Verified[] = [];
  const expected: Verified[] = [];
  const locks: Labelled<LockVerification["verdict"]>[] = [];
  for (const one of report.networks) {
    const { network, hardhatNetwork } = one;
    const common = { network, hardhat_network: hardhatNetwork ?? "" };
    const labels = labelsOf(common);
    networks.push({ status: { state: one.outcome }, labels });
    for (const { group, name, status } of one.rows) {
      if (group === "contracts" && status !== "skipped") {
        const own = labelsOf({ ...common, contract: name });
        contracts.push({ status: { state: status }, labels: own });
      }
    }
    const isOutdated = one.outdated !== undefined;
    for (const { id } of expectationsIn(one.expect)) {
      const state = isOutdated ? "unknown" : stateOf(id, one);
      expected.push({ status: { state }, labels: labelsOf({ ...common, id }) });
    }
    const { verdict } = one.lock ?? {};
    if (verdict !== undefined) {
      locks.push({ status: verdict, labels });
    }
  }
  return [
    `# ${generatedBy("alpha verify --format prometheus")}`,
    ...stateMetric("verify", OUTCOMES, networks),
    ...okMetric(
      "alpha_contract_ok",
      "1 if the contract is verified, 0 if it is proven wrong; absent if unknown.",
      contracts,
    ),
    ...stateMetric("contract", OUTCOMES, contracts),
    ...okMetric(
      "alpha_expectation_ok",
      "1 if a value is as expected, 0 if not; absent if unknown.",
      expected,
    ),
    ...stateMetric("expectation", OUTCOMES, expected),
    ...metricsOf(
      [
        {
          name: "alpha_lock_changed",
          help: "1 if something differs from the lock file, 0 if not; absent if unknown.",
          value: (verdict) => IS_CHANGED[verdict],
        },
      ],
      locks,
    ),
  ].join("\n");
}

function okMetric(name: string, help: string, samples: readonly Verified[]) {
  const value = ({ state }: Verified["status"]) => IS_OK[state];
  return metricsOf([{ name, help, value }], samples);
}

/** Tells whether a value is as it is expected to be. */
function stateOf(
  expected: string,
  { rows, audited, facts = [] }: JudgedNetwork,
): Outcome {
  const row = [...rows, ...(audited?.rows ?? [])].find(
    ({ name }) => idKey(name) === idKey(oneLine(expected)),
  );
  const fact = facts.find(({ id }) => idKey(id) === idKey(expected));
  // What the lock file leaves open may be what is expected.
  if (row === undefined || fact?.value === undefined) {
    return "unknown";
  }
  const problems = row.findings.filter(isOfExpectation);
  if (problems.some(({ status }) => status === "failed")) {
    return "failed";
  }
  return problems.length > 0 ? "unknown" : "ok";
}
