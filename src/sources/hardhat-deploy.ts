import { readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { recordOf } from "../base/records.ts";
import { isSameText } from "../base/text.ts";
import { chainsWithSameId } from "../config/network-values.ts";
import { strictObject } from "../config/validate/fields.ts";
import { parseJson } from "../files/json.ts";
import {
  checkKeys,
  type DeployedContract,
  deploymentFields,
  networkOfChain,
  readingOf,
} from "./deployed.ts";
import { readError, readSourceFile } from "./read-source-file.ts";
import { FILE_FIELDS, sourceKind } from "./source-kind.ts";

/**
 * A folder of hardhat-deploy, each contract in a file with its artifact. Rocketh keeps the
 * chain in `.chain`, and version 1 its id in `.chainId`.
 */
export const HARDHAT_DEPLOY = sourceKind(
  (networks) =>
    strictObject({
      type: z.literal("hardhat-deploy"),
      ...deploymentFields(networks),
      deployments: FILE_FIELDS.file,
    }).superRefine(checkKeys(networks)),
  async (source, { text, file, path, networks }) => {
    const chain = parseJson(text);
    const { chainId = chain, genesisHash } = recordOf(chain);
    if (!/^[1-9]\d{0,15}$/.test(String(chainId))) {
      throw readError(file, "The file has no chain id. Deploy again.");
    }
    const context = { networks, file };
    const network = networkOfChain(source, Number(chainId), context);
    if (network === undefined) {
      return [];
    }
    const pinned = network.genesisHash?.toLowerCase();
    if (pinned !== undefined && (genesisHash ?? pinned) !== pinned) {
      throw readError(
        file,
        `The deployment is on a chain with the genesis hash ${String(genesisHash)}, but ${network.name} has ${pinned}. Correct one of them.`,
      );
    }
    const { definition } = network;
    const other = chainsWithSameId({ definition, values: network }).find(
      (chain) => isSameText(chain.genesisHash, String(genesisHash)),
    );
    if (pinned === undefined && other !== undefined) {
      throw readError(
        file,
        `The deployment is on ${other.name}, which has the chain id of ${network.name}, too. Set the folder of another deployment.`,
      );
    }
    const { readJsonObject } = await import("./read-json.ts");
    const contracts: DeployedContract[] = [];
    for (const name of (await readdir(dirname(path))).sort()) {
      if (name.endsWith(".json") && !name.startsWith(".")) {
        const artifact = `${source.deployments}/${name}`;
        const content = await readSourceFile(
          join(dirname(path), name),
          artifact,
        );
        const root = readJsonObject(content, artifact, "one deployment");
        const address = root.members.get("address");
        if (address === undefined) {
          throw readError(artifact, "The deployment has no address.");
        }
        const repeated = root.duplicates.find(
          ({ name: key }) => key === "address",
        );
        if (repeated !== undefined) {
          const message = "The address is repeated. Remove one.";
          throw readError(artifact, message, repeated.key);
        }
        const own = { name: basename(name, ".json"), file: artifact, artifact };
        contracts.push({ ...address, ...own });
      }
    }
    return [readingOf(network, contracts, source, context)];
  },
);
