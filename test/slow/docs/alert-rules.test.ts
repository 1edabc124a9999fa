import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect } from "chai";
import { stringify } from "yaml";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const FILE = new URL(
  "../../../examples/monitoring/alerts.yml",
  import.meta.url,
);
/** Their texts are not compared. */
const RULES = readFileSync(FILE, "utf8").replaceAll(
  /^ +annotations:\n(?: +(?:summary|description): .*\n)+/gm,
  "",
);
const LABELS = { network: "devnet", hardhat_network: "devnet" };
const MTIME = "node_textfile_mtime_seconds";

/** Prometheus' own tool; another one may be named by PROMTOOL. */
const PROMTOOL = process.env["PROMTOOL"] ?? "promtool";
const isInstalled = spawnSync(PROMTOOL, ["--version"]).status === 0;

/** Samples of a metric, one a minute: `_` for none, as where something is unknown. */
const series = (
  metric: string,
  values: string,
  labels: Readonly<Record<string, string>> = {},
) => ({
  series: `${metric}{${Object.entries({ ...LABELS, ...labels })
    .map(([name, value]) => `${name}="${value}"`)
    .join(",")}}`,
  values,
});

/** What fires after some time, of one alert: the labels of each. */
interface Expectation {
  readonly alert: string;
  readonly at: string;
  readonly labels: readonly Readonly<Record<string, string>>[];
}

const expecting = ({ alert, at, labels }: Expectation) => ({
  alertname: alert,
  eval_time: at,
  exp_alerts: labels.map((exp_labels) => ({ exp_labels })),
});

const CRITICAL = { severity: "critical" };
const ROUTER = { contract: "registry.Router" };

describe("examples/monitoring/alerts.yml, by promtool", () => {
  before(function () {
    if (!isInstalled) {
      this.skip();
    }
  });

  for (const [what, input_series, expectations] of [
    [
      "a lock that has changed, and a node that is down from then on",
      [series("alpha_lock_changed", "0x10 1x60 _x600")],
      [
        { alert: "AlphaLockChanged", at: "5m", labels: [] },
        {
          alert: "AlphaLockChanged",
          at: "11h",
          labels: [{ ...LABELS, ...CRITICAL }],
        },
      ],
    ],
    [
      "a lock that was written anew",
      [series("alpha_lock_changed", "1x60 _x60 0x60")],
      [{ alert: "AlphaLockChanged", at: "150m", labels: [] }],
    ],
    [
      "a contract that is wrong, and a node that is down from then on",
      [series("alpha_contract_ok", "1x10 0x60 _x600", ROUTER)],
      [
        { alert: "AlphaContractWrong", at: "5m", labels: [] },
        {
          alert: "AlphaContractWrong",
          at: "11h",
          labels: [{ ...LABELS, ...ROUTER, ...CRITICAL }],
        },
      ],
    ],
    [
      "a file that was never written",
      [series(MTIME, "0+60x300", { file: "/var/lib/alpha-verify.prom" })],
      [
        { alert: "AlphaStatusMissing", at: "5m", labels: [] },
        { alert: "AlphaStatusMissing", at: "15m", labels: [CRITICAL] },
        { alert: "AlphaVerificationMissing", at: "5h", labels: [] },
      ],
    ],
  ] as const satisfies readonly (readonly [
    string,
    readonly object[],
    readonly Expectation[],
  ])[]) {
    it(`given ${what}, then its alert fires when it should`, () => {
      using folder = temporaryFolder({
        "alerts.yml": RULES,
        "test.yml": stringify({
          rule_files: ["alerts.yml"],
          evaluation_interval: "1m",
          tests: [
            {
              interval: "1m",
              input_series,
              alert_rule_test: expectations.map(expecting),
            },
          ],
        }),
      });

      const run = spawnSync(PROMTOOL, ["test", "rules", "test.yml"], {
        cwd: folder.root,
        encoding: "utf8",
      });

      expect([run.status, run.stderr]).to.deep.equal([0, ""]);
    });
  }
});
