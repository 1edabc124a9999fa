import {
  groupProblems,
  listedRows,
  problemTitle,
  worstOf,
} from "../../../src/base/problems.ts";
import { given } from "../../../src/base/records.ts";
import {
  describeTime,
  networkLabel,
  optionalLine,
} from "../../../src/base/text.ts";
import { generatedBy } from "../../../src/files/generated-by.ts";
import type {
  JudgedNetwork,
  JudgedReport,
  VerifyRow,
} from "../../../src/verify/found.ts";
import { remarksOf } from "./network-facts.ts";

/** How a report names the network that was verified. */
type VerifiedNetwork = Pick<JudgedNetwork, "network" | "hardhatNetwork">;

/** When a verification took place. Networks are verified at the same time. */
export interface RunTimes {
  readonly startedAt: Date;
  /** Until the network was verified, in seconds; 0 if that is not known. */
  secondsOf(network: VerifiedNetwork): number;
}

/** The times of a verification that starts now, as its networks end. */
export function startTimes() {
  const start = performance.now();
  const seconds = new Map<string, number>();
  const nameOf = ({ network, hardhatNetwork }: VerifiedNetwork) =>
    hardhatNetwork ?? network;
  return {
    startedAt: new Date(),
    secondsOf: (network: VerifiedNetwork) => seconds.get(nameOf(network)) ?? 0,
    noteEnd: (network: VerifiedNetwork) => {
      const milliseconds = Math.round(performance.now() - start);
      seconds.set(nameOf(network), milliseconds / 1000);
    },
  };
}

/** The times of a report whose verification was not timed. */
const NO_TIMES: RunTimes = { startedAt: new Date(0), secondsOf: () => 0 };
/** The checks of a network share their requests, so the network's case has the time. */
const NO_TIME = 0;

/**
 * The report of `alpha verify` as JUnit XML: a suite for each network, with a case
 * for the network itself, and, unless that could not be queried, each contract, each
 * fact and the lock file. What is proven wrong is a failure; what could not be determined is an error, so that CI
 * systems do not count it as passed.
 *
 * The document is valid by the schema of Ant's tasks, the strictest of the common
 * ones, except for `skipped`, which only later schemas have.
 */
export function verifyJunit(
  report: JudgedReport,
  times: RunTimes = NO_TIMES,
): string {
  return xmlDocument(
    {
      name: "testsuites",
      content: report.networks.map((network, index) =>
        suite(network, index, report, times),
      ),
    },
    generatedBy("alpha verify"),
  );
}

function suite(
  network: JudgedNetwork,
  index: number,
  report: JudgedReport,
  times: RunTimes,
): XmlElement {
  const time = times.secondsOf(network);
  const { block, endpoint, chainId } = network;
  // Only what depends on a network that could not be queried has no case.
  const checks = listedRows(network.rows, (one) => !one.network);
  const counterparts = counterpartsOf(network.rows);
  const count = (wanted: VerifyRow["status"]) =>
    checks.filter(({ status }) => status === wanted).length;
  const properties = {
    level: report.level,
    outcome: network.outcome,
    chainId,
    endpoint: optionalLine(endpoint ?? undefined),
    block: block?.number,
    blockTime: block && describeTime(block.timestamp),
    // A case has no properties by the schema.
    ...Object.fromEntries(
      checks.map(({ name, severity }) => [`severity of ${name}`, severity]),
    ),
  };
  const remarks = remarksOf(network).map((remark) => `note: ${remark}`);
  return {
    name: "testsuite",
    attributes: {
      name: networkLabel(network),
      package: "alpha.verify",
      id: index,
      // In UTC and without a zone, as the schema requires.
      timestamp: times.startedAt.toISOString().slice(0, 19),
      hostname: "localhost",
      tests: checks.length,
      failures: count("failed"),
      errors: count("unknown"),
      skipped: count("skipped"),
      time,
    },
    content: [
      {
        name: "properties",
        content: Object.entries(properties).flatMap(([name, value = ""]) =>
          given(
            value !== "" && { name: "property", attributes: { name, value } },
          ),
        ),
      },
      ...checks.map((check) =>
        testCase(
          check,
          {
            name: check.name,
            classname: `${networkLabel(network)}.${check.group}`,
            time: check.group === "network" ? time : NO_TIME,
          },
          counterparts.get(check.name),
        ),
      ),
      { name: "system-out", content: remarks.join("\n") },
      { name: "system-err" },
    ],
  };
}

interface Counterpart {
  /** The reason of the finding that the message is for. */
  readonly reason: string;
  readonly text: string;
}

