import { readdir } from "node:fs/promises";
import { basename, resolve, sep } from "node:path";
import { z } from "zod";
import { oneLine } from "../base/text.ts";
import { strictObject } from "../config/validate/fields.ts";
import {
  checkKeys,
  type DeployedContract,
  deploymentFields,
  networkOfChain,
  readingOf,
} from "./deployed.ts";
import { readError } from "./read-source-file.ts";
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
    const files = await filesIn(source.out, root);
    const add = (name: string, address: ReadMember) => {
      const short = name.replace(/^.*:/, "");
      const nth = (counts.get(short) ?? 0) + 1;
      counts.set(short, nth);
      contracts.push({
        ...address,
        name: nth === 1 ? short : `${short}_${nth}`,
        artifact: artifactOf(name, source.out, files),
      });
    };
    const further: ReadValue[] = [];
    for (const transaction of itemsOf(members.get("transactions"))) {
      const { place } = transaction;
      const name = textIn(transaction, "contractName");
      const address = memberIn(transaction, "contractAddress");
      const isCreated = /^CREATE2?$/.test(
        textIn(transaction, "transactionType") ?? "",
      );
      const hash = textIn(transaction, "hash");
      const isMined = statuses.get(hash) === "0x1";
      const isDone = isCreated && isMined;
      if (isMined) {
        further.push(...itemsOf(memberIn(transaction, "additionalContracts")));
      }
      if (isCreated && !statuses.has(hash)) {
        const message = `The transaction that creates ${name ?? "a contract"} has no receipt, so the contract was left out. Finish the deployment with "forge script --resume"`;
        warnings.push({ place, message });
      }
      if (isDone && name !== undefined && address !== undefined) {
        add(name, address);
      } else if (isDone) {
        const where = textIn(transaction, "contractAddress") ?? "no address";
        const message = `A contract that this transaction creates (${oneLine(where)}) has no name or no address, so it was left out. Set it in alpha.networks.${network.name}.contracts`;
        warnings.push({ place, message });
      }
    }
    // What factories created, as far as Foundry knows what it is.
    for (const one of further) {
      const name = textIn(one, "contractName");
      const address = memberIn(one, "address");
      if (name !== undefined && address !== undefined) {
        add(name, address);
      }
    }
    const reading = readingOf(network, contracts, source, { file });
    return [{ ...reading, warnings }];
  },
);

/** The files in a folder, also in nested ones, as those of sources with the same name. */
async function filesIn(out: string, root: string): Promise<readonly string[]> {
  const folder = resolve(root, out);
  const files = await readdir(folder, { recursive: true }).catch(() => []);
  return files.map((file) => `${out}/${file.replaceAll(sep, "/")}`);
}

/**
 * The artifact of a contract, which is named with its source file if there are several. A
 * path that does not exist is reported where the artifact is read.
 */
function artifactOf(
  name: string,
  out: string,
  files: readonly string[],
): string {
  const [short = name, source] = name.split(":").toReversed();
  const folder = source === undefined ? "" : `/${basename(source)}`;
  const [artifact = `${out}/${short}.sol/${short}.json`, ...others] =
    files.filter((file) => file.endsWith(`${folder}/${short}.json`));
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
