import { alphaError } from "../../src/errors.ts";
import type { ModuleKind } from "../../src/report/formats/config-js.ts";

const KINDS: readonly ModuleKind[] = ["commonjs", "esm"];
const KIND_OF_EXTENSION: Readonly<Record<string, ModuleKind>> = {
  ".cjs": "commonjs",
  ".mjs": "esm",
};

/**
 * Which kind of module to print: the one that is asked for, else the one that the
 * file's extension stands for, else CommonJS, which portals have.
 *
 * @throws HardhatPluginError on an unknown kind, and on one that Node would not
 * take the file for.
 */
export function moduleKind(
  wanted: string | undefined,
  file: string | undefined,
): ModuleKind {
  const ofFile = KIND_OF_EXTENSION[file?.slice(-4).toLowerCase() ?? ""];
  if (wanted === undefined) {
    return ofFile ?? "commonjs";
  }
  const kind = KINDS.find((candidate) => candidate === wanted);
  if (kind === undefined) {
    throw alphaError(
      `There is no kind of module "${wanted}". Valid kinds: ${KINDS.join(", ")}.`,
    );
  }
  if (ofFile !== undefined && ofFile !== kind) {
    throw alphaError(
      `The file ${file} is read as ${ofFile} by its extension, not as ${kind}. Name it otherwise, or leave --module away.`,
    );
  }
  return kind;
}
