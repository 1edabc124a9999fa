import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";

import { markdownTable } from "../../scripts/documents/markdown-table.ts";
import { ROOT } from "../../scripts/paths.ts";
import { startAnvil } from "../support/anvil.ts";
import { guardedEnvironment } from "../support/guarded-environment.ts";
import { type NodeProcess, startNodeProcess } from "../support/node-process.ts";
import {
  ATTACKS,
  type AttackResult,
  attack,
} from "../support/served-chain-attacks.ts";

const HARDHAT_CLI = join(ROOT, "node_modules/hardhat/dist/src/cli.js");
const START = "<!-- attempts: start -->";
const END = "<!-- attempts: end -->";

async function startHardhat(
  args: readonly string[],
  listening: RegExp,
): Promise<NodeProcess> {
  return await startNodeProcess({
    name: args.join(" "),
    program: process.execPath,
    // So that the large bodies do not take all memory of the machine.
    args: ["--max-old-space-size=512", HARDHAT_CLI, ...args],
    cwd: ROOT,
    env: guardedEnvironment(process.env),
    listening,
  });
}

const SERVERS: Readonly<Record<string, () => Promise<NodeProcess>>> = {
  "alpha sandbox": async () =>
    await startHardhat(
      ["alpha", "sandbox", "devnet", "--port", "0"],
      /Ready: .*http:\/\/(127\.0\.0\.1:\d+)/,
    ),
  anvil: async () => await startAnvil({ chainId: 32456 }),
  "hardhat node": async () =>
    await startHardhat(
      "node --network devnetSandbox --hostname 127.0.0.1 --port 0".split(" "),
      /server at http:\/\/(127\.0\.0\.1:\d+)/,
    ),
};

const WORDS: Readonly<Record<AttackResult, string>> = {
  accepted: "**accepted**",
  rejected: "rejected",
  ends: "**ends the process**",
};

/** The table of `docs/security.md`. */
async function measure(): Promise<{
  readonly table: string;
  readonly sandbox: readonly AttackResult[];
}> {
  const columns: AttackResult[][] = [];
  for (const start of Object.values(SERVERS)) {
    const results: AttackResult[] = [];
    let node = await start();
    try {
      for (const each of ATTACKS) {
        if (node.hasEnded()) {
          await node.close();
          node = await start();
        }
        results.push(await attack(each, node));
      }
    } finally {
      await node.close();
    }
    columns.push(results);
  }
  const table = markdownTable(
    ["attempt", ...Object.keys(SERVERS).map((name) => `\`${name}\``)],
    ATTACKS.map(({ title }, row) => [
      title,
      ...columns.map((column) => WORDS[column[row] ?? "ends"]),
    ]),
  );
  return { table, sandbox: columns[0] ?? [] };
}

describe("attempts of web pages and broken clients on a served chain", function () {
  this.timeout(600_000);

  it("given alpha sandbox, then it rejects all, and docs/security.md says what the others do", async () => {
    const { table, sandbox } = await measure();
    const document = readFileSync(join(ROOT, "docs/security.md"), "utf8");

    expect(sandbox).to.eql(ATTACKS.map(() => "rejected"));
    // The text between the markers; on a difference, mocha prints the right one.
    expect(document.split(START)[1]?.split(END)[0]?.trim()).to.equal(table);
  });
});
