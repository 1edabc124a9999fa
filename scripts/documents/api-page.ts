import type { ApiDeclaration, PublicApi } from "../api/types.ts";

const INTRODUCTION = `# API

The exports of the package and their types. [Scripts](runtime.md), [viem](viem.md) and
[configuration](configuration.md) describe how to use them.

This page is generated from the source code. The API on it follows
[Semantic Versioning](https://semver.org). Anything else may change with any release.`;

const AUGMENTATIONS = `## Additions to Hardhat's types

They apply where \`hardhat-alpha-networks\` is imported, for example in \`hardhat.config.ts\`.`;

const RESOLVED = `## Registries and portal configurations

The keys and fields of each network, spelled as in the reference.`;

const REACHED = `## Other types

The types above use these. They cannot be imported by name.`;

const DATA = `These are generated from data and too long to be shown. Their digests change when they do:`;

/** The text of docs/api.md. */
export function apiPage({
  entries,
  augmentations,
  resolved,
  reached,
  data,
}: PublicApi): string {
  return `${[
    INTRODUCTION,
    ...entries.flatMap(({ specifier, declarations }) => [
      `## \`${specifier}\``,
      ...declarations.map(section),
    ]),
    AUGMENTATIONS,
    ...augmentations.map(section),
    RESOLVED,
    ...resolved.map(section),
    REACHED,
    ...reached.map(section),
    DATA,
    data.map(({ name, digest }) => `- \`${name}\`: ${digest}`).join("\n"),
  ].join("\n\n")}\n`;
}

// Not "ts", since the tests run those blocks.
const section = ({ name, text }: ApiDeclaration) =>
  `### \`${name}\`\n\n\`\`\`typescript\n${text}\n\`\`\``;
