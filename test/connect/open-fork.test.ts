import { expect } from "chai";
import { isForkWaiting, openFork } from "../../src/connect/open-fork.ts";
import { pluginMessageOf } from "../support/rejection-of.ts";

const open = async (opening: Promise<{ close(): Promise<void> }>) =>
  await pluginMessageOf(() => openFork(opening, "mine", { maxMs: 20 }));

describe("openFork", () => {
  it("given a fork that fails, then an error of ours says why, on one line", async () => {
    const failure = new Error("no\u001b[31m such\nnode.");

    expect(await open(Promise.reject(failure))).to.match(
      /^Could not open the fork "mine": no such node\. Check /,
    );
  });

  it("given a fork that opens too late, then it is given up in time, counts as waiting until it ends, and is closed", async () => {
    const { promise, resolve } = Promise.withResolvers<{
      close(): Promise<void>;
    }>();
    expect(await open(promise)).to.match(
      /^Could not open the fork "mine" within 0\.02 s\. Check /,
    );
    expect(isForkWaiting()).to.equal(true);
    let isClosed = false;
    resolve({
      close: async () => {
        isClosed = true;
      },
    });
    await new Promise(setImmediate);

    expect([isForkWaiting(), isClosed]).to.deep.equal([false, true]);
  });
});
