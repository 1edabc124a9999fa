import { markdownTable } from "../documents/markdown-table.ts";
import type { InstalledDependency } from "./dependency-figures.ts";
import { REASONS } from "./reasons.ts";

/** The text of THIRD-PARTY-NOTICES.md. */
export function thirdPartyNotices(all: readonly InstalledDependency[]): string {
  const byName = [...new Map(all.map((one) => [one.name, one])).values()];
  const direct = byName
    .filter(({ isDirect }) => isDirect)
    .map(({ name, license }) => [
      `\`${name}\``,
      license,
      REASONS[name] ?? "not recorded",
    ]);
  const below = byName
    .filter(({ isDirect }) => !isDirect)
    .map(({ name, license }) => [`\`${name}\``, license]);
  return `# Third-party notices

## In this package

The ABI types in \`src/contracts/abi\`, the fingerprints of released contracts in
\`src/verify/fingerprints\` and the contracts that a sandbox places are made from
\`@oceanprotocol/contracts\`, of the Ocean Protocol Foundation, under the Apache License
2.0, the licence of this package too: see [LICENSE](LICENSE).

## Installed along with it

These packages are not part of this one. npm installs them beside it, each with its own
licence text. The peers and what they bring are the project's own choice and not listed.

${markdownTable(["package", "licence", "used for"], direct)}

Their own dependencies:

${markdownTable(["package", "licence"], below)}
`;
}
