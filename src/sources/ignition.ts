import { open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { recordOf } from "../base/records.ts";
import { strictObject } from "../config/validate/fields.ts";
import { parseJson } from "../files/json.ts";
import {
  checkKeys,
  type DeployedContract,
  deploymentFields,
  networkOfChain,
  readingOf,
} from "./deployed.ts";
import { isMissing, readError } from "./read-source-file.ts";
import { FILE_FIELDS, networkField, sourceKind } from "./source-kind.ts";

export const IGNITION = sourceKind(
  (networks) =>
    strictObject({
      type: z.literal("ignition"),
      ...deploymentFields(networks),
      file: FILE_FIELDS.file.optional(),
      deployment: FILE_FIELDS.file.optional(),
      network: networkField(networks),
    })
      .superRefine(({ file, deployment, keys }, context) => {
        if ((deployment === undefined) === (file === undefined)) {
          const message = "Required: the file, or the folder in deployment";
          context.addIssue({ code: "custom", path: ["file"], message });
        } else if (keys === undefined && file !== undefined) {
          const message = "Required. With deployment, it is not";
          context.addIssue({ code: "custom", path: ["keys"], message });
        }
      })
      .superRefine(checkKeys(networks)),
  async (source, { text, file, path, networks }) => {
    const { network: name, deployment } = source;
    const network = networks.find((candidate) => candidate.name === name);
    if (network === undefined) {
      return [];
    }
    const chainId = await journalChain(dirname(path));
    if (chainId !== undefined) {
      networkOfChain(source, chainId, { networks, file });
    }
    const { readJsonObject } = await import("./read-json.ts");
    const root = readJsonObject(text, file, "addresses by future id");
    const { members, duplicates } = root;
    const [repeated] = duplicates;
    if (repeated !== undefined) {
      throw readError(
        file,
        `The future id ${JSON.stringify(repeated.name)} is repeated. Remove one.`,
        repeated.key,
      );
    }
    const contracts: DeployedContract[] = [];
    for (const member of members.values()) {
      const stored = `artifacts/${member.name}.json`;
      // Without them, the artifacts are the project's.
      const isStored = !(await isMissing(join(dirname(path), stored)));
      const artifact = isStored ? `${deployment}/${stored}` : undefined;
      contracts.push({ ...member, artifact });
    }
    const isOwn = deployment !== undefined;
    return [
      readingOf(network, contracts, source, { file, isOwn, what: "future" }),
    ];
  },
);

/** The chain that a deployment began on, by the journal in its folder, if there is one. */
async function journalChain(folder: string): Promise<number | undefined> {
  const journal = await open(join(folder, "journal.jsonl")).catch(() => null);
  try {
    const lines = journal?.readLines({ end: MAX_RECORD, autoClose: false });
    for await (const line of lines ?? []) {
      const { chainId } = recordOf(parseJson(line));
      if (typeof chainId === "number") {
        return chainId;
      }
    }
    return undefined;
  } finally {
    await journal?.close();
  }
}

/** The first record has the chain, in less bytes. */
const MAX_RECORD = 1_000;
