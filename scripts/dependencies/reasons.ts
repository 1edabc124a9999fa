/** Why this package depends on each of those that it asks for, in one line. */
export const REASONS: Readonly<Record<string, string>> = {
  "@nomicfoundation/hardhat-utils":
    "checksums, keccak-256 and the comparison of versions; Hardhat installs it",
  "@oceanprotocol/contracts":
    "ABIs and bytecode of the contract set, with nothing below it",
  acorn: "parses portal scripts, which are never run",
  "csv-parse":
    "reads address lists with any separator and quotes, and names the line that is damaged",
  undici:
    "HTTP with pools, proxies and limits that Node's own client lacks; Hardhat installs it",
  yaml: "writes portal configurations that readers of YAML 1.1 and 1.2 take for the same",
  zod: "validates the config and the files it names; Hardhat installs it",
};
