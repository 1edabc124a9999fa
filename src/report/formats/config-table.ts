import { describeOrigin } from "../../config/layered-url.ts";
import type { ShownPortalConfig } from "../../portal/portal-configs.ts";
import type { TextStyle } from "../text-style.ts";
import { type TextRow, textTable } from "../text-table.ts";
import { wrapText } from "../wrap-text.ts";

const WIDTHS = [32, 68];

/**
 * Portal configs for people.
 *
 * @param explain whether to say where each value comes from
 */
export function configTable(
  configs: readonly ShownPortalConfig[],
  style: TextStyle,
  explain: boolean,
): string {
  return configs
    .map((config) => {
      const { network, displayName, versions } = config;
      const facts = [
        ...(displayName === undefined ? [] : [displayName]),
        `portal config${versions.portal === undefined ? "" : ` ${versions.portal}`}`,
      ].join(" · ");
      const rows = config.fields.flatMap(
        ({ field, value, isHidden, origin }): TextRow[] => [
          {
            cells: [
              `  ${field}`,
              value === null
                ? style.unsure("unset")
                : isHidden
                  ? style.unsure(String(value))
                  : String(value),
            ],
          },
          ...(explain
            ? [{ note: style.faint(`from ${describeOrigin(origin)}`) }]
            : []),
        ],
      );
      const title = wrapText(`${style.strong(network)} · ${facts}`, {
        hanging: "  ",
      });
      return `${title}\n${textTable(WIDTHS, rows)}`;
    })
    .join("\n\n");
}
