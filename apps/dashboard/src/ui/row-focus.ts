import { type FocusEvent, useEffect, useRef } from 'react';

const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled)';
/** How long a dialog may take to close after a row has left. */
const WAIT_MS = 1_500;
const STEP_MS = 50;

/** Where the focus was. */
interface Place {
  readonly control: Element;
  readonly index: number;
}

const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body;

/** Whether a user who turns to the element has left the list. A dialog that a row has opened belongs to the row. */
function isOutside(list: Element, target: EventTarget | null): boolean {
  if (!(target instanceof Element) || list.contains(target)) return false;
  const dialog = target.closest('[role=dialog]');
  return dialog === null || dialog.contains(list);
}

/** A row may be a control itself. */
const controlIn = (place: Element | undefined): HTMLElement | null =>
  place instanceof HTMLElement && place.matches(FOCUSABLE)
    ? place
    : (place?.querySelector<HTMLElement>(FOCUSABLE) ?? null);

/** Moves the focus to the row in the place of the lost control, or the nearest one with a control; without rows, to what is left. */
function focusSuccessor(list: Element, rows: readonly Element[], index: number): void {
  const nearest = [...rows.slice(index), ...rows.slice(0, index).reverse()];
  const row = nearest.find((each) => controlIn(each) !== null);
  const target = controlIn(row) ?? controlIn(list) ?? document.querySelector<HTMLElement>('h1');
  target?.focus();
}

/** Calls back as soon as no element has the focus, unless that takes too long. */
function whenLost(then: () => void): void {
  const until = Date.now() + WAIT_MS;
  const look = (): void => {
    if (isLost()) then();
    else if (Date.now() < until) window.setTimeout(look, STEP_MS);
  };
  look();
}

/**
 * Keeps the focus in a list: when the control that has it leaves, by itself or with its row, the row in its place gets it. A
 * dialog that the control has opened is waited for. A list that the user has left takes no focus. `focusAdded` gives it to
 * the row that is added next, at the end.
 */
export function useRowFocus<E extends HTMLElement>(selector = '[data-row]') {
  const ref = useRef<E>(null);
  const place = useRef<Place | null>(null);
  const isAdding = useRef(false);
  useEffect(() => {
    const list = ref.current;
    if (!list) return undefined;
    const rows = (): Element[] => [...list.querySelectorAll(selector)];
    const onChange = (): void => {
      if (isAdding.current) {
        isAdding.current = false;
        controlIn(rows().at(-1))?.focus();
      }
      const lost = place.current;
      if (!lost || lost.control.isConnected) return;
      place.current = null;
      whenLost(() => focusSuccessor(list, rows(), lost.index));
    };
    // A control that is removed loses the focus to no element, and keeps its place.
    const onFocusOut = ({ relatedTarget }: globalThis.FocusEvent): void => {
      if (isOutside(list, relatedTarget)) place.current = null;
    };
    const onPointerDown = ({ target }: PointerEvent): void => {
      if (isOutside(list, target)) place.current = null;
    };
    const observer = new MutationObserver(onChange);
    observer.observe(list, { childList: true, subtree: true });
    list.addEventListener('focusout', onFocusOut);
    document.addEventListener('pointerdown', onPointerDown);
    return () => {
      observer.disconnect();
      list.removeEventListener('focusout', onFocusOut);
      document.removeEventListener('pointerdown', onPointerDown);
      // The last row took the list along.
      if (place.current) whenLost(() => document.querySelector<HTMLElement>('h1')?.focus());
      place.current = null;
    };
  }, [selector]);
  const onFocus = ({ target, currentTarget }: FocusEvent<E>): void => {
    // A dialog of a row is its child for React, and stands elsewhere in the document.
    if (!currentTarget.contains(target)) return;
    const index = [...currentTarget.querySelectorAll(selector)].findIndex((row) => row.contains(target));
    place.current = index < 0 ? null : { control: target, index };
  };
  const focusAdded = (): void => {
    isAdding.current = true;
  };
  return { ref, onFocus, focusAdded };
}
