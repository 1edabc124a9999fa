/** Each tone has a colour in the style sheet, and all but `faint` have an icon. */
export type Tone = "good" | "bad" | "unsure" | "info" | "faint";

const SVG = "http://www.w3.org/2000/svg";

/** Outlines in a square of 24 units. */
const OUTLINES: Readonly<
  Record<Exclude<Tone, "faint"> | "wallet", readonly string[]>
> = {
  good: ["M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18", "M8 12.5l3 3l5.5-6.5"],
  bad: ["M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18", "M9 9l6 6", "M15 9l-6 6"],
  unsure: ["M12 4L2.5 20h19z", "M12 10v5", "M12 17.5v.1"],
  info: ["M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18", "M12 11v5", "M12 7.9v.1"],
  wallet: ["M4 7h16v12H4z", "M4 7l12-3v3", "M16 13v.1"],
};

/** A drawing in the colour of the text, which screen readers skip. */
export function icon(name: keyof typeof OUTLINES): SVGElement {
  const drawing = document.createElementNS(SVG, "svg");
  drawing.setAttribute("viewBox", "0 0 24 24");
  drawing.setAttribute("aria-hidden", "true");
  for (const outline of OUTLINES[name]) {
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", outline);
    drawing.append(path);
  }
  return drawing;
}
