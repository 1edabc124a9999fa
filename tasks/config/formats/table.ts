import { escapeUnprintable, oneLine } from "../../../src/base/text.ts";
import { describeOrigin } from "../../../src/config/layers.ts";
import type {
  ShownPortalConfig,
  ShownPortalField,
} from "../../../src/connect/portal-configs.ts";
import { type Dialect, fieldIn } from "../../../src/networks/dialects.ts";
import type { TextStyle } from "../../cli/style.ts";
import { type TextRow, textTable } from "../../cli/table.ts";
import { lineWidth, textWidth, wrapLines } from "../../cli/wrap-text.ts";

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
      const version = ["portal config", versions.portal].filter(Boolean);
      const facts = [displayName && oneLine(displayName), version.join(" ")]
        .filter((fact) => fact !== undefined)
        .join(" · ");
      const names = config.fields.map(
        ({ field }) => `  ${fieldIn(dialect, field)}`,
      );
      const space =
        lineWidth(style) - Math.max(...names.map((name) => name.length)) - 1;
      const rows = config.fields.flatMap((field, index): TextRow[] => {
        const cells = [names[index] ?? "", shownValue(field, style)] as const;
        const [name, value] = cells;
        const note = style.faint(`from ${describeOrigin(field.origin)}`);
        const both = `${value} · ${note}`;
        if (!explain) {
          return [{ cells }];
        }
        if (textWidth(both) <= space) {
          return [{ cells: [name, both] }];
        }
        return [{ cells }, { note }];
      });
      const title = wrapLines(`${style.strong(network)} · ${facts}`, style);
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
