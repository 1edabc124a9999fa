import type { DiscoverFormat } from "./format.ts";

/** Loaded when it is used. */
export const DISCOVER_FORMATS: Readonly<
  Record<string, () => Promise<DiscoverFormat>>
> = {
  table: async () => {
    const { discoverTable } = await import("./formats/table.ts");
    return {
      isReport: true,
      render: (discovery, _naming, style) => discoverTable(discovery, style),
    };
  },
  json: async () => {
    const { printJson } = await import("../cli/json.ts");
    return { isReport: true, render: ({ report }) => printJson(report) };
  },
  config: async () => (await import("./formats/config.ts")).CONFIG,
  "address-json": async () =>
    (await import("./formats/address-json.ts")).ADDRESS_JSON,
};
