import { icon, type Tone } from "./icons.ts";

/** Text for the user of the page. */
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
  { label, className }: { readonly label?: string; readonly className: string },
): HTMLButtonElement {
  const created = element("button", { text, className });
  created.type = "button";
  created.ariaLabel = label ?? null;
  return created;
}

/** A section whose heading is also its name for screen readers. */
export function sectionOf(
  heading: HTMLHeadingElement,
  id: string,
  children: readonly Node[],
): HTMLElement {
  heading.id = id;
  const section = element("section", { children });
  section.setAttribute("aria-labelledby", id);
  return section;
}

/** An element whose changes screen readers announce. */
export function statusElement(tag: "p" | "div" = "p"): HTMLElement {
  const created = element(tag);
  created.setAttribute("role", "status");
  return created;
}

/** Replaces the message in a status element. */
export function showMessage(
  status: HTMLElement,
  { tone, text }: Message,
): void {
  status.className = `message ${tone}`;
  status.replaceChildren(
    ...(tone === "faint" ? [] : [icon(tone)]),
    element("span", { text }),
  );
}

/** Removes the message from a status element. */
export function clearMessage(status: HTMLElement): void {
  status.className = "";
  status.replaceChildren();
}

/** A box with an icon, for what the user should read first. */
export function noticeOf(
  tone: "bad" | "unsure" | "info",
  text: string,
  title?: string,
): HTMLElement {
  return element("div", {
    className: `notice ${tone}`,
    children: [
      icon(tone),
      element("div", {
        children: [
          ...(title === undefined ? [] : [element("strong", { text: title })]),
          element("p", { text }),
        ],
      }),
    ],
  });
}
