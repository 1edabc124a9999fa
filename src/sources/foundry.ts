import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { strictObject } from "../config/validate/fields.ts";
import {
  checkKeys,
  type DeployedContract,
  deploymentFields,
  networkOfChain,
  readingOf,
} from "./deployed.ts";
import { isMissing, readError } from "./read-source-file.ts";
import {
  asNumber,
  asString,
  FILE_FIELDS,
  type SourceWarning,
  sourceKind,
} from "./source-kind.ts";
import { memberIn, type ReadMember, type ReadValue } from "./values.ts";

/** The contracts that a broadcast of a Foundry script created, with its artifacts in `out`. */
export const FOUNDRY = sourceKind(
  (networks) =>
    strictObject({
      type: z.literal("foundry"),
      ...deploymentFields(networks),
      broadcast: FILE_FIELDS.file,
      out: FILE_FIELDS.file,
    }).superRefine(checkKeys(networks)),
  async (source, { text, file, root, networks }) => {
    const { readJsonObject } = await import("./read-json.ts");
    const { members } = readJsonObject(text, file, "a broadcast");
    const chainId = asNumber(members.get("chain")?.value);
    if (chainId === undefined) {
      throw readError(file, "The broadcast has no chain.");
    }
    const context = { networks, file };
    const network = networkOfChain(source, chainId, context);
    if (network === undefined) {
      return [];
    }
    const statuses = new Map(
      itemsOf(members.get("receipts")).map((receipt) => [
        textIn(receipt, "transactionHash"),
        textIn(receipt, "status"),
      ]),
    );
    const contracts: DeployedContract[] = [];
    const warnings: SourceWarning[] = [];
    const counts = new Map<string, number>();
    for (const transaction of itemsOf(members.get("transactions"))) {
      const name = textIn(transaction, "contractName");
      const address = memberIn(transaction, "contractAddress");
      const isCreated = /^CREATE2?$/.test(
        textIn(transaction, "transactionType") ?? "",
      );
      const hash = textIn(transaction, "hash");
      if (isCreated && !statuses.has(hash)) {
        const message = `The transaction that creates ${name ?? "a contract"} has no receipt, so the contract was left out. Finish the deployment with "forge script --resume"`;
        warnings.push({ place: transaction.place, message });
      }
      const isDone = statuses.get(hash) === "0x1";
      if (isCreated && isDone && name !== undefined && address !== undefined) {
        const short = name.replace(/^.*:/, "");
        const nth = (counts.get(short) ?? 0) + 1;
        counts.set(short, nth);
        contracts.push({
          ...address,
          name: nth === 1 ? short : `${short}_${nth}`,
          artifact: await artifactOf(name, source.out, root),
        });
      }
    }
    const reading = readingOf(network, contracts, source, { file });
    return [{ ...reading, warnings }];
  },
);

/**
 * The artifact of a contract, which is named with its source file if there are several. A
 * path that does not exist is reported where the artifact is read.
 */
async function artifactOf(
  name: string,
  out: string,
  root: string,
): Promise<string> {
  const [short = name, source] = name.split(":").toReversed();
  const folders = await readdir(join(root, out)).catch(() => []);
  const found: string[] = [];
  for (const folder of folders) {
    const artifact = `${out}/${folder}/${short}.json`;
    const isNamed = source === undefined || source.endsWith(`/${folder}`);
    if (isNamed && !(await isMissing(join(root, artifact)))) {
      found.push(artifact);
    }
  }
  const [artifact = `${out}/${short}.sol/${short}.json`, ...others] = found;
  return others.length === 0 ? artifact : `${out}/*/${short}.json`;
}

function itemsOf(member: ReadMember | undefined): readonly ReadValue[] {
  if (member?.value.kind === "list") {
    return member.value.items;
  }
  return [];
}

function textIn(value: ReadValue, name: string): string | undefined {
  return asString(memberIn(value, name)?.value);
}
