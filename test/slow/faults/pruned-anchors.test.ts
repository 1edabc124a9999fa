import { expect } from "chai";
import { checkLockable, checkNetwork } from "../../../src/verify/check-lock.ts";
import type { JudgedNetwork } from "../../../src/verify/found.ts";
import { judgedReport } from "../../../src/verify/judge-network.ts";
import {
  networkUpdates,
  updateLock,
} from "../../../src/verify/lock/update-lock.ts";
import {
  type Lock,
  type LockedNetwork,
  printLock,
} from "../../../src/verify/lock-file/lock-file.ts";
import { parseLock } from "../../../src/verify/lock-file/parse-lock.ts";
import { verifyNetwork } from "../../../src/verify/verify-network.ts";
import { reportOf } from "../../../src/verify/words/report.ts";
import { sentence } from "../../../src/verify/words/sentences.ts";
import { backend, nodeError } from "../../support/node-model/backends.ts";
import {
  type ProfileChain,
  useProfileChains,
} from "../../support/node-model/chains.ts";
import { expectedOf } from "../../support/node-model/profile-node.ts";
import {
  type ServedOptions,
  withServer,
} from "../../support/node-model/server.ts";
import { expectValidReport } from "../../support/schema.ts";

/** The finalized block, and what a gateway prunes. */
const SETTLED = 30;
const OLDER = 5;
/** oasis-web3-gateway, whose indexer has no row of a pruned block. */
const NO_ROW = null;
/** geth, core/rawdb and eth/api_backend.go: history before a cutoff is pruned. */
const NO_HISTORY = nodeError(4444, "pruned history unavailable");

/** A node that knows its finalized block, and answers in its way for pruned ones. */
function node(
  chain: ProfileChain,
  pruned: readonly number[] = [],
  answer: unknown = NO_ROW,
  finalized: number = SETTLED,
): NonNullable<ServedOptions["ask"]> {
  const isPruned = (block: unknown) =>
    pruned.some((number) => block === `0x${number.toString(16)}`);
  return backend(chain, {
    answers: {
      eth_getBlockByNumber: (header, [block]) => {
        if (isPruned(block)) {
          return answer;
        }
        return block === "finalized" ? chain.header(finalized) : header;
      },
    },
  });
}

const checksOf = ({ rows }: JudgedNetwork) =>
  rows.flatMap(({ name, status }) =>
    status === "ok" || status === "skipped" ? [] : [`${name}: ${status}`],
  );

