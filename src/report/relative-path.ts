import { relative, resolve, sep } from "node:path";

/** Where the paths in a report start. */
export interface PathBase {
  /** The folder to which the user names files. */
  readonly folder: string;
  /** The folder to which the report names them. */
  readonly root: string;
}

/** A file's path as a report names it, with slashes on every system. */
export function relativePath(file: string, { folder, root }: PathBase): string {
  return relative(root, resolve(folder, file)).split(sep).join("/");
}
