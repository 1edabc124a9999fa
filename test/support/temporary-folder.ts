import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export interface TemporaryFolder extends Disposable {
  readonly root: string;
  /** The path of something in it. */
  readonly at: (path: string) => string;
  readonly read: (path: string) => string;
  /** Writes a file and the folders above it, and returns its path. */
  readonly write: (path: string, text: string) => string;
  /** Deletes it. */
  readonly remove: () => void;
}

/** A folder with files, by their paths, that is deleted at the end of its scope. */
export function temporaryFolder(
  files: Readonly<Record<string, string>> = {},
): TemporaryFolder {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "alpha-test-")));
  const at = (path: string) => join(root, path);
  const write = (path: string, text: string) => {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), text);
    return at(path);
  };
  for (const [path, text] of Object.entries(files)) {
    write(path, text);
  }
  const remove = () => rmSync(root, { recursive: true, force: true });
  return {
    root,
    at,
    write,
    read: (path) => readFileSync(at(path), "utf8"),
    remove,
    [Symbol.dispose]: remove,
  };
}