describe("verify with a lock file, given a gateway that prunes old blocks", function () {
  this.timeout(120_000);
  const chains = useProfileChains();

  /** What a run with `--lock`, or with `--write-lock` where nothing is locked, reads. */
  async function verify(
    served: ServedOptions,
    {
      locked,
      strict = false,
      isWritten = locked === undefined,
    }: {
      readonly locked?: LockedNetwork;
      readonly strict?: boolean;
      readonly isWritten?: boolean;
    } = {},
  ): Promise<JudgedNetwork> {
    const { block, blockHash } = locked ?? {};
    const found = await withServer(
      served,
      async ({ transport }) =>
        await verifyNetwork(transport, {
          ...expectedOf(chains().whole, false),
          targets: chains().targets,
          level: "wiring",
          strict,
          policy: locked?.policy,
          anchors: {
            block: blockHash ? BigInt(block ?? 0) : undefined,
            settled: isWritten,
          },
          isConfirmed: (one) =>
            isWritten ||
            (locked !== undefined &&
              checkNetwork(one, locked).outcome === "failed"),
        }),
    );
    const report =
      locked === undefined || isWritten
        ? found
        : checkNetwork(found, locked, strict);
    expectValidReport(
      "verify",
      JSON.stringify(
        reportOf(judgedReport({ level: "wiring", strict }, [report])),
      ),
    );
    return report;
  }

  /** What `--write-lock` makes of a lock, or why it does not. */
  function written(found: JudgedNetwork, before?: LockedNetwork) {
    const lock: Lock = {
      networks: before === undefined ? {} : { devnet: before },
    };
    const report = checkLockable(
      judgedReport({ level: "wiring" }, [found]),
      lock,
    );
    const updates = networkUpdates(lock, report);
    const text = printLock(updateLock(lock, updates));
    const entry = parseLock(text, "alpha.lock.json").networks["devnet"];
    if (entry === undefined) {
      throw new Error("nothing is written");
    }
    return { outcome: report.outcome, entry, added: updates[0]?.added };
  }

  for (const [what, answer] of [
    ["null", NO_ROW],
    ["an error", NO_HISTORY],
  ] as const) {
    it(`given ${what} for block 0, then the lock is written without its hash, holds with one note, and fails only with --strict`, async () => {
      const ask = node(chains().whole, [0], answer);
      const { outcome, entry } = written(await verify({ ask }));
      const again = await verify({ ask }, { locked: entry });
      const strict = await verify({ ask }, { locked: entry, strict: true });

      expect(outcome).to.equal("ok");
      expect(entry.genesisHash).to.equal(null);
      expect(entry.blockHash).to.equal(chains().whole.header(SETTLED)?.hash);
      expect(again.lock?.verdict).to.equal("holds");
      expect(again.outcome).to.equal("ok");
      expect(again.notLookedAt).to.have.lengthOf(1);
      const [gap] = again.notLookedAt ?? [];
      expect(gap?.reason.code).to.equal("block-pruned");
      expect(gap && sentence(gap.reason)).to.match(/^block 0, .* block 30 /);
      expect(strict.outcome).to.equal("failed");
      expect(checksOf(strict)).to.deep.equal(["not looked at: failed"]);
    });
  }

  it("given a lock with the hash of block 0 from a node that served it, then it holds where it is not served, and keeps the hash when it is written", async () => {
    const { whole } = chains();
    const { entry } = written(await verify({ ask: node(whole) }));
    const pruned = { ask: node(whole, [0]) };
    const found = await verify(pruned, { locked: entry });
    const again = written(
      await verify(pruned, { locked: entry, isWritten: true }),
      entry,
    );

    expect(found.outcome).to.equal("ok");
    expect(found.notLookedAt).to.have.lengthOf(1);
    expect(again.outcome).to.equal("ok");
    expect(again.entry).to.deep.equal(entry);
    expect(again.entry.genesisHash).to.equal(whole.header(0)?.hash);
  });

  it("given a lock without the hash of block 0, then it holds where block 0 is served, without a note, and has the hash once it is written", async () => {
    const { whole } = chains();
    const { entry } = written(await verify({ ask: node(whole, [0]) }));
    const served = { ask: node(whole) };
    const found = await verify(served, { locked: entry, strict: true });
    const again = written(
      await verify(served, { locked: entry, isWritten: true }),
      entry,
    );

    expect(found.outcome).to.equal("ok");
    expect(found.notLookedAt).to.deep.equal([]);
    expect(again.entry.genesisHash).to.equal(whole.header(0)?.hash);
    expect(again.added?.map(({ id }) => id)).to.deep.equal(["genesisHash"]);
  });

  it("given a locked block that is pruned since, then the lock holds with a note, and has a newer block once it is written", async () => {
    const { whole } = chains();
    const { entry } = written(
      await verify({ ask: node(whole, [], NO_ROW, OLDER) }),
    );
    const pruned = { ask: node(whole, [OLDER]) };
    const found = await verify(pruned, { locked: entry });
    const again = written(
      await verify(pruned, { locked: entry, isWritten: true }),
      entry,
    );

    expect(entry.block).to.equal(String(OLDER));
    expect(found.outcome).to.equal("ok");
    const [gap] = found.notLookedAt ?? [];
    expect(gap?.reason.code).to.equal("block-pruned");
    expect(gap && sentence(gap.reason)).to.contain("block 5");
    expect(again.outcome).to.equal("ok");
    expect(again.entry.block).to.equal(String(SETTLED));
    expect(again.entry.blockHash).to.equal(whole.header(SETTLED)?.hash);
  });

  it("given another chain whose locked block is pruned, then its first block tells, also by a lock that was renewed without it", async () => {
    const { whole, lacking } = chains();
    const { entry } = written(await verify({ ask: node(whole) }));
    const renewed = written(
      await verify(
        { ask: node(whole, [0, SETTLED], NO_ROW, OLDER) },
        { locked: entry, isWritten: true },
      ),
      entry,
    ).entry;
    const found = await verify(
      { ask: node(lacking, [OLDER]) },
      { locked: renewed },
    );

    expect(renewed.block).to.equal(String(OLDER));
    expect(found.lock?.changes.map(({ field }) => field)).to.contain(
      "genesisHash",
    );
    expect(found.outcome).to.equal("failed");
  });

  it("given a gateway that has block 0 on another connection only, then its hash is read there", async () => {
    const { whole } = chains();
    const [pruned, full] = [node(whole, [0]), node(whole)];
    let asked = 0;
    const { anchors } = await verify({
      ask: async (method, params, arrival) => {
        asked += params[0] === "0x0" ? 1 : 0;
        // The first request, with its retries.
        const isPruned = asked <= 3;
        return await (isPruned ? pruned : full)(method, params, arrival);
      },
    });

    expect(anchors?.genesisHash).to.equal(whole.header(0)?.hash);
  });

  it("given a chain that has not come to the locked block, and no block 0, then it may have been created again, and nothing is said of it", async () => {
    const { whole } = chains();
    const ask = node(whole, [0]);
    const { entry } = written(await verify({ ask }));
    const locked = { ...entry, block: String(whole.head + 1_000) };
    const found = await verify({ ask }, { locked });

    expect(found.outcome).to.equal("unknown");
    expect(found.anchors?.block).to.equal(undefined);
  });

  it("given a gateway that does not answer for block 0, or has an error for every block by then, then nothing is said of the chain", async () => {
    const { whole } = chains();
    const honest = node(whole);
    const { entry } = written(await verify({ ask: honest }));
    const isOfFirst = (method: string, [block]: readonly unknown[]) =>
      method === "eth_getBlockByNumber" && block === "0x0";
    const silent: ServedOptions = {
      ask: async (method, params, arrival) =>
        isOfFirst(method, params)
          ? await new Promise(() => {})
          : await honest(method, params, arrival),
      transport: { attemptTimeoutMs: 100 },
    };
    let isDown = false;
    const failing: ServedOptions = {
      ask: async (method, params, arrival) => {
        isDown ||= isOfFirst(method, params);
        return isDown && method === "eth_getBlockByNumber"
          ? nodeError(-32000, "no such table: blocks")
          : await honest(method, params, arrival);
      },
    };
    for (const served of [silent, failing]) {
      const found = await verify(served, { locked: entry });

      expect(found.outcome).to.equal("unknown");
      expect(found.anchors?.genesisHash).to.equal(undefined);
    }
  });
});
