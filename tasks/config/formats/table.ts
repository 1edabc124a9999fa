import { escapeUnprintable, oneLine } from "../../../src/base/text.ts";
import { describeOrigin } from "../../../src/config/origins.ts";
import { type Dialect, fieldIn } from "../../../src/sources/portal/dialects.ts";
import type {
  ShownPortalConfig,
  ShownPortalField,
} from "../../../src/sources/portal/portal-configs.ts";
import type { TextStyle } from "../../cli/style.ts";
import { type TextRow, textTable } from "../../cli/table.ts";
import { lineWidth, wrapText } from "../../cli/wrap-text.ts";

const URL_TEXT = /^https?:\/\/\S+$/;

/**
 * Portal configs as a table.
 *
 * @param options `explain`: whether to show where each value comes from
 */
export function configTable(
  configs: readonly ShownPortalConfig[],
  dialect: Dialect,
  { style, explain }: { readonly style: TextStyle; readonly explain: boolean },
): string {
  return configs
    .map((config) => {
      const { network, displayName, versions } = config;
      const facts = [
        ...(displayName === undefined ? [] : [oneLine(displayName)]),
        `portal config${versions.portal === undefined ? "" : ` ${versions.portal}`}`,
      ].join(" · ");
      const rows = config.fields.flatMap((field): TextRow[] => [
        {
          cells: [
            `  ${fieldIn(dialect, field.field)}`,
            shownValue(field, style),
          ],
        },
        ...(explain
          ? [{ note: style.faint(`from ${describeOrigin(field.origin)}`) }]
          : []),
      ]);
      const title = wrapText(`${style.strong(network)} · ${facts}`, {
        width: lineWidth(style),
        hanging: "  ",
      });
      return `${title}\n${textTable(rows, { style })}`;
    })
    .join("\n\n");
}

function shownValue(
  { value, isHidden }: ShownPortalField,
  style: TextStyle,
): string {
  if (value === null) {
    return style.unsure("unset");
  }
  const text = String(value);
  // oneLine would change the double colon of an IPv6 address.
  const line = URL_TEXT.test(text) ? escapeUnprintable(text) : oneLine(text);
  return isHidden ? style.unsure(line) : line;
}
