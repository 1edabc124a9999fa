import { type Node, parse } from "acorn";

/** A program whose dynamic imports are in a separate module. */
export interface SeparatedImports {
  readonly program: string;
  /** The module with a function for each dynamic import. */
  readonly imports: string;
}

/**
 * Moves the dynamic imports of a program to a separate module. Hardhat's loader for
 * TypeScript rewrites every module that has one, and generates a source map, which
 * is slow for long modules.
 *
 * @param from The specifier with which the program imports the separate module.
 */
export function separateImports(code: string, from: string): SeparatedImports {
  const found = importsIn(
    parse(code, { ecmaVersion: "latest", sourceType: "module" }),
  );
  let program = "";
  let end = 0;
  for (const [index, node] of found.entries()) {
    program += `${code.slice(end, node.start)}imports.import${index}()`;
    end = node.end;
  }
  program += code.slice(end);
  const functions = found.map(
    ({ start, end: stop }, index) =>
      `export const import${index} = () => ${code.slice(start, stop)};\n`,
  );
  return {
    program: `import * as imports from ${JSON.stringify(from)};\n${program}`,
    imports: functions.join(""),
  };
}

/** The dynamic imports, in the order of the text. */
function importsIn(value: unknown): readonly Node[] {
  if (Array.isArray(value)) {
    return value.flatMap(importsIn);
  }
  if (!isNode(value)) {
    return [];
  }
  return value.type === "ImportExpression"
    ? [value]
    : Object.values(value).flatMap(importsIn);
}

function isNode(value: unknown): value is Node {
  return (
    typeof value === "object" &&
    value !== null &&
    "type" in value &&
    "start" in value &&
    "end" in value
  );
}
