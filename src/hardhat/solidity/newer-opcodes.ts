import type { Artifact } from "hardhat/types/artifacts";
import type { HookContext } from "hardhat/types/hooks";
import type { JsonRpcRequest } from "hardhat/types/providers";
import { PLUGIN_ID } from "../../base/errors.ts";
import { recordOf } from "../../base/records.ts";
import { oneLine } from "../../base/text.ts";
import type { ResolvedAlphaNetwork } from "../../config/types.ts";
import {
  evmVersionOf,
  HARDFORKS,
  type Hardfork,
} from "../../networks/hardforks.ts";

/** The instructions that were added since the oldest of {@link HARDFORKS}. */
const ADDED: ReadonlyMap<number, readonly [name: string, since: Hardfork]> =
  new Map([
    [0x1e, ["CLZ", "osaka"]],
    [0x48, ["BASEFEE", "london"]],
    [0x49, ["BLOBHASH", "cancun"]],
    [0x4a, ["BLOBBASEFEE", "cancun"]],
    [0x5c, ["TLOAD", "cancun"]],
    [0x5d, ["TSTORE", "cancun"]],
    [0x5e, ["MCOPY", "cancun"]],
    [0x5f, ["PUSH0", "shanghai"]],
  ]);

const PUSH1 = 0x60;
const PUSH32 = 0x7f;
const INVALID = 0xfe;

/**
 * The instructions in the initcode of a contract that a hardfork does not have, each with
 * the hardfork that added it. solc ends the constructor and the code of the contract with
 * INVALID, and puts data behind it, which may contain any bytes: only the two are walked.
 */
export function newerOpcodes(
  initcode: string,
  hardfork: Hardfork,
): ReadonlyMap<string, Hardfork> {
  // In place of libraries that are not linked yet.
  const linked = initcode.replaceAll(/__\$\w{34}\$__/g, "0".repeat(40));
  const bytes = Buffer.from(linked.slice("0x".length), "hex");
  const newer = HARDFORKS.slice(HARDFORKS.indexOf(hardfork) + 1);
  const found = new Map<string, Hardfork>();
  let ends = 0;
  for (let at = 0; at < bytes.length && ends < 2; at += 1) {
    const byte = bytes[at] ?? INVALID;
    const [name, since] = ADDED.get(byte) ?? [];
    if (name !== undefined && since !== undefined && newer.includes(since)) {
      found.set(name, since);
    }
    if (byte === INVALID) {
      ends += 1;
    } else if (byte >= PUSH1 && byte <= PUSH32) {
      at += byte - PUSH1 + 1;
    }
  }
  return found;
}

/** The warnings of this process. */
const warned = new Set<string>();

/**
 * Warns of compiled contracts that have instructions which the oldest EVM version of some
 * networks does not have.
 *
 * @param isRun Whether a contract is deployed or run there.
 */
export async function warnAboutOpcodes(
  { artifacts }: Pick<HookContext, "artifacts">,
  networks: readonly ResolvedAlphaNetwork[],
  isRun: (artifact: Artifact) => boolean | Promise<boolean>,
): Promise<void> {
  const hardfork = HARDFORKS.find((each) =>
    networks.some((network) => network.hardfork === each),
  );
  const oldest = networks.filter((network) => network.hardfork === hardfork);
  const [network] = oldest;
  if (hardfork === undefined || network === undefined) {
    return;
  }
  const { name, origins } = network;
  const contracts: string[] = [];
  const opcodes = new Map<string, Hardfork>();
  for (const contract of await artifacts.getAllFullyQualifiedNames()) {
    const artifact = await artifacts.readArtifact(contract);
    const newer = newerOpcodes(artifact.bytecode, hardfork);
    if (newer.size > 0 && (await isRun(artifact))) {
      contracts.push(contract);
      for (const [opcode, since] of newer) {
        opcodes.set(opcode, since);
      }
    }
  }
  const sinces = [...opcodes.values()];
  const needed = HARDFORKS.findLast((each) => sinces.includes(each));
  if (needed === undefined) {
    return;
  }
  const [first, ...others] = contracts;
  const more = others.length === 0 ? "" : ` (and ${others.length} more)`;
  const isDefault = origins.get("hardfork")?.kind === "default";
  const evmVersion = evmVersionOf(hardfork);
  // Before London, code differs in this alone.
  const remedy =
    evmVersionOf(needed) === evmVersion
      ? "Do not read block.basefee"
      : `Compile with settings: { evmVersion: "${evmVersion}" }`;
  const warning = `${PLUGIN_ID}: ${first}${more} has instructions of the hardfork ${needed} (${[...opcodes.keys()].join(", ")}), but the EVM version of ${oldest.map((one) => one.name).join(", ")} is ${hardfork}${isDefault ? ", the oldest that the marketplace's contracts need, since none was published" : ""}. ${remedy}, or set alpha.networks.${name}.hardfork if the network has a newer version.`;
  if (!warned.has(warning)) {
    warned.add(warning);
    console.warn(oneLine(warning));
  }
}

/**
 * Warns of the compiled contracts that a request deploys, or estimates the deployment of:
 * those whose initcode is in it, also if it is signed already.
 */
export async function warnAboutDeployment(
  context: Pick<HookContext, "artifacts">,
  network: ResolvedAlphaNetwork,
  { params }: JsonRpcRequest,
): Promise<void> {
  const [transaction]: unknown[] = [params].flat();
  if ((recordOf(transaction)["to"] ?? null) !== null) {
    return;
  }
  const sent = JSON.stringify(params).toLowerCase();
  await warnAboutOpcodes(context, [network], ({ bytecode }) => {
    // Up to the first library.
    const [code = ""] = bytecode.slice("0x".length).split("_");
    return sent.includes(code.toLowerCase());
  });
}
