import { alphaError } from "../errors.ts";
import { parseStrictJson } from "../files/parse-strict-json.ts";
import { oneLine } from "../report/one-line.ts";
import { isRecord } from "../rpc/is-record.ts";
import { LOCK_SCHEMA_VERSION, type Lock } from "./lock-file.ts";
import { LOCK_SCHEMA } from "./lock-schema.ts";

/** Problems that are shown; of more than these only the number is told. */
const MOST_SHOWN = 20;
const REPAIR =
  "Repair it or take it from version control. Deleted, it is written anew by --write-lock.";

/**
 * A lock file's text as a lock.
 *
 * @param file its name, for messages
 * @throws HardhatPluginError with the line of a syntax error, the path of each
 * wrong value, or the version of a newer format.
 */
export function parseLock(text: string, file: string): Lock {
  const data = dataOf(text, file);
  const version = isRecord(data) ? data["schemaVersion"] : undefined;
  if (typeof version === "number" && version > LOCK_SCHEMA_VERSION) {
    throw alphaError(
      `The lock file ${file} has the format ${version}, which is newer than the ${LOCK_SCHEMA_VERSION} that this version knows. Update hardhat-alpha-networks.`,
    );
  }
  const parsed = LOCK_SCHEMA.safeParse(data);
  if (parsed.success) {
    return parsed.data;
  }
  const problems = parsed.error.issues.map(
    ({ path, message }) => `  ${pathText(path)}: ${oneLine(message)}`,
  );
  const more = problems.length - MOST_SHOWN;
  throw alphaError(
    `The lock file ${file} is damaged:\n${problems.slice(0, MOST_SHOWN).join("\n")}${more > 0 ? `\n  and ${more} more` : ""}\n${REPAIR}`,
  );
}

function dataOf(text: string, file: string): unknown {
  const json = parseStrictJson(text.replace(/^\uFEFF/, ""));
  switch (json.kind) {
    case "value":
      return json.value;
    case "fault":
      throw alphaError(
        `The lock file ${file} is damaged: ${json.fault}, line ${json.line}. ${REPAIR}`,
      );
    case "no JSON":
      throw alphaError(
        `The lock file ${file} is no JSON: line ${json.line} is damaged. ${REPAIR}`,
      );
  }
}

/** A path as one would write it: `networks.devnet.contracts["registry.Router"].address`. */
function pathText(path: readonly (string | number)[]): string {
  const text = path
    .map((part) =>
      typeof part === "string" && /^[A-Za-z_$][\w$]*$/.test(part)
        ? `.${part}`
        : `[${typeof part === "string" ? JSON.stringify(oneLine(part)) : part}]`,
    )
    .join("");
  return text === "" ? "the whole" : text.replace(/^\./, "");
}
