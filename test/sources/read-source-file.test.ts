import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";

import { readSourceFile } from "../../src/sources/read-source-file.ts";
import { pluginMessageOf } from "../support/rejection-of.ts";
import { inProject } from "./source-project.ts";

/** What reading a file named `x` of a folder is rejected with. */
async function messageIn(
  content: string | Uint8Array | undefined,
  prepare: (path: string) => void = () => {},
): Promise<string> {
  return await inProject(
    content === undefined ? {} : { x: content },
    async (root) => {
      const path = join(root, "x");
      prepare(path);
      return await pluginMessageOf(() => readSourceFile(path, "the file"));
    },
  );
}

describe("reading a file that a user has", () => {
  it("given text with a byte order mark, when it is read, then it is the file's very text", async () => {
    const text = "\uFEFFa\r\nä\u{1F600}";

    expect(
      await inProject({ x: text }, (root) =>
        readSourceFile(join(root, "x"), "x"),
      ),
    ).to.equal(text);
  });

  it("given 2 MiB, when it is read, then it is read; given a byte more, then its size is said", async () => {
    const maxBytes = 2 * 1024 * 1024;
    const text = await inProject(
      { x: new Uint8Array(maxBytes).fill(32) },
      (root) => readSourceFile(join(root, "x"), "x"),
    );

    expect(text.length).to.equal(maxBytes);
    expect(await messageIn(new Uint8Array(maxBytes + 1).fill(32))).to.equal(
      `the file: The file is too large (${maxBytes + 1} bytes): the maximum is ${maxBytes} bytes. Check the path.`,
    );
  });

  for (const [what, content, message, prepare] of [
    [
      "no file",
      undefined,
      /The file does not exist\. Check the path \(ENOENT\)/,
    ],
    [
      "a directory",
      undefined,
      /This is a directory/,
      (path: string) => mkdirSync(path),
    ],
    [
      "a link to itself",
      undefined,
      /The file is a link to itself \(ELOOP\)/,
      (path: string) => symlinkSync(path, path),
    ],
    [
      "a device without an end",
      undefined,
      /This is not a regular file/,
      (path: string) => symlinkSync("/dev/zero", path),
    ],
    [
      "bytes that are no UTF-8",
      Uint8Array.of(0x61, 0xff, 0xfe),
      /The file is not UTF-8/,
    ],
  ] as const) {
    it(`given ${what}, when it is read, then it is one error of this plugin`, async () => {
      expect(await messageIn(content, prepare)).to.match(message);
    });
  }
});
