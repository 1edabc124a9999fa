import { expect } from "chai";
import { HardhatPluginError } from "hardhat/plugins";

import { isForkWaiting, openFork } from "../../src/connect/open-fork.ts";

/** A connection, and whether it was closed. */
function connection() {
  const state = { isClosed: false };
  return {
    state,
    close: async () => {
      state.isClosed = true;
    },
  };
}

async function failure(opening: Promise<ReturnType<typeof connection>>) {
  const error: unknown = await openFork(opening, "mine", { maxMs: 20 }).catch(
    (reason: unknown) => reason,
  );
  expect(HardhatPluginError.isHardhatPluginError(error)).to.equal(true);
  return String(error);
}

describe("openFork", () => {
  it("given a fork that opens, then it is handed on, open", async () => {
    const opened = connection();

    expect(
      await openFork(Promise.resolve(opened), "mine", { maxMs: 60_000 }),
    ).to.equal(opened);
    expect(opened.state.isClosed).to.equal(false);
  });

  it("given a fork that fails, then an error of ours says why, on one line", async () => {
    const message = await failure(
      Promise.reject(new Error("no\u001b[31m such\nnode")),
    );

    expect(message).to.match(
      /: Could not open the fork "mine": no such node\. Check /,
    );
  });

  it("given a fork that never opens, then it is given up in time, and counts as waiting until it ends", async () => {
    const { promise, resolve } =
      Promise.withResolvers<ReturnType<typeof connection>>();

    expect(await failure(promise)).to.match(
      /: Could not open the fork "mine" within 0\.02 s\. Check /,
    );

    expect(isForkWaiting()).to.equal(true);
    // Other tests in this process ask whether some fork still waits.
    resolve(connection());
    await new Promise(setImmediate);
    expect(isForkWaiting()).to.equal(false);
  });

  it("given a fork that opens too late, then it is closed", async () => {
    const { promise, resolve } =
      Promise.withResolvers<ReturnType<typeof connection>>();
    await failure(promise);
    const opened = connection();
    resolve(opened);
    await promise;
    await new Promise(setImmediate);

    expect(opened.state.isClosed).to.equal(true);
  });

  it("given a fork that fails too late, then nobody is bothered", async () => {
    const { promise, reject } =
      Promise.withResolvers<ReturnType<typeof connection>>();
    await failure(promise);
    reject(new Error("late"));
    await new Promise(setImmediate);
  });
});
