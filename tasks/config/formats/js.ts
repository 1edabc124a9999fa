import type {
  ShownPortalConfig,
  ShownPortalField,
} from "../../../src/connect/portal-configs.ts";
import { generatedBy } from "../../../src/files/generated-by.ts";
import { type Dialect, fieldIn } from "../../../src/networks/dialects.ts";
import { jsLiteral, type ModuleKind } from "../../cli/javascript.ts";

const COMMAND = "alpha config --format js";

const NAMES =
  "chains, getDefaultChainIds, getSupportedChainIds, getCustomChainIds";
const EXPORTS: Readonly<Record<ModuleKind, string>> = {
  commonjs: `module.exports = { ${NAMES} };`,
  esm: `export { ${NAMES} };`,
};
const FUNCTIONS = `const getDefaultChainIds = () =>
  chains.filter((chain) => chain.isDefault).map((chain) => chain.chainId);

const getSupportedChainIds = () => chains.map((chain) => chain.chainId);

const getCustomChainIds = () =>
  chains.filter((chain) => chain.isCustom).map((chain) => chain.chainId);`;

/**
 * Portal configs as the module that portals load, `chains.config.js`: the chains,
 * and functions for the ids of the default, supported and custom ones. Unset fields
 * are left out, so that they are `undefined`.
 */
export function configJs(
  configs: readonly ShownPortalConfig[],
  dialect: Dialect,
  module: ModuleKind,
): string {
  const chains = configs.map(
    ({ network, fields }) =>
      `  // ${network}\n  {\n${fields.map((field) => member(field, dialect)).join("\n")}\n  },`,
  );
  return [
    `// ${generatedBy(COMMAND)}`,
    `const chains = [\n${chains.join("\n")}\n];`,
    FUNCTIONS,
    EXPORTS[module],
  ].join("\n\n");
}

function member(
  { field, value, isHidden }: ShownPortalField,
  dialect: Dialect,
): string {
  const name = fieldIn(dialect, field);
  if (value === null) {
    return `    // ${name} is unset`;
  }
  const line = `    ${name}: ${jsLiteral(value)},`;
  return isHidden ? `    // ${name} is hidden\n${line}` : line;
}
