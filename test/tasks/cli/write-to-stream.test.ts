import { Writable } from "node:stream";

import { expect } from "chai";

import { writeToStream } from "../../../tasks/cli/output.ts";
import { pluginMessageOf } from "../../support/rejection-of.ts";

/** A stream each of whose writes ends in this error; `undefined` is none. */
function streamWith(code: string | undefined): Writable {
  return new Writable({
    autoDestroy: false,
    write(_chunk, _encoding, done) {
      const error =
        code === undefined
          ? undefined
          : Object.assign(new Error(`${code}: no luck`), { code });
      setImmediate(done, error);
    },
  });
}

const untilEventsAreOut = () => new Promise((resolve) => setImmediate(resolve));

describe("writing to stdout or stderr", () => {
  it("given a stream that takes it, then it is out, and once more", async () => {
    const chunks: string[] = [];
    const stream = new Writable({
      write(chunk, _encoding, done) {
        chunks.push(String(chunk));
        setImmediate(done);
      },
    });

    await writeToStream(stream, "a\n");
    await writeToStream(stream, "b\n");
    await untilEventsAreOut();

    expect(chunks).to.deep.equal(["a\n", "b\n"]);
    expect(stream.listenerCount("error")).to.equal(0);
  });

  for (const code of ["EPIPE", "ERR_STREAM_DESTROYED"]) {
    it(`given a reader that has gone (${code}), then nothing is said, however often`, async () => {
      const stream = streamWith(code);

      await writeToStream(stream, "a");
      await writeToStream(stream, "b");
      await untilEventsAreOut();
    });
  }

  for (const code of ["ENOSPC", "EIO", "EDQUOT"]) {
    it(`given a stream that fails with ${code}, then an expected error says so, and no event ends the process`, async () => {
      const stream = streamWith(code);

      const message = await pluginMessageOf(() => writeToStream(stream, "a"));
      await untilEventsAreOut();

      expect(message).to.match(
        new RegExp(`could not be written: ${code}.*incomplete`),
      );
    });
  }

  it("given a stream that has failed before, then each further write says so", async () => {
    const stream = streamWith("ENOSPC");

    for (const text of ["a", "b"]) {
      expect(
        await pluginMessageOf(() => writeToStream(stream, text)),
      ).to.contain("ENOSPC");
    }
  });

  it("given an error that no write was told of, then it is thrown as ever", async () => {
    const stream = streamWith("EPIPE");
    await writeToStream(stream, "a");
    await untilEventsAreOut();

    expect(() => stream.emit("error", new Error("somebody else's"))).to.throw(
      "somebody else's",
    );
  });
});
