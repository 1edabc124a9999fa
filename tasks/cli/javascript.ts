import { readClosestPackageJson } from "@nomicfoundation/hardhat-utils/package";
import { alphaError } from "../../src/base/errors.ts";
import { escapeUnprintable } from "../../src/base/text.ts";
import { realPath } from "../../src/files/write-text.ts";

/** The extensions of files that can only be one kind of module. */
const EXTENSIONS = { commonjs: ".cjs", esm: ".mjs" } as const;
const KINDS = ["commonjs", "esm"] as const;

/** The kind of a JavaScript module. */
export type ModuleKind = (typeof KINDS)[number];

/**
 * Warns on stderr if Node would load a `.js` file as another kind of module than
 * was written, because of the nearest package.json.
 */
export async function warnAboutModuleKind(
  file: string | undefined,
  kind: ModuleKind | undefined,
): Promise<void> {
  if (file === undefined || kind === undefined || !/\.js$/i.test(file)) {
    return;
  }
  const path = await realPath(file);
  const manifest = await readClosestPackageJson(path).catch(() => undefined);
  const other = kind === "esm" ? "commonjs" : "esm";
  const type = other === "esm" ? "module" : "commonjs";
  if (manifest?.type === type) {
    console.error(
      `${file} contains ${kind}, but Node.js would load it as ${other}: the nearest package.json has "type": "${type}". To load it there, change its extension to ${EXTENSIONS[kind]}.`,
    );
  }
}

/**
 * The kind of module to print: the requested one, else that of the file extension,
 * else CommonJS, which portals use.
 *
 * @throws HardhatPluginError on an unknown kind, and on one that contradicts the
 * file extension.
 */
export function moduleKind(wanted: string | undefined, file = ""): ModuleKind {
  const ofFile = KINDS.find((one) =>
    file.toLowerCase().endsWith(EXTENSIONS[one]),
  );
  if (wanted === undefined) {
    return ofFile ?? "commonjs";
  }
  const kind = KINDS.find((candidate) => candidate === wanted);
  if (kind === undefined) {
    throw alphaError(
      `Unknown module kind "${wanted}". Valid kinds: ${KINDS.join(", ")}.`,
    );
  }
  if (ofFile !== undefined && ofFile !== kind) {
    throw alphaError(
      `Node.js loads ${file} as ${ofFile} because of its extension, not as ${kind}. Change the extension, or remove --module.`,
    );
  }
  return kind;
}

/**
 * A value as a JavaScript and TypeScript literal that is safe wherever it is
 * pasted: line separators are escaped, and so are `</script>` and `<!--`, which
 * would end it in an HTML page.
 */
export function jsLiteral(value: string | number | boolean): string {
  return escapeUnprintable(JSON.stringify(value)).replaceAll("<", "\\u003c");
}

/** A network's name as the key of an object. */
export function jsKey(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : jsLiteral(name);
}

/** A network's name without hyphens: `op-sepolia` is `opSepolia`. */
export function camelCase(name: string): string {
  return name.replaceAll(/-+(.?)/g, (_, next: string) => next.toUpperCase());
}

const RESERVED_WORD =
  /^(?:arguments|await|break|case|catch|class|const|continue|debugger|default|delete|do|else|enum|eval|export|extends|false|finally|for|function|if|implements|import|in|instanceof|interface|let|new|null|package|private|protected|public|return|static|super|switch|this|throw|true|try|typeof|var|void|while|with|yield)$/;

/** A network's name as the name of a constant. */
export function jsIdentifier(name: string): string {
  const identifier = camelCase(name);
  return RESERVED_WORD.test(identifier) ? `${identifier}_` : identifier;
}
