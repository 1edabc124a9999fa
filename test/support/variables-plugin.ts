import type { HardhatPlugin } from "hardhat/types/plugins";

/** A keystore that holds `stored`, in memory, and the names that it was asked for. */
export function variablesPlugin(stored: Readonly<Record<string, string>>): {
  readonly plugin: HardhatPlugin;
  readonly asked: readonly string[];
} {
  const asked: string[] = [];
  return {
    asked,
    plugin: {
      id: "variables-in-memory",
      npmPackage: null,
      hookHandlers: {
        configurationVariables: async () => ({
          default: async () => ({
            fetchValue: async (context, variable, next) => {
              asked.push(variable.name);
              return stored[variable.name] ?? (await next(context, variable));
            },
          }),
        }),
      },
    },
  };
}
