import { resolve } from "node:path";
import { alphaCommand } from "../../../src/base/command.ts";
import { variableName } from "../../../src/config/layered-url.ts";
import type { StartedSandbox } from "../../../src/sandbox/start-sandboxes.ts";
import { jsKey } from "../../cli/javascript.ts";
import type { TextStyle } from "../../cli/style.ts";

/**
 * How a project uses served sandboxes in place of the live networks, as lines to paste.
 *
 * @param addressFile The address file that was written.
 */
export function usageLines(
  sandboxes: readonly Pick<StartedSandbox, "network" | "url">[],
  addressFile: string | undefined,
  style: TextStyle,
): readonly string[] {
  const names = sandboxes.map(({ network }) => network).join(" ");
  const networks = sandboxes
    .map(
      ({ network }) => `${jsKey(network)}: { hardhat: { accounts: "remote" } }`,
    )
    .join(", ");
  return [
    style.strong(
      `To use ${sandboxes.length === 1 ? "it as" : "them as"} ${names.replaceAll(" ", ", ")}, paste this into a shell:`,
    ),
    ...sandboxes.map(
      ({ network, url }) =>
        `export ${variableName(network, "RPC_URL")}=${quoted(url)}`,
    ),
    ...(addressFile === undefined
      ? []
      : [`export ADDRESS_FILE=${quoted(resolve(addressFile))}`]),
    style.strong("and this into the Hardhat config, to use its accounts:"),
    `alpha: { networks: { ${networks} } },`,
    style.strong("Then run your scripts with --network, or check it:"),
    alphaCommand("status", names),
    ...(addressFile === undefined
      ? [
          style.faint(
            "--address-file address.json writes the addresses for clients of the Ocean stack.",
          ),
        ]
      : []),
  ];
}

/** A word of a POSIX shell. */
function quoted(text: string): string {
  if (/^[\w./:@%+,-]+$/.test(text)) {
    return text;
  }
  return `'${text.replaceAll("'", "'\\''")}'`;
}
