/** Each tone has a colour in the style sheet. */
export type Tone = "good" | "bad" | "unsure" | "faint";

export interface Message {
  readonly tone: Tone;
  readonly text: string;
}

/** An element with children, or with text that is never parsed as HTML. */
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
  const created = document.createElement(tag);
  if (text !== undefined) {
    created.textContent = text;
  }
  if (className !== undefined) {
    created.className = className;
  }
  created.append(...children);
  return created;
}

/** A button. Screen readers announce its `label` instead of its text. */
export function buttonOf(
  text: string,
  {
    label,
    className,
  }: { readonly label?: string; readonly className?: string } = {},
): HTMLButtonElement {
  const created = element("button", {
    text,
    ...(className === undefined ? {} : { className }),
  });
  created.type = "button";
  created.ariaLabel = label ?? null;
  return created;
}

/** A section with a heading, which is also its name for screen readers. */
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

/** An element whose changes screen readers announce. */
export function statusElement(tag: "p" | "span" = "p"): HTMLElement {
  const created = element(tag);
  created.setAttribute("role", "status");
  return created;
}

/** Replaces the message in a status element. */
export function showMessage(
  status: HTMLElement,
  { tone, text }: Message,
): void {
  status.className = tone;
  status.textContent = text;
}
