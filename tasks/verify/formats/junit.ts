import { explain, worstOf } from "../../../src/base/problems.ts";
import { networkLabel, oneLine } from "../../../src/base/text.ts";
import { generatedBy } from "../../../src/files/generated-by.ts";
import { type VerifyCheck, verifyChecks } from "../../../src/verify/checks.ts";
import type {
  NetworkVerification,
  VerifyReport,
} from "../../../src/verify/report.ts";
import { type XmlElement, xmlDocument } from "../../cli/xml.ts";

/** The report does not contain the duration of a check. */
const NO_TIME = 0;

/**
 * The report of `alpha verify` as JUnit XML: a suite for each network, with a case
 * for the network itself, each contract, each wiring fact and the lock file. What is
 * proven wrong is a failure; what could not be determined is an error, so that CI
 * systems do not count it as passed.
 *
 * The document is valid by the schema of Ant's tasks, the strictest of the common
 * ones, except for `skipped`, which only later schemas have.
 */
export function verifyJunit(report: VerifyReport): string {
  return xmlDocument(
    {
      name: "testsuites",
      content: report.networks.map((network, index) =>
        suite(network, index, report),
      ),
    },
    generatedBy("alpha verify"),
  );
}

function suite(
  network: NetworkVerification,
  index: number,
  report: VerifyReport,
): XmlElement {
  const { block, endpoint, chainId, notes } = network;
  const checks = verifyChecks(network, report);
  const count = (wanted: VerifyCheck["status"]) =>
    checks.filter(({ status }) => status === wanted).length;
  const properties = {
    level: report.level,
    outcome: network.outcome,
    chainId,
    ...(endpoint === null ? {} : { endpoint: oneLine(endpoint) }),
    ...(block === undefined ? {} : { block: block.number }),
  };
  const remarks = [
    ...checks.flatMap(({ name, findings }) =>
      findings.flatMap((finding) =>
        finding.status === "warning" || finding.status === "ok"
          ? [`${REMARKS[finding.status]}: ${name}: ${explain(finding)}`]
          : [],
      ),
    ),
    ...notes.map((note) => `note: ${oneLine(note)}`),
  ];
  return {
    name: "testsuite",
    attributes: {
      name: networkLabel(network),
      package: "alpha.verify",
      id: index,
      // The time of the verified block, not of the run.
      timestamp: timestampOf(block?.timestamp ?? 0),
      hostname: "localhost",
      tests: checks.length,
      failures: count("failed"),
      errors: count("unknown"),
      skipped: count("skipped"),
      time: NO_TIME,
    },
    content: [
      {
        name: "properties",
        content: Object.entries(properties).map(([name, value]) => ({
          name: "property",
          attributes: { name, value },
        })),
      },
      ...checks.map((check) => testCase(check, networkLabel(network))),
      { name: "system-out", content: remarks.join("\n") },
      { name: "system-err" },
    ],
  };
}

const REMARKS = { warning: "warning", ok: "note" } as const;

const ELEMENTS = {
  failed: "failure",
  unknown: "error",
  skipped: "skipped",
} as const;

function testCase(
  { group, name, status, verdict, address, findings }: VerifyCheck,
  network: string,
): XmlElement {
  const attributes = {
    name,
    classname: `${network}.${group}`,
    time: NO_TIME,
  };
  if (status === "ok" || status === "warning") {
    return { name: "testcase", attributes };
  }
  const counting = findings.filter((finding) => finding.status !== "ok");
  const worst = worstOf(counting);
  const more = counting.length - 1;
  const message = `${verdict}${worst === undefined ? "" : `: ${worst.reason}`}${more > 0 ? ` (and ${more} more)` : ""}`;
  const remedies = counting.flatMap(({ remedy }) => remedy ?? []);
  const details = [
    ...(address === undefined ? [] : [address]),
    ...counting.map(({ reason }) => reason),
    ...new Set(remedies),
  ];
  return {
    name: "testcase",
    attributes,
    content: [
      status === "skipped"
        ? { name: ELEMENTS[status], attributes: { message } }
        : {
            name: ELEMENTS[status],
            attributes: { message, type: verdict },
            content: details.join("\n"),
          },
    ],
  };
}

/** In UTC and without a zone, as the schema requires. */
function timestampOf(seconds: number): string {
  const latest = 253_402_300_799;
  return new Date(Math.min(seconds, latest) * 1000).toISOString().slice(0, 19);
}
