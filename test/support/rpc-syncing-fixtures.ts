import { readdirSync, readFileSync } from "node:fs";

/** What one client sends for `eth_syncing`, and what it says. */
export interface SyncingFixture {
  readonly client: string;
  readonly source: string;
  readonly result: unknown;
  /** `false`, or the heights as decimal text and the detail. */
  readonly expected:
    | false
    | {
        readonly startingBlock?: string;
        readonly currentBlock?: string;
        readonly highestBlock?: string;
        readonly detail: Record<string, unknown>;
      };
}

const FOLDER = new URL("../rpc/fixtures/", import.meta.url);

/** Every fixture in `test/rpc/fixtures`. */
export function syncingFixtures(): SyncingFixture[] {
  return readdirSync(FOLDER).map((file) => ({
    client: file.replace(/^syncing-|\.json$/g, ""),
    ...JSON.parse(readFileSync(new URL(file, FOLDER), "utf8")),
  }));
}
