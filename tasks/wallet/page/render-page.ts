import { createHash } from "node:crypto";
import { escapeUnprintable } from "../../../src/base/text.ts";
import { generatedBy } from "../../../src/files/generated-by.ts";
import type { PageAssets } from "./page-assets.ts";
import type { PageNetwork } from "./page-data.ts";

const PAGE_COMMAND = "alpha wallet --format html";

/** Origins that cannot break out of the Content-Security-Policy's attribute. */
const PLAIN_ORIGIN = /^https?:\/\/[a-z0-9_.[\]:-]+$/;

/**
 * The page as one HTML file. Its policy only allows its own script and style, and
 * connections to the networks' nodes. The data is embedded as JSON.
 */
export function renderPage(
  networks: readonly PageNetwork[],
  { markup, script, style }: PageAssets,
): string {
  const parts: Readonly<Record<string, string>> = {
    generated: `<!-- ${generatedBy(PAGE_COMMAND)} -->`,
    scriptHash: hashSource(script),
    styleHash: hashSource(style),
    nodes: nodeOrigins(networks).join(" ") || "'none'",
    style: `<style>${style}</style>`,
    data: `<script type="application/json" id="data">${dataText(networks)}</script>`,
    script: `<script type="module">${script}</script>`,
  };
  return markup.replace(
    /<!-- ([a-z]+) -->/gi,
    (mark, name) => parts[name] ?? mark,
  );
}

function hashSource(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

function nodeOrigins(networks: readonly PageNetwork[]): readonly string[] {
  const origins = networks.map(({ node }) => URL.parse(node ?? "")?.origin);
  const plain = origins.filter((origin) => PLAIN_ORIGIN.test(origin ?? ""));
  return [...new Set(plain)].map(String);
}

/** JSON that cannot end its HTML element, and shows all of its characters. */
function dataText(data: unknown): string {
  return escapeUnprintable(JSON.stringify(data)).replace(
    /[<>&]/g,
    (found) => `\\u00${found.charCodeAt(0).toString(16)}`,
  );
}
