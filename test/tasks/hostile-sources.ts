import { encodeFunctionData } from "viem";

import { SANDBOX_PLANS } from "../support/sandbox-plans.ts";

/** What terminals, CI systems and readers of some format take for their own. */
export const HOSTILE =
  '::error::x\u001b[31m\r\n::error::owned\u202e\u3164\u2800 ##vso[task.complete]</details><script>alert(1)</script> [l](javascript:x) @all | "q" \\ ]]>';
/** The first account of sandboxes. */
const OWNER = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
export const { router } = SANDBOX_PLANS.devnet.plan;
const ABI = [
  {
    type: "function",
    name: "setName",
    stateMutability: "nonpayable",
    inputs: [{ name: "name", type: "string" }],
    outputs: [],
  },
] as const;
const DATA = encodeFunctionData({ abi: ABI, args: [HOSTILE] });

export type Files = Readonly<Record<string, unknown>>;
interface Source {
  readonly files?: Files;
  readonly alpha?: object;
  /** After `alpha`. */
  readonly args: readonly string[];
  /** The format of what is printed. Default: a text. */
  readonly prints?: string;
  /** What is hostile in the lock file, if there is one. */
  readonly locked?: "names" | "values";
  /** What of it is shown. */
  readonly shows?: RegExp;
}

/** A verification that writes a report in every format. */
const verify = (...args: readonly string[]) => [
  "verify",
  "devnet",
  "--sandbox",
  ...args,
  "--report",
  "json:r.json,junit:r.xml,markdown:r.md,prometheus:r.prom,github",
  "--force",
];

const safeFile = (contractMethod: object, contractInputsValues: object) => ({
  meta: { name: HOSTILE, createdFromSafeAddress: OWNER },
  transactions: [
    { to: router, value: "0", contractMethod, contractInputsValues },
  ],
});

const artifact = (contractName: string, abi: readonly object[]) => ({
  _format: "hh3-artifact-1",
  contractName,
  sourceName: "contracts/A.sol",
  abi,
  bytecode: "0x",
  deployedBytecode: "0x",
  linkReferences: {},
  deployedLinkReferences: {},
});

const own = (contract: object) => ({
  networks: {
    devnet: { contracts: { Market: { address: router, ...contract } } },
  },
});

const VIEWS = [
  {
    type: "function",
    name: HOSTILE,
    stateMutability: "view",
    inputs: [],
    outputs: [{ name: HOSTILE, type: "address" }],
  },
];

const CHAIN = { chainId: 32456, network: HOSTILE, alphaTokenSymbol: HOSTILE };
/** What prints the values of a portal file, and the format of what is printed. */
const PRINTED: readonly (readonly [string, string])[] = [
  ["config devnet --reveal", "txt"],
  ["config devnet --format json", "json"],
  ["config devnet --format js", "txt"],
  ["config devnet --format yaml", "yaml"],
  ["config devnet --format env", "txt"],
  ["config devnet --check portal.json", "txt"],
  ["networks devnet", "txt"],
  ["networks devnet --format json", "json"],
  ["export devnet --format chain-metadata", "json"],
  ["export devnet --format json", "json"],
  ["export devnet --format typescript", "txt"],
  ["export devnet --format solidity", "txt"],
  ["export devnet --format token-list", "json"],
  ["export devnet --format address-json --as k --out book.json --force", "txt"],
  ["lint lint.json", "txt"],
  ["lint lint.json --format json", "json"],
  ["lint lint.json --format sarif", "json"],
  ["lint lint.json --format github", "github"],
  ["lint book.json --format github", "github"],
];

const printed = PRINTED.map(([command, prints]): [string, Source] => [
  `a portal file, for alpha ${command}`,
  {
    files: {
      "portal.json": [CHAIN, { [HOSTILE]: 1, chainId: HOSTILE }],
      "lint.json": [{ ...CHAIN, dispenserAddress: HOSTILE, nodeUri: HOSTILE }],
      "book.json": {
        [HOSTILE]: { chainId: 32456, Router: HOSTILE },
        [`${HOSTILE}2`]: { chainId: 32456, Router: router },
        k: { chainId: 1, Router: router },
      },
    },
    alpha: { sources: [{ type: "portal", file: "portal.json" }] },
    args: command.split(" "),
    prints,
  },
]);

