/** How a message is meant; the style sheet has a colour for each. */
export type Tone = "good" | "bad" | "unsure" | "faint";

/** What the page tells its user. */
export interface Message {
  readonly tone: Tone;
  readonly text: string;
}

/** An element with a text, which is never taken for HTML, or with children. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  {
    text,
    className,
    children = [],
  }: {
    readonly text?: string;
    readonly className?: string;
    readonly children?: readonly Node[];
  } = {},
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  if (text !== undefined) {
    made.textContent = text;
  }
  if (className !== undefined) {
    made.className = className;
  }
  made.append(...children);
  return made;
}

/** A button; its `label` is what a screen reader says in place of the text. */
export function buttonOf(
  text: string,
  {
    label,
    className,
  }: { readonly label?: string; readonly className?: string } = {},
): HTMLButtonElement {
  const made = element("button", {
    text,
    ...(className === undefined ? {} : { className }),
  });
  made.type = "button";
  made.ariaLabel = label ?? null;
  return made;
}

/** A section with a heading, which names it for a screen reader. */
export function sectionOf(
  id: string,
  title: string,
  children: readonly Node[],
): HTMLElement {
  const heading = element("h2", { text: title });
  heading.id = id;
  const section = element("section", { children: [heading, ...children] });
  section.setAttribute("aria-labelledby", id);
  return section;
}

/** A place whose changes a screen reader speaks. */
export function statusPlace(tag: "p" | "span" = "p"): HTMLElement {
  const made = element(tag);
  made.setAttribute("role", "status");
  return made;
}

/** Shows a message in a place, instead of the one before. */
export function showMessage(place: HTMLElement, { tone, text }: Message): void {
  place.className = tone;
  place.textContent = text;
}
