/** What each direct dependency is used for. */
export const REASONS: Readonly<Record<string, string>> = {
  "@jitl/quickjs-wasmfile-release-sync":
    "QuickJS as WebAssembly: evaluates portal scripts, with no access to this machine",
  "@nomicfoundation/hardhat-utils":
    "checksums, keccak-256 and version comparison; installed with Hardhat",
  "@oceanprotocol/contracts":
    "ABIs and bytecode of the contract set, with nothing below it",
  acorn: "parses portal scripts, to know where each value is in the text",
  evmole:
    "reads from bytecode which functions and variables a contract has, in a worker",
  "quickjs-emscripten-core": "limits QuickJS, and exchanges values with it",
  undici:
    "HTTP with connection pools, proxies and limits; installed with Hardhat",
  ws: "serves sandboxes over WebSocket; installed with Hardhat",
  zod: "validates the config and the files it names; installed with Hardhat",
};
