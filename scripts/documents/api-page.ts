import type { ApiDeclaration, PublicApi } from "../api/types.ts";

const INTRODUCTION = `# API

All that the package exports, as TypeScript sees it. [In scripts](runtime.md),
[viem](viem.md) and [configuration](configuration.md) say how to use it.

What is not on this page may change with any release. What is, follows
[Semantic Versioning](https://semver.org): a change of it shows as a change of this page,
which is made from the sources.`;

const AUGMENTATIONS = `## What it adds to Hardhat's types

Wherever \`hardhat-alpha-networks\` is imported, in \`hardhat.config.ts\` for instance.`;

const RESOLVED = `## Registries and portal configs, key by key

The keys are the network's own, spelled as the reference spells them.`;

const REACHED = `## Types behind these

They cannot be imported by name: they are what the types above are made of.`;

const DATA = `Too long to be read are those that are generated from data. Their digests change when
they do:`;

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

// Not "ts", which the other pages' snippets are: those can be run.
const section = ({ name, text }: ApiDeclaration) =>
  `### \`${name}\`\n\n\`\`\`typescript\n${text}\n\`\`\``;
