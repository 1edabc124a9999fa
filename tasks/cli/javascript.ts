import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { alphaError } from "../../src/base/errors.ts";
import { recordOf } from "../../src/base/records.ts";
import { escapeUnprintable } from "../../src/base/text.ts";
import { parseJson } from "../../src/files/json.ts";
import { realPath } from "../../src/files/write-text.ts";

const KIND_OF_TYPE: ReadonlyMap<unknown, ModuleKind> = new Map([
  ["module", "esm"],
  ["commonjs", "commonjs"],
]);
const EXTENSIONS: Readonly<Record<ModuleKind, string>> = {
  commonjs: ".cjs",
  esm: ".mjs",
};

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
  const type = await nearestPackageType(dirname(await realPath(file)));
  const loadedAs = KIND_OF_TYPE.get(type);
  if (loadedAs !== undefined && loadedAs !== kind) {
    console.error(
      `${file} contains ${kind}, but Node.js would load it as ${loadedAs}: the nearest package.json has "type": "${String(type)}". To load it there, change its extension to ${EXTENSIONS[kind]}.`,
    );
  }
}

async function nearestPackageType(folder: string): Promise<unknown> {
  const text = await readFile(join(folder, "package.json"), "utf8").catch(
    () => undefined,
  );
  const parent = dirname(folder);
  return text === undefined && parent !== folder
    ? await nearestPackageType(parent)
    : recordOf(parseJson(text ?? ""))["type"];
}

const KINDS: readonly ModuleKind[] = ["commonjs", "esm"];
const KIND_OF_EXTENSION: Readonly<Record<string, ModuleKind>> = {
  ".cjs": "commonjs",
  ".mjs": "esm",
};

/**
 * The kind of module to print: the requested one, else that of the file extension,
 * else CommonJS, which portals use.
 *
 * @throws HardhatPluginError on an unknown kind, and on one that contradicts the
 * file extension.
 */
export function moduleKind(
  wanted: string | undefined,
  file: string | undefined,
): ModuleKind {
  const ofFile = KIND_OF_EXTENSION[file?.slice(-4).toLowerCase() ?? ""];
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

/** The kind of a JavaScript module. */
export type ModuleKind = "commonjs" | "esm";
