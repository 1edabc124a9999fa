import { createHash } from "node:crypto";
import { generatedBy } from "../../../src/files/generated-by.ts";
import type { PageAssets } from "./page-assets.ts";
import type { PageData } from "./page-data.ts";

const PAGE_COMMAND = "alpha wallet --format html";

/** Origins that cannot break out of the Content-Security-Policy's attribute. */
const PLAIN_ORIGIN = /^https?:\/\/[a-z0-9_.[\]:-]+$/;

/**
 * The page as one HTML file. Its policy only allows its own script and style, and
 * connections to the networks' nodes. The data is embedded as JSON.
 */
export function renderPage(
  data: PageData,
  { script, style }: PageAssets,
): string {
  const policy = [
    "default-src 'none'",
    `script-src ${hashSource(script)}`,
    `style-src ${hashSource(style)}`,
    "img-src data:",
    `connect-src ${nodeOrigins(data).join(" ") || "'none'"}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return `<!doctype html>
<!-- ${generatedBy(PAGE_COMMAND)} -->
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>Add networks and tokens to your wallet</title>
<style>${style}</style>
</head>
<body>
<header>
<h1>Add networks and tokens to your wallet</h1>
<p>Add a network first, and then import its payment tokens.</p>
</header>
<noscript><p class="notice bad">This page needs JavaScript to connect to your wallet.</p></noscript>
<main id="main"></main>
<script type="application/json" id="data">${dataText(data)}</script>
<script type="module">${script}</script>
</body>
</html>`;
}

function hashSource(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

function nodeOrigins({ networks }: PageData): readonly string[] {
  const origins = networks.flatMap(({ node }) => {
    const origin = node === null ? undefined : URL.parse(node)?.origin;
    return origin !== undefined && PLAIN_ORIGIN.test(origin) ? [origin] : [];
  });
  return [...new Set(origins)];
}

/** JSON that cannot end its HTML element. */
function dataText(data: PageData): string {
  return JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
