import { type ProcessResult, runProgram } from "../../support/run-program.ts";
import type { TemporaryFolder } from "../../support/temporary-folder.ts";
import { npm, npmEnvironment, npmInstall } from "./npm.ts";

const INSTALL_MS = 240_000;

interface PackageManager {
  /** The package that has the program. */
  readonly from: string;
  /** Installs what a project's package.json lists. */
  readonly install: readonly [program: string, ...args: readonly string[]];
  readonly env: Readonly<Record<string, string>>;
}

/** The package managers besides npm, each by its name. */
export const PACKAGE_MANAGERS = {
  pnpm: {
    from: "pnpm@12",
    // Hardhat's own esbuild has a script, which users have to allow or to ignore.
    install: [
      ...(["pnpm", "install", "--no-frozen-lockfile"] as const),
      "--config.strict-dep-builds=false",
    ],
    env: {},
  },
  "yarn 4": {
    from: "@yarnpkg/cli-dist@4",
    install: ["yarn", "install"],
    env: {
      // Hardhat refuses to run from Yarn's default, which has no node_modules.
      YARN_NODE_LINKER: "node-modules",
      YARN_NM_MODE: "hardlinks-global",
      YARN_ENABLE_IMMUTABLE_INSTALLS: "false",
      YARN_ENABLE_SCRIPTS: "false",
      YARN_ENABLE_TELEMETRY: "false",
    },
  },
  bun: { from: "bun@1", install: ["bun", "install"], env: {} },
} as const satisfies Readonly<Record<string, PackageManager>>;

/**
 * Installs a package manager, for which everything that it downloads stays in the folder.
 *
 * @returns a function that installs the dependencies of a project; `undefined` if the
 * program cannot be had here
 */
export async function preparePackageManager(
  folder: TemporaryFolder,
  name: keyof typeof PACKAGE_MANAGERS,
): Promise<((project: string) => Promise<ProcessResult>) | undefined> {
  const { from, install, env }: PackageManager = PACKAGE_MANAGERS[name];
  folder.write("package.json", '{ "private": true }');
  const [program, ...args] = install;
  const path = folder.at(`node_modules/.bin/${program}`);
  try {
    await npmInstall(folder.root, [from]);
    await runProgram(path, ["--version"], { cwd: folder.root });
  } catch {
    return undefined;
  }
  const configured = async (key: string) =>
    (await npm(folder.root, ["config", "get", key])).output.trim();
  const registry = await configured("registry");
  const certificates = await configured("cafile");
  const settings = {
    ...npmEnvironment(),
    XDG_CACHE_HOME: folder.at("cache"),
    XDG_CONFIG_HOME: folder.at("config"),
    XDG_DATA_HOME: folder.at("data"),
    XDG_STATE_HOME: folder.at("state"),
    npm_config_registry: registry,
    PNPM_HOME: folder.at("pnpm"),
    BUN_CONFIG_REGISTRY: registry,
    BUN_INSTALL: folder.at("bun"),
    YARN_NPM_REGISTRY_SERVER: registry,
    YARN_GLOBAL_FOLDER: folder.at("yarn"),
    // npm prints null where it has none of its own.
    ...(certificates !== "null" && {
      NODE_EXTRA_CA_CERTS: certificates,
      YARN_HTTPS_CA_FILE_PATH: certificates,
    }),
    ...env,
  };
  return async (project) =>
    await runProgram(path, args, {
      cwd: project,
      env: settings,
      timeout: INSTALL_MS,
    });
}
