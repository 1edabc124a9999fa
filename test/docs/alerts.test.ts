import { readFileSync } from "node:fs";
import { expect } from "chai";
import { parse } from "yaml";
import { statusReport } from "../../src/status/checks.ts";
import type { NodeState, ServiceState } from "../../src/status/report.ts";
import type { LockChange } from "../../src/verify/lock-report.ts";
import { statusPrometheus } from "../../tasks/status/formats/prometheus.ts";
import { verifyPrometheus } from "../../tasks/verify/formats/prometheus.ts";
import {
  contract,
  missing,
  network,
  report,
  unreachable,
} from "../tasks/verify/verify-reports.ts";

const FILE = new URL("../../examples/monitoring/alerts.yml", import.meta.url);
const NOW = 1_760_000_000;

const rules: readonly { readonly alert: string; readonly expr: string }[] =
  parse(readFileSync(FILE, "utf8")).groups.flatMap(
    (group: { readonly rules: object[] }) => group.rules,
  );

/**
 * A selector that is subtracted from the time, or of which the last value counts, or
 * neither, and that is compared with a number; or one that is absent.
 */
const RULE =
  /^(time\(\) - |last_over_time\(|absent\()?([a-z_]+)(?:\{([a-z]+)(=~?)"([^"]*)"\})?(?:\[\d+d\])?\)?(?: (==|>) (\d+))?$/;

/** The series of an output for which a rule fires, by their labels. */
function firing(expr: string, output: string): readonly string[] {
  const [, prefix, metric, label, operator, wanted = "", comparison, number] =
    RULE.exec(expr) ?? [];
  if (metric === undefined) {
    throw new Error(`an expression that this test cannot evaluate: ${expr}`);
  }
  const pattern = operator === "=~" ? new RegExp(`^(?:${wanted})$`) : undefined;
  const found = output.split("\n").flatMap((line) => {
    const [, name, labels = "", text] =
      /^([a-z_]+)\{(.*)\} (\S+)$/.exec(line) ?? [];
    const actual = new RegExp(`(?:^|,)${label}="([^"]*)"`).exec(labels)?.[1];
    const isSelected =
      name === metric &&
      (label === undefined ||
        (actual !== undefined && (pattern?.test(actual) ?? actual === wanted)));
    const isAge = prefix === "time() - ";
    const value = isAge ? NOW - Number(text) : Number(text);
    const holds =
      comparison === undefined ||
      (comparison === "==" ? value === Number(number) : value > Number(number));
    return isSelected && holds ? [labels] : [];
  });
  if (prefix !== "absent(") {
    return found;
  }
  return found.length === 0 ? [expr] : [];
}

const FILES = /^(AlphaStatus|AlphaVerification)(Missing|Outdated)$/;

const alertsOf = (output: string) =>
  rules
    .filter(({ expr }) => firing(expr, output).length > 0)
    .map(({ alert }) => alert);

const status = (state: NodeState, service: ServiceState = "ok") =>
  statusPrometheus(
    statusReport([
      {
        network: "devnet",
        hardhatNetwork: "devnet",
        endpoint: "https://host",
        state,
        services: [
          { service: "provider", endpoint: "https://p", state: service },
        ],
      },
    ]),
  );
const lock = (...changes: LockChange[]) =>
  network({
    contracts: [contract()],
    lock: {
      verdict: changes.length === 0 ? "holds" : "changed",
      changes,
      unread: [],
    },
  });
const CHANGE = {
  field: "chainId",
  locked: "1",
  actual: "2",
  severity: "control",
} as const;
const file = (name: string, age: number) =>
  `node_textfile_mtime_seconds{file="/var/lib/node_exporter/${name}"} ${NOW - age}`;

describe("examples/monitoring/alerts.yml", () => {
  for (const [what, output, alerts] of [
    ["a node in sync", status("ok"), []],
    ["a node that is down", status("unknown"), ["AlphaNodeDown"]],
    [
      "a node of another chain",
      status("wrong-chain"),
      ["AlphaNodeDown", "AlphaNodeOnWrongChain"],
    ],
    ["a service that is down", status("ok", "unknown"), ["AlphaServiceDown"]],
    ["a service that was not queried", status("ok", "skipped"), []],
    ["contracts that are right", verifyPrometheus(report([lock()])), []],
    [
      "a contract that is absent",
      verifyPrometheus(
        report([network({ contracts: [missing("Router", "absent", "gone")] })]),
      ),
      ["AlphaContractWrong", "AlphaVerificationFailed"],
    ],
    [
      "a network that could not be queried",
      verifyPrometheus(report([unreachable("devnet")])),
      ["AlphaVerificationUnknown"],
    ],
    [
      "a changed lock",
      verifyPrometheus(report([lock(CHANGE)])),
      ["AlphaVerificationFailed", "AlphaLockChanged"],
    ],
    [
      "files that were written in time",
      [file("alpha-status.prom", 20), file("alpha-verify.prom", 3600)].join(
        "\n",
      ),
      [],
    ],
    [
      "files that are old",
      [file("alpha-status.prom", 400), file("alpha-verify.prom", 20_000)].join(
        "\n",
      ),
      ["AlphaStatusOutdated", "AlphaVerificationOutdated"],
    ],
    [
      "one file that was never written",
      file("alpha-status.prom", 20),
      ["AlphaVerificationMissing"],
    ],
    [
      "the other file that was never written",
      file("alpha-verify.prom", 20),
      ["AlphaStatusMissing"],
    ],
  ] as const) {
    it(`given ${what}, then ${alerts.join(", ") || "no rule"} fires`, () => {
      const ofFiles = output.includes("node_textfile_mtime_seconds");
      const fired = alertsOf(output).filter(
        (alert) => ofFiles || !FILES.test(alert),
      );

      expect(fired).to.deep.equal(alerts);
    });
  }
});
