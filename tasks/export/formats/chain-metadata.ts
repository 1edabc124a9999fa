import { unsetMessage } from "../../../src/config/network-values.ts";
import { generatedBy } from "../../../src/files/generated-by.ts";
import { type ModuleKind, moduleKind } from "../../cli/javascript.ts";
import { printJson } from "../../cli/output.ts";
import type { ExportedNetwork, ExportFormat } from "../format.ts";
import { hiddenNotes, sameIdNotes } from "../network-data.ts";

const COMMAND = "alpha export --format chain-metadata";
/** The only number that wallets accept for a native currency. */
const DECIMALS = 18;
/** The prefix of chain-specific addresses (EIP-3770). */
const SHORT_NAME = /^[\w-]{1,64}$/;
/** The export of a portal's `networksMetadata.config.js`. */
const EXPORTS: Readonly<Record<ModuleKind, string>> = {
  commonjs: "module.exports = { networksMetadata };",
  esm: "export { networksMetadata };",
};
/**
 * Chain metadata as in https://github.com/ethereum-lists/chains: a JSON list or, if
 * the file is a JavaScript file, a portal's module `networksMetadata.config.js`.
 * Values that are not set are left out.
 */
export const CHAIN_METADATA: ExportFormat = {
  content: "metadata",
  readsPortal: true,
  render: ({ networks, file }) => {
    const chains = networks.map(chainOf);
    const list = printJson(chains.map(({ metadata }) => metadata)).replaceAll(
      "<",
      "\\u003c",
    );
    const isScript = /\.[cm]?js$/i.test(file ?? "");
    const module = isScript ? moduleKind(undefined, file) : undefined;
    return {
      module,
      values: chains.map(({ name, metadata }) => [name, metadata]),
      text:
        module === undefined
          ? list
          : `// ${generatedBy(COMMAND)}\n\nconst networksMetadata = ${list};\n\n${EXPORTS[module]}`,
      gaps: chains.flatMap(({ gaps }) => gaps),
      notes: [
        ...chains.flatMap(({ notes }) => notes),
        ...sameIdNotes(networks),
      ],
    };
  },
};

function chainOf({ network, portal }: ExportedNetwork) {
  const { name, definition, values, feeToken } = network;
  const { metadata, preset } = definition;
  const gaps: string[] = [];
  const fields = new Map(portal?.fields.map((field) => [field.field, field]));

  function orMissing<T>(value: T | undefined, path: string): T | undefined {
    if (value === undefined) {
      gaps.push(unsetMessage(name, path));
    }
    return value;
  }

  function portalText(field: string): string | undefined {
    const value = fields.get(field)?.value ?? undefined;
    const text = value === undefined ? undefined : String(value);
    return orMissing(text, `portal.${field}`);
  }

  // Else, the chain may be another one.
  const isPreset = values.displayName === preset.displayName;
  const displayName =
    (isPreset ? metadata?.name : undefined) ??
    orMissing(values.displayName, "displayName");
  const rpc = portalText("nodeUri");
  // Clients append paths such as "/tx/…".
  const explorer = portalText("explorerUri")?.replace(/\/+$/, "");
  const shortName = portalText("network");
  const isValidName = shortName !== undefined && SHORT_NAME.test(shortName);
  if (shortName !== undefined && !isValidName) {
    gaps.push(
      `shortName of ${name} is left out: portal.network must have 1 to 64 letters, digits, "-" and "_". Set alpha.networks.${name}.portal.network in the Hardhat config.`,
    );
  }
  const currency = orMissing(feeToken, "feeToken.symbol");
  const explorers: object[] = [];
  if (explorer !== undefined) {
    const title = `${displayName ?? name} Explorer`;
    explorers.push({ name: title, url: explorer, standard: "none" });
  }
  return {
    name,
    // JSON.stringify leaves out `undefined`.
    metadata: {
      chainId: values.chainId,
      networkId: values.networkId,
      name: displayName,
      chain: (isPreset ? metadata?.chain : undefined) ?? currency?.symbol,
      rpc: [rpc].filter((url) => url !== undefined),
      faucets: [],
      nativeCurrency: currency && {
        name: currency.name,
        symbol: currency.symbol,
        decimals: DECIMALS,
      },
      // The explorer is the only configured page about the network.
      infoURL: explorer,
      shortName: isValidName ? shortName : undefined,
      explorers,
    },
    gaps,
    notes: hiddenNotes({ network, portal }, ["nodeUri", "explorerUri"]),
  };
}
