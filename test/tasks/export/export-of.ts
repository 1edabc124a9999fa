import type { ResolvedAlphaNetwork } from "../../../src/config/types.ts";
import {
  EXPORT_FORMATS,
  exportedNetworks,
} from "../../../tasks/export/action.ts";
import type { Exported, ExportInput } from "../../../tasks/export/format.ts";
import { createAlphaHreOf } from "../../support/alpha-hre.ts";
import { withEnvironment } from "../../support/with-environment.ts";

const TIMESTAMP = "2026-01-02T03:04:05.000Z";

export interface ExportOptions {
  readonly alpha?: unknown;
  readonly names?: readonly string[];
  readonly reveal?: boolean;
  readonly file?: string;
  readonly previous?: string;
  readonly as?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Changes the networks, past the config's validation. */
  readonly change?: (network: ResolvedAlphaNetwork) => ResolvedAlphaNetwork;
}

/** What a format makes of a project's networks. */
export async function exportOf(
  name: string,
  {
    alpha = {},
    names = [],
    reveal = false,
    environment = {},
    file,
    previous,
    as,
    change = (network) => network,
  }: ExportOptions = {},
): Promise<Exported> {
  const format = EXPORT_FORMATS[name];
  if (format === undefined) {
    throw new Error(`no format ${name}`);
  }
  const networks = await withEnvironment(environment, async () => {
    const { config } = await createAlphaHreOf(alpha);
    return await exportedNetworks(
      config,
      { names, globalNetwork: undefined, sandbox: false },
      { ...format, reveal },
    );
  });
  const input: ExportInput = {
    networks: networks.map((exported) => ({
      ...exported,
      network: change(exported.network),
    })),
    file,
    previous,
    as,
    timestamp: () => TIMESTAMP,
  };
  return format.render(input);
}

/** The text, where there must be one. */
export async function exportedText(
  ...parameters: Parameters<typeof exportOf>
): Promise<string> {
  const { text } = await exportOf(...parameters);
  if (text === undefined) {
    throw new Error(`${parameters[0]} made no text`);
  }
  return text;
}
