import { createHardhatRuntimeEnvironment } from "hardhat/hre";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { HardhatPlugin } from "hardhat/types/plugins";

function isPlugin(value: unknown): value is HardhatPlugin {
  return typeof value === "object" && value !== null && "id" in value;
}

/** Hardhat with the built plugin, for the workers that measure it. */
export async function createBuiltHre(
  entry: string,
): Promise<HardhatRuntimeEnvironment> {
  const built: unknown = await import(entry);
  const plugin =
    typeof built === "object" && built !== null && "default" in built
      ? built.default
      : undefined;
  if (!isPlugin(plugin)) {
    throw new Error(`${entry} does not export a plugin`);
  }
  return await createHardhatRuntimeEnvironment({ plugins: [plugin] });
}
