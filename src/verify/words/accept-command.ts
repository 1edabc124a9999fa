import { alphaCommand } from "../../base/command.ts";
import { type Finding, isProblem } from "../../base/problems.ts";
import { given } from "../../base/records.ts";
import { someOf } from "../../base/text.ts";
import type { CheckedFindings, VerifyRow } from "../found.ts";
import { lockObstacles } from "../lock/lock-gaps.ts";
import { LOCK_FILE } from "../lock-file/lock-file.ts";
import { NEWER, NOT_LOCKED } from "./findings.ts";

const CHECK_CODE = "Check what is deployed at the address.";

/**
 * The findings that `--write-lock` accepts, and the words before the command
 * that does it.
 */
const ACCEPTABLE: Readonly<Record<string, string | undefined>> = {
  changed: "If the change is meant, accept it with",
  unrecognised: `${CHECK_CODE} If it is meant, accept the code with`,
  incomplete: `Restore ${LOCK_FILE} from version control, or review the values of now, and write them with`,
  [NOT_LOCKED]: "Add it with",
  [NEWER]: "Add their values with",
};

/**
 * The command that writes a network as it is to the lock file; `undefined` if that does
 * not accept everything that is wrong or unknown. Contracts that are accepted in this run
 * are named again.
 */
export function acceptCommand(
  { hardhatNetwork, contracts, facts, accepted = [] }: CheckedFindings,
  rows: readonly VerifyRow[],
): string | undefined {
  if (
    facts === undefined ||
    hardhatNetwork == null ||
    obstaclesIn(rows).length > 0 ||
    lockObstacles({ contracts }).length > 0
  ) {
    return undefined;
  }
  const keys = contracts
    .filter(({ identity }) => identity?.verdict === "unrecognised")
    .map(({ key }) => key);
  const all = [...new Set([...accepted, ...keys])];
  const accept = all.length === 0 ? [] : ["--accept", all.join(",")];
  return alphaCommand("verify", hardhatNetwork, "--write-lock", ...accept);
}

/** The first problem of each row that `--write-lock` cannot accept. */
function obstaclesIn(rows: readonly VerifyRow[]) {
  // What was read is only unknown because of what the lock file lacks.
  const isObstacle = (one: Finding) =>
    isProblem(one) &&
    ACCEPTABLE[one.verdict] === undefined &&
    one.code !== "incomplete-baseline";
  return rows.flatMap(({ name, findings }) => {
    const [first] = findings.filter(isObstacle);
    return given(first && { name, verdict: first.verdict });
  });
}

/** The verdicts on contracts that are not there. */
const NOT_THERE: readonly string[] = ["absent", "delegated", "unset"];

/** More obstacles are counted. */
const MAX_NAMED = 3;

/**
 * The rows with a remedy for what `--write-lock` accepts: the command, or what keeps
 * it from working.
 *
 * @param lenient the rows without `--strict`, which the command does not have
 */
export function withAcceptance(
  rows: readonly VerifyRow[],
  found: CheckedFindings,
  lenient: readonly VerifyRow[] = rows,
): readonly VerifyRow[] {
  const command = acceptCommand(found, lenient);
  const refusal = whyRefused(found, lenient);
  // The lock file's own check says it for all of its changes.
  const isSaidOnce = rows.some(
    ({ group, status }) => group === "lock" && status !== "ok",
  );
  const remedied = (finding: Finding, group: string): Finding => {
    const how = ACCEPTABLE[finding.verdict];
    if (how === undefined || (group !== "lock" && finding.severity)) {
      return finding;
    }
    const accept = command === undefined ? refusal : `${how} "${command}".`;
    const remedy = group !== "lock" && isSaidOnce ? CHECK_CODE : accept;
    return { ...finding, remedy };
  };
  return rows.map(({ findings, ...row }) => ({
    ...row,
    findings: findings.map((one) => remedied(one, row.group)),
  }));
}

/** The remedy in place of accepting something. */
function whyRefused(
  { network, facts }: CheckedFindings,
  rows: readonly VerifyRow[],
): string {
  const obstacles = obstaclesIn(rows);
  if (network === null) {
    return CHECK_CODE;
  }
  if (obstacles.length === 0 && facts === undefined) {
    return "Check what is deployed. If it is meant, --level wiring shows how to accept it.";
  }
  const names = obstacles.map(({ name, verdict }) => `${name} ${verdict}`);
  const first = obstacles.some(({ verdict }) => NOT_THERE.includes(verdict))
    ? "Deploy the contract, or correct its address, first."
    : "Resolve that first.";
  return `--write-lock cannot accept it while something else is wrong or unknown: ${someOf(names, MAX_NAMED)}. ${first}`;
}
