import { Writable } from "node:stream";

import { expect } from "chai";

import { writeToStream } from "../../../tasks/cli/output.ts";
import { pluginMessageOf } from "../../support/rejection-of.ts";

/** A stream each of whose writes ends in this error. */
function streamWith(code: string): Writable {
  return new Writable({
    autoDestroy: false,
    write(_chunk, _encoding, done) {
      const error = Object.assign(new Error(`${code}: no luck`), { code });
      setImmediate(done, error);
    },
  });
}

const untilEventsAreOut = () => new Promise((resolve) => setImmediate(resolve));

describe("writing to stdout or stderr", () => {
  for (const code of ["EPIPE", "ERR_STREAM_DESTROYED"]) {
    it(`given a reader that has gone (${code}), then nothing is said, however often`, async () => {
      const stream = streamWith(code);

      await writeToStream(stream, "a");
      await writeToStream(stream, "b");
      await untilEventsAreOut();
    });
  }

  it("given a stream that fails, then an expected error says so at each write, and no event ends the process", async () => {
    const stream = streamWith("ENOSPC");

    for (const text of ["a", "b"]) {
      const message = await pluginMessageOf(() => writeToStream(stream, text));
      await untilEventsAreOut();

      expect(message).to.match(/could not be written: ENOSPC.*incomplete/);
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
