import { relative, sep } from "node:path";

/** Whether a file belongs to this package. */
export function isOwnSource(root: string, fileName: string): boolean {
  return relative(root, fileName).startsWith(`src${sep}`);
}
