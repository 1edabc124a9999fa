import { relative, resolve, sep } from "node:path";

/** A file's path from a folder, with slashes on every system. */
export function relativePath(file: string, root: string): string {
  return relative(root, resolve(root, file)).split(sep).join("/");
}
