import type { HardhatPlugin } from "hardhat/types/plugins";

/** A plugin that gives configuration variables, as a keystore does. */
export interface VariablesPlugin {
  readonly plugin: HardhatPlugin;
  /** The names that were asked for, in order. */
  readonly asked: readonly string[];
}

/** A keystore that holds `stored`, in memory. */
export function variablesPlugin(
  stored: Readonly<Record<string, string>>,
): VariablesPlugin {
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
