import { relative, sep } from "node:path";

/** Whether a file is of the package, and not of the ones that it uses. */
export function isOwnSource(root: string, fileName: string): boolean {
  return relative(root, fileName).startsWith(`src${sep}`);
}
