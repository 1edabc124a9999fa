import { join } from "node:path";
import type { HookContext } from "hardhat/types/hooks";
import type { JsonRpcRequest } from "hardhat/types/providers";
import { PLUGIN_ID } from "../../base/errors.ts";
import { type Hex, isHex } from "../../base/hex.ts";
import { recordOf } from "../../base/records.ts";
import type { ResolvedAlphaNetwork } from "../../config/types.ts";
import { evmVersionOf, HARDFORKS } from "../../networks/hardforks.ts";
import { type NewerOpcodes, newerOpcodes } from "./newer-opcodes.ts";

/** The warnings of this process. */
const warned = new Set<string>();

/**
 * Warns if a request deploys a contract with instructions that the EVM version of its
 * network does not have, once for each contract and network.
 */
export async function warnAboutDeployment(
  { artifacts }: Pick<HookContext, "artifacts">,
  network: ResolvedAlphaNetwork,
  request: JsonRpcRequest,
): Promise<void> {
  const initcode = await deployedCode(request);
  const found = initcode && newerOpcodes(initcode, network.hardfork);
  if (initcode === undefined || found === undefined) {
    return;
  }
  const key = `${network.name} ${found.code}`;
  if (warned.has(key)) {
    return;
  }
  warned.add(key);
  let contract = "A contract";
  for (const name of await artifacts.getAllFullyQualifiedNames()) {
    const { bytecode } = await artifacts.readArtifact(name);
    if (bytecode !== "0x" && initcode.startsWith(bytecode)) {
      contract = name;
      break;
    }
  }
  warn(contract, found, [network]);
}

/** The initcode that a request deploys, or estimates the deployment of. */
async function deployedCode({
  method,
  params,
}: JsonRpcRequest): Promise<Hex | undefined> {
  const [given]: readonly unknown[] = Array.isArray(params) ? params : [];
  let transaction = recordOf(given);
  if (method === "eth_sendRawTransaction" && isHex(given)) {
    const { parseTransaction } = await import("viem");
    try {
      transaction = recordOf(parseTransaction(given));
    } catch {
      // The node says what is wrong with it.
    }
  }
  const { to, data, input = data } = transaction;
  return (to ?? null) === null && isHex(input) ? input : undefined;
}

/**
 * Warns of the compiled contracts that are not tests, if they have instructions that the
 * oldest of the networks does not have: Solidity tests run on the latest EVM version.
 */
export async function warnAboutContracts({
  artifacts,
  config,
  solidity,
}: Pick<HookContext, "artifacts" | "config" | "solidity">): Promise<void> {
  const networks = Object.values(config.alpha.networks);
  const [hardfork] = networks
    .map((network) => network.hardfork)
    .toSorted((a, b) => HARDFORKS.indexOf(a) - HARDFORKS.indexOf(b));
  const names: string[] = [];
  let newest: NewerOpcodes | undefined;
  for (const name of await artifacts.getAllFullyQualifiedNames()) {
    const { bytecode, sourceName } = await artifacts.readArtifact(name);
    const file = join(config.paths.root, sourceName);
    const code = bytecode.replaceAll(/__\$\w{34}\$__/g, "0".repeat(40));
    const found =
      hardfork !== undefined &&
      isHex(code) &&
      (await solidity.getScope(file)) !== "tests"
        ? newerOpcodes(code, hardfork)
        : undefined;
    if (found !== undefined) {
      names.push(name);
      newest ??= found;
    }
  }
  const [first, ...others] = names;
  if (first !== undefined && newest !== undefined) {
    const more = others.length === 0 ? "" : ` (and ${others.length} more)`;
    const oldest = networks.filter((network) => network.hardfork === hardfork);
    warn(`${first}${more}`, newest, oldest);
  }
}

/** @param networks of one EVM version */
function warn(
  contract: string,
  { names, needed }: NewerOpcodes,
  networks: readonly ResolvedAlphaNetwork[],
): void {
  const [network] = networks;
  if (network === undefined) {
    return;
  }
  const { hardfork, name, origins } = network;
  const isDefault = origins.get("hardfork")?.kind === "default";
  const evmVersion = evmVersionOf(hardfork);
  // Before London, code differs in this alone.
  const remedy =
    evmVersionOf(needed) === evmVersion
      ? "Do not read block.basefee"
      : `Compile with settings: { evmVersion: "${evmVersion}" }`;
  console.warn(
    `${PLUGIN_ID}: ${contract} has instructions of the hardfork ${needed} (${[...names].join(", ")}), but the EVM version of ${networks.map((one) => one.name).join(", ")} is ${hardfork}${isDefault ? ", the oldest that the marketplace's contracts need, since none was published" : ""}. ${remedy}, or set alpha.networks.${name}.hardfork if the network has a newer version.`,
  );
}
