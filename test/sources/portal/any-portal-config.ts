import fc from "fast-check";

import { httpUrlProblem } from "../../../src/config/layered-url.ts";
import type { PortalLiteral } from "../../../src/config/types.ts";
import type { ShownPortalConfig } from "../../../src/connect/portal-configs.ts";
import type {
  NetworkDefinition,
  PortalFieldDefinition,
} from "../../../src/networks/definition.ts";
import {
  ALPHA_NETWORK_NAMES,
  type AlphaNetworkName,
  NETWORK_DEFINITIONS,
} from "../../../src/networks/definitions.ts";

/** Texts that mean something to one of the languages they are written in. */
const HOSTILE_TEXTS = [
  "'",
  '"',
  "`",
  "'\"`",
  "\\",
  "a\\",
  "\\n",
  "\\'",
  "$HOME",
  "$" + "{HOME}",
  "$(id)",
  "`id`",
  "#",
  "a # b",
  " leading and trailing ",
  "\t",
  "one\ntwo",
  "one\r\ntwo",
  "\nALPHA_DEVNET_NODE_URI=https://elsewhere",
  "</script><script>",
  "<!--",
  "*/ // -->",
  "\u2028",
  "\u2029",
  "\u0000",
  "\u001b[2J",
  "\u0085",
  "\u202e",
  "\ufeff",
  "\u{1f600}",
  "\u{e0041}",
  "\ud800",
  "__proto__",
  "constructor",
  "null",
  "true",
  "no",
  "~",
  "0x12",
  "1e3",
  "12:30:00",
  "2026-01-01",
  "- a",
  "a: b",
  "? ",
  "&a *a",
  "!!js/function",
  "%YAML 1.2",
  "---",
  "...",
  "{}",
  "[",
  "|",
  ">",
] as const;

/** Any text that the configuration accepts. */
const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...HOSTILE_TEXTS),
  fc.string({ unit: "binary", minLength: 1 }),
  fc
    .array(fc.constantFrom(...HOSTILE_TEXTS), { minLength: 2, maxLength: 5 })
    .map((texts) => texts.join("")),
);

/** A text that every `.env` file can carry. */
export const environmentText: fc.Arbitrary<string> = anyText.map((text) =>
  `${text}.`
    .toWellFormed()
    .replace(/[^\n\t\P{Cc}]|[\p{Bidi_Control}\p{Zl}\p{Zp}']/gu, "-"),
);

/** Any portal configs, one to three networks, as they may be shown. */
export function anyPortalConfigs(
  text: fc.Arbitrary<string> = anyText,
): fc.Arbitrary<readonly ShownPortalConfig[]> {
  return fc
    .subarray([...ALPHA_NETWORK_NAMES], { minLength: 1 })
    .chain((networks) =>
      fc.tuple(...networks.map((network) => anyPortalConfig(network, text))),
    );
}

function anyPortalConfig(
  network: AlphaNetworkName,
  text: fc.Arbitrary<string>,
): fc.Arbitrary<ShownPortalConfig> {
  const { portal }: NetworkDefinition = NETWORK_DEFINITIONS[network];
  return fc
    .tuple(
      ...Object.entries(portal).map(([field, rule]) =>
        anyValue(rule, text).map((value) => ({
          field,
          value,
          isHidden: false,
          origin: { kind: "preset" as const },
        })),
      ),
    )
    .map((fields) => ({
      network,
      displayName: undefined,
      versions: {},
      fields,
    }));
}

function anyValue(
  { type }: PortalFieldDefinition,
  text: fc.Arbitrary<string>,
): fc.Arbitrary<PortalLiteral> {
  switch (type) {
    case "boolean":
      return fc.boolean();
    case "integer":
      return fc.maxSafeNat();
    case "number":
      return fc.double({
        min: Number.MIN_VALUE,
        noNaN: true,
        noDefaultInfinity: true,
      });
    case "string":
      return text;
    case "url":
      return fc
        .oneof(
          fc.webUrl(),
          text.map((path) => `https://host.example/${path}`),
        )
        .filter((url) => httpUrlProblem(url) === undefined);
    case "address":
      return fc
        .string({
          unit: fc.constantFrom(..."0123456789abcdefABCDEF"),
          minLength: 40,
          maxLength: 40,
        })
        .map((digits) => `0x${digits}`);
  }
}