/** Files and arguments whose texts are hostile, by what they are. */
export const SOURCES: Readonly<Record<string, Source>> = {
  "a list of addresses": {
    files: { "list.json": { [HOSTILE]: router, [`${HOSTILE}2`]: OWNER } },
    args: verify("--addresses", "list.json"),
    shows: /owned/,
  },
  "a list of addresses, in short": {
    files: { "list.json": { [HOSTILE]: OWNER } },
    args: verify("--addresses", "list.json", "--quiet"),
    shows: /owned/,
  },
  "a list that has no addresses": {
    files: { "list.json": { [HOSTILE]: HOSTILE } },
    args: verify("--addresses", "list.json"),
    shows: /owned/,
  },
  "the lock file's names": {
    locked: "names",
    args: verify("--lock"),
    shows: /owned/,
  },
  "the lock file's values": {
    locked: "values",
    args: verify("--lock"),
    shows: /owned/,
  },
  "the lock file, which is written again": {
    locked: "values",
    args: verify("--write-lock"),
    shows: /owned/,
  },
  "the lock file's names, of what cannot be restored": {
    locked: "names",
    args: verify("--lock", "--restore", "restore.json"),
    shows: /owned/,
  },
  "the lock file's names, which are no longer in it": {
    locked: "names",
    args: verify("--write-lock"),
    shows: /owned/,
  },
  "the lock file, whose values are restored": {
    locked: "values",
    args: verify("--lock", "--restore", "restore.json"),
    shows: /owned/,
  },
  "a Safe file's method": {
    files: {
      "safe.json": safeFile(
        { name: HOSTILE, inputs: [{ name: "a", type: "uint8" }] },
        { a: "no" },
      ),
    },
    args: verify("--simulate", "safe.json"),
    shows: /expected a function's name/,
  },
  "a Safe file's inputs": {
    files: {
      "safe.json": safeFile(
        { name: "f", inputs: [{ name: HOSTILE, type: "uint8" }] },
        { [HOSTILE]: HOSTILE },
      ),
    },
    args: verify("--simulate", "safe.json"),
    shows: /owned/,
  },
  "an artifact, its function's arguments, and what is expected": {
    files: {
      "artifacts/contracts/A.sol/A.json": artifact(HOSTILE, ABI),
    },
    args: verify(
      "--from",
      OWNER,
      "--to",
      OWNER,
      "--data",
      DATA,
      "--allow",
      HOSTILE,
    ),
    shows: /owned/,
  },
  "the last run's report": {
    files: {
      "last.json": {
        schemaVersion: 1,
        task: "verify",
        networks: [
          {
            network: HOSTILE,
            hardhatNetwork: HOSTILE,
            problems: [
              { status: "failed", reason: HOSTILE, affects: [HOSTILE] },
            ],
          },
        ],
      },
    },
    args: verify("--changes-since", "last.json", "--out", "main.txt"),
  },
  "an Ignition journal": {
    files: { "deployed.json": { [HOSTILE]: 1, [`${HOSTILE}2`]: router } },
    alpha: {
      sources: [
        {
          type: "ignition",
          file: "deployed.json",
          network: "devnet",
          keys: { [HOSTILE]: "Router" },
        },
      ],
    },
    args: verify(),
    shows: /owned/,
  },
  "an address book": {
    files: {
      "address.json": {
        [HOSTILE]: { chainId: 32456, Router: router, [HOSTILE]: 1 },
      },
    },
    alpha: {
      sources: [
        {
          type: "address-json",
          file: "address.json",
          network: "devnet",
          entry: HOSTILE,
        },
      ],
    },
    args: verify(),
  },
  "an own contract's artifact": {
    alpha: own({ artifact: `${HOSTILE}.json` }),
    args: verify("--level", "identity"),
    shows: /owned/,
  },
  "a Safe file's type of an input": {
    files: {
      "safe.json": safeFile(
        { name: "f", inputs: [{ name: "a", type: HOSTILE }] },
        { a: "no" },
      ),
    },
    args: verify("--simulate", "safe.json"),
    shows: /owned/,
  },
  "an own contract's views": {
    files: { "artifacts/contracts/A.sol/A.json": artifact("A", VIEWS) },
    alpha: own({ artifact: "A", watch: [HOSTILE] }),
    args: verify("--level", "wiring"),
    shows: /has no valid abi/,
  },
  ...Object.fromEntries(printed),
};
