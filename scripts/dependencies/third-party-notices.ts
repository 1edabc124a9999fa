import { markdownTable } from "../documents/markdown-table.ts";
import type { InstalledDependency } from "./dependency-figures.ts";
import { REASONS } from "./reasons.ts";

/** The text of THIRD-PARTY-NOTICES.md. */
export function thirdPartyNotices(all: readonly InstalledDependency[]): string {
  const byName = [...new Map(all.map((one) => [one.name, one])).values()];
  const direct = byName
    .filter(({ isDirect }) => isDirect)
    .map(({ name, license }) => [`\`${name}\``, license, REASONS[name] ?? ""]);
  const transitive = byName
    .filter(({ isDirect }) => !isDirect)
    .map(({ name, license }) => [`\`${name}\``, license]);
  return `# Third-party notices

## In this package

The ABI types in \`src/contracts/abi\` and the fingerprints in \`src/contracts/fingerprints\` are
generated from \`@oceanprotocol/contracts\` of the Ocean Protocol Foundation, which is licensed
under the Apache License 2.0, like this package: see [LICENSE](LICENSE).

## Dependencies

npm installs these packages together with this one. Each contains the text of its licence. Peer
dependencies are not listed, since each project installs its own.

${markdownTable(["package", "licence", "used for"], direct)}

They depend on these packages:

${markdownTable(["package", "licence"], transitive)}
`;
}
