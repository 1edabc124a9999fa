import { readFileSync } from "node:fs";
import { expect } from "chai";
import { defaultErrorMap, z } from "zod";
import { plainIssues } from "../../src/config/validate/plain-issues.ts";
import { parseLock } from "../../src/verify/lock-file/parse-lock.ts";
import { parseTransactions } from "../../src/verify/simulate/read-transactions.ts";
import { mistakesIn } from "../support/config-hooks.ts";
import { pluginMessageOf } from "../support/rejection-of.ts";
import { REPOSITORY, repositoryFiles } from "../support/repository-files.ts";

const ROUTER = "0x4Ede1776D6B75de6c907172Abc0453a3C8AB372a";

describe("an issue of a schema in plain words", () => {
  for (const [what, schema, value, message] of [
    ["a text", z.number(), "1", "Expected a number, got a text"],
    ["nothing", z.string(), undefined, "Expected a text, got nothing"],
    ["null", z.boolean(), null, "Expected true or false, got null"],
    ["a list", z.object({}), [], "Expected an object, got a list"],
    [
      "a fraction",
      z.number().int(),
      1.5,
      "Expected a whole number, got a number with a fraction",
    ],
    ["another literal", z.literal(2), 3, "Expected 2"],
    [
      "another name",
      z.enum(["a", "b", "c"]),
      "d",
      'Expected "a" or "b" or "c"',
    ],
    ["another field", z.object({}).strict(), { a: 1 }, 'Unknown field "a"'],
    ["a number that is too small", z.number().min(1), 0, "Expected at least 1"],
    [
      "a number that is not positive",
      z.number().positive(),
      0,
      "Expected more than 0",
    ],
    ["a number that is too large", z.number().max(2), 3, "Expected at most 2"],
    ["an empty text", z.string().min(1), "", "Expected a length of at least 1"],
    [
      "a short list",
      z.array(z.any()).min(2),
      [1],
      "Expected a length of at least 2",
    ],
    [
      "none of several",
      z.union([z.string(), z.array(z.string()), z.literal(false)]),
      1,
      "Expected a text or a list or false",
    ],
    ["a wrong form", z.string().regex(/a/), "b", "Expected another value"],
    [
      "a value with a message of its own",
      z.string().min(1, "Expected a name"),
      "",
      "Expected a name",
    ],
  ] as const) {
    it(`given ${what}, then it is "${message}"`, () => {
      const { error } = schema.safeParse(value, plainIssues(defaultErrorMap));

      expect(error?.issues.map((issue) => issue.message)).to.deep.equal([
        message,
      ]);
    });
  }
});

describe("a wrong value", () => {
  const lock = (fields: object) => JSON.stringify({ networks: {}, ...fields });
  for (const [place, read, message] of [
    [
      "in the config",
      async () =>
        await errorsOf({ networks: { devnet: { chainId: "32456" } } }),
      "Expected a number, got a text",
    ],
    [
      "in the config, of a list of names",
      async () => await errorsOf({ networks: { devnet: { hardfork: "x" } } }),
      'Expected "',
    ],
    [
      "in the config, of a contract",
      async () =>
        await errorsOf({
          networks: {
            devnet: {
              contracts: { Market: { address: ROUTER, artifact: 1 } },
            },
          },
        }),
      "Expected a text or false",
    ],
    [
      "of a source",
      async () =>
        await errorsOf({ sources: [{ type: "portal", file: 1, network: [] }] }),
      "Expected a text, got a number",
    ],
    [
      "in a lock file",
      async () =>
        await pluginMessageOf(() =>
          parseLock(lock({ schemaVersion: "3" }), "l"),
        ),
      "schemaVersion: Expected 3",
    ],
    [
      "in a lock file, of a field",
      async () =>
        await pluginMessageOf(() =>
          parseLock(lock({ schemaVersion: 3, more: 1 }), "l"),
        ),
      'Unknown field "more"',
    ],
    [
      "in a transaction",
      async () =>
        await pluginMessageOf(() =>
          parseTransactions(
            { to: ROUTER, contractMethod: "grant" },
            "The file x",
            { chainId: 1, from: undefined },
          ),
        ),
      "contractMethod: Expected an object, got a text",
    ],
  ] as const) {
    it(`given one ${place}, then the error says "${message}"`, async () => {
      expect(await read()).to.contain(message);
    });
  }

  async function errorsOf(alpha: unknown): Promise<string> {
    return Object.values(await mistakesIn({ alpha })).join("\n");
  }

  it("given any place that reads issues, then it asks for plain words", () => {
    const bare = repositoryFiles()
      .filter((file) => /^(?:src|tasks)\/.*\.ts$/.test(file))
      .flatMap((file) => {
        const text = readFileSync(`${REPOSITORY}/${file}`, "utf8");
        const calls = text.match(/\.safeParse(?:Async)?\([^;]*?;/g) ?? [];
        return /\.issues\b/.test(text)
          ? calls
              .filter((call) => !call.includes("plainIssues("))
              .map((call) => `${file}: ${call}`)
          : [];
      });

    expect(bare).to.deep.equal(["src/sources/kinds.ts: .safeParse(value);"]);
  });
});
