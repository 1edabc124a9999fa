/** Formats a Markdown table with aligned columns. Missing cells of a row are empty. */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const cell = (row: readonly string[], column: number) =>
    (row[column] ?? "").replaceAll("|", "\\|");
  const widths = head.map((_, column) =>
    Math.max(3, ...[head, ...rows].map((row) => cell(row, column).length)),
  );
  const line = (row: readonly string[]) =>
    `| ${widths.map((width, column) => cell(row, column).padEnd(width)).join(" | ")} |`;
  const rule = widths.map((width) => "-".repeat(width));
  return [line(head), line(rule), ...rows.map(line)].join("\n");
}
