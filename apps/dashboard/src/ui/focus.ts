/**
 * Moves the focus to the successor of an element that is about to be removed: the button of the next one, else of the one
 * before, else another element.
 */
export function passFocus(removed: Element, otherwise: HTMLElement | null | undefined): void {
  const next = removed.nextElementSibling ?? removed.previousElementSibling;
  const button = next instanceof HTMLButtonElement ? next : next?.querySelector('button');
  (button ?? otherwise)?.focus();
}

/** Moves the focus to the heading of the page, when what had it is removed and has no successor. */
export const focusHeading = (): void => document.querySelector('h1')?.focus();
