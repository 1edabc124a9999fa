import { contractArtifact } from "../contracts/contract-artifact.ts";
import type { Hex } from "../rpc/types.ts";
import type { Construction, WiringCall } from "./contract-steps.ts";

/** What a node executes to construct a contract: initcode and arguments. */
export async function encodeConstruction({
  contract,
  args,
}: Construction): Promise<Hex> {
  // viem/utils alone loads in two thirds of the time of viem, and only here.
  const [{ encodeDeployData }, { abi, bytecode }] = await Promise.all([
    import("viem/utils"),
    contractArtifact(contract),
  ]);
  return encodeDeployData({ abi, bytecode, args });
}

/** The data of a call to a contract that stands. */
export async function encodeWiringCall({
  contract,
  functionName,
  args,
}: Pick<WiringCall, "contract" | "functionName" | "args">): Promise<Hex> {
  const [{ encodeFunctionData }, { abi }] = await Promise.all([
    import("viem/utils"),
    contractArtifact(contract),
  ]);
  return encodeFunctionData({ abi, functionName, args });
}
