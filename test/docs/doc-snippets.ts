import { type DocBlock, docBlocks } from "../support/doc-blocks.ts";

/** A TypeScript block of a page as a module of a reader's project. */
export interface DocSnippet {
  /** The page and the block's number in it. */
  readonly title: string;
  /** `config`: its default export is a Hardhat config. `test`: of a test runner. */
  readonly kind: "config" | "script" | "test";
  /** With the lines before it that a reader has already. */
  readonly source: string;
}

const PLUGIN = 'import hardhatAlphaNetworks from "hardhat-alpha-networks";';

/** A part of a Hardhat config, by the field that it begins with. */
const CONFIG_PART =
  /^(?:\/\/.*\n)?\s*(alpha|networks|chainDescriptors|solidity|verify):/;

/** What the pages take for given, and how a reader came to it. */
const GIVEN: Readonly<Record<string, readonly string[]>> = {
  hre: ['import hre from "hardhat";'],
  connection: ['const connection = await hre.alpha.connect("NETWORK");'],
  alpha: ["const { alpha } = connection;"],
  hash: [
    "const [wallet] = await connection.viem.getWalletClients();",
    "const hash = await wallet.sendTransaction({ to: wallet.account.address });",
    "await (await connection.viem.getTestClient()).mine({ blocks: 5 });",
  ],
};
const NEEDS: Readonly<Record<string, readonly string[]>> = {
  connection: ["hre"],
  alpha: ["hre", "connection"],
  hash: ["hre", "connection"],
};

/** The TypeScript blocks that no other test saves to a file and runs. */
export function docSnippets(): readonly DocSnippet[] {
  const counts = new Map<string, number>();
  return docBlocks()
    .filter(({ language }) => language === "ts")
    .map((block) => {
      const count = (counts.get(block.document) ?? 0) + 1;
      counts.set(block.document, count);
      return { ...asModule(block), title: `${block.document}, block ${count}` };
    });
}

function asModule({ text }: Pick<DocBlock, "text">): Omit<DocSnippet, "title"> {
  const [, part] = CONFIG_PART.exec(text) ?? [];
  if (part !== undefined) {
    return { kind: "config", source: configOf(text, part) };
  }
  if (/\bdefineConfig\(/.test(text)) {
    const source = text.includes(PLUGIN) ? text : `${PLUGIN}\n${text}`;
    return { kind: "config", source };
  }
  const kind = /^describe\(/m.test(text) ? "test" : "script";
  return { kind, source: `${givenTo(text).join("\n")}\n${text}` };
}

function configOf(text: string, part: string): string {
  const isVerify = part === "verify";
  return [
    PLUGIN,
    ...(isVerify
      ? ['import hardhatVerify from "@nomicfoundation/hardhat-verify";']
      : []),
    'import { defineConfig } from "hardhat/config";',
    "export default defineConfig({",
    `plugins: [hardhatAlphaNetworks${isVerify ? ", hardhatVerify" : ""}],`,
    text,
    "});",
  ].join("\n");
}

function givenTo(text: string): readonly string[] {
  const used = Object.keys(GIVEN).filter(
    (name) =>
      new RegExp(`(?<![.\\w"-])${name}\\b`).test(text) && !declares(text, name),
  );
  const wanted = new Set([
    ...used.flatMap((name) => NEEDS[name] ?? []),
    ...used,
  ]);
  const name = text.includes('"third"') ? "thirdSandbox" : "devnetSandbox";
  return Object.keys(GIVEN)
    .filter((given) => wanted.has(given) && !declares(text, given))
    .flatMap((given) => GIVEN[given] ?? [])
    .map((line) => line.replace("NETWORK", name));
}

function declares(text: string, name: string): boolean {
  return new RegExp(
    `(?:const|let|import)\\s+(?:${name}\\b|[{[][^}\\]]*\\b${name}\\b[^}\\]]*[}\\]])`,
  ).test(text);
}