/**
 * The message of a case whose cause another case has, by the name of the check. Of checks
 * that other formats only count, the first has the cause. The network's case has the
 * number of checks that depend on it.
 */
function counterpartsOf(
  checks: readonly VerifyRow[],
): ReadonlyMap<string, Counterpart> {
  const counterparts = new Map<string, Counterpart>();
  for (const problem of groupProblems(checks)) {
    const { affected, reason, network } = problem;
    const named = new Set(problem.named.map(({ check }) => check));
    const first = (network ?? affected[0])?.check;
    if (network !== undefined) {
      const text = `${problemTitle(problem)}: ${reason}`;
      counterparts.set(network.check.name, { reason, text });
    }
    for (const { check, verdict } of affected) {
      if (check !== first && !named.has(check)) {
        const text = `${verdict}: the same cause as ${first?.name}`;
        counterparts.set(check.name, { reason, text });
      }
    }
  }
  return counterparts;
}

function testCase(
  { group, status, verdict, address, source, findings }: VerifyRow,
  attributes: NonNullable<XmlElement["attributes"]>,
  counterpart: Counterpart | undefined,
): XmlElement {
  if (status === "ok") {
    return { name: "testcase", attributes };
  }
  const counting = findings.filter((finding) => finding.status !== "ok");
  const worst = worstOf(counting);
  const more = counting.length - 1;
  let cause = worst === undefined ? verdict : `${verdict}: ${worst.reason}`;
  if (counterpart !== undefined && worst?.reason === counterpart.reason) {
    cause = counterpart.text;
  }
  const message = `${cause}${more > 0 ? ` (and ${more} more)` : ""}`;
  const stated = counting.filter(
    ({ reason }) => group === "network" || reason !== counterpart?.reason,
  );
  const remedies = stated.flatMap(({ remedy }) => remedy ?? []);
  const details = given(
    address,
    source && `from ${source}`,
    ...stated.map(({ reason }) => reason),
    ...new Set(remedies),
  );
  const element: XmlElement =
    status === "skipped"
      ? { name: "skipped", attributes: { message } }
      : {
          name: status === "failed" ? "failure" : "error",
          attributes: { message, type: verdict },
          content: details.join("\n"),
        };
  return { name: "testcase", attributes, content: [element] };
}

/** An element with its attributes in order, and text or child elements. */
export interface XmlElement {
  readonly name: string;
  readonly attributes?: Readonly<Record<string, string | number>>;
  readonly content?: string | readonly XmlElement[];
}

/**
 * Characters that XML 1.0 does not allow, not even as a character reference:
 * controls but tab and line ends, lone surrogates, U+FFFE and U+FFFF.
 *
 * @see https://www.w3.org/TR/xml/#charsets
 */
const FORBIDDEN =
  /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

/** Characters with a meaning in XML, and those that a parser normalises. */
const SPECIAL = /[&<>"'\t\n\r\u0085\u2028]/g;

const REPLACEMENT = "\uFFFD";

/**
 * An XML 1.0 document, indented by two spaces.
 *
 * @param comment the text of a comment before the root element
 */
export function xmlDocument(root: XmlElement, comment?: string): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    ...(comment === undefined ? [] : [`<!-- ${commentText(comment)} -->`]),
    ...lines(root, ""),
  ].join("\n");
}

/** A comment must not contain two hyphens in a row. */
function commentText(text: string): string {
  return text.replace(FORBIDDEN, REPLACEMENT).replace(/-(?=-)/g, "- ");
}

function lines(
  { name, attributes = {}, content = [] }: XmlElement,
  indent: string,
): readonly string[] {
  const head = [
    name,
    ...Object.entries(attributes).map(
      ([key, value]) => `${key}="${escapeAll(String(value))}"`,
    ),
  ].join(" ");
  if (content.length === 0) {
    return [`${indent}<${head}/>`];
  }
  if (typeof content === "string") {
    return [`${indent}<${head}>${escapeText(content)}</${name}>`];
  }
  return [
    `${indent}<${head}>`,
    ...content.flatMap((child) => lines(child, `${indent}  `)),
    `${indent}</${name}>`,
  ];
}

function escapeAll(text: string): string {
  return text
    .replace(FORBIDDEN, REPLACEMENT)
    .replace(SPECIAL, (character) => `&#${character.charCodeAt(0)};`);
}

/** Line breaks are kept: parsers do not normalise them in the text of an element. */
function escapeText(text: string): string {
  return text.split("\n").map(escapeAll).join("\n");
}
