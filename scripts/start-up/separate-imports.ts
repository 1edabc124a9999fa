import { type Node, parse } from "acorn";

/** A program whose imports on demand stand in a module of their own. */
export interface SeparatedImports {
  readonly program: string;
  /** The module with the imports, one function for each. */
  readonly imports: string;
}

/**
 * Moves the imports on demand out of a program. What registers with Node to load
 * TypeScript, as Hardhat does, rewrites each module that has one and maps all of
 * its text: dear for a long module, and nothing for a short one.
 *
 * @param from how the program imports the other module
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

/** In the order of the text. */
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
