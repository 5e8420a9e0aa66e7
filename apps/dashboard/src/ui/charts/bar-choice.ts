import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { type Bar, type Choice, orderOf } from './bars';
import { STEPS } from './chart-frame';
import type { Scale } from './scale';

interface Chooser {
  readonly bars: readonly Bar[];
  readonly x: Scale;
  /** Takes the first and the last bar that the user has chosen. */
  readonly onChoose?: ((first: number, last: number) => void) | undefined;
}

/** Which bars the user points at or has chosen, and how they are chosen by pointer and keys. */
export function useChoice({ bars, x, onChoose }: Chooser) {
  const [choice, setChoice] = useState<Choice | null>(null);
  const [isDragging, setDragging] = useState(false);
  const last = bars.length - 1;
  const indexAt = (event: PointerEvent<SVGSVGElement>): number => {
    const at = Math.floor(x.invert(event.clientX - event.currentTarget.getBoundingClientRect().left));
    return Math.min(last, Math.max(0, at));
  };
  const leave = (): void => {
    setDragging(false);
    setChoice(null);
  };
  const walk = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    setChoice((now) => {
      const head = step(now?.head ?? (event.key === 'ArrowLeft' ? bars.length : -1), last);
      return { head, anchor: event.shiftKey && onChoose && now ? now.anchor : head };
    });
  };
  const handlers = {
    onKeyDown: (event: KeyboardEvent): void => {
      if (event.key === 'Escape') setChoice(null);
      else if (event.key === 'Enter' && choice) onChoose?.(...orderOf(choice));
      else walk(event);
    },
    onPointerDown: (event: PointerEvent<SVGSVGElement>): void => {
      if (!onChoose || event.button !== 0 || event.pointerType === 'touch') return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setDragging(true);
      setChoice({ anchor: indexAt(event), head: indexAt(event) });
    },
    onPointerMove: (event: PointerEvent<SVGSVGElement>): void => {
      const head = indexAt(event);
      setChoice((now) => {
        const anchor = isDragging && now ? now.anchor : head;
        return now?.head === head && now.anchor === anchor ? now : { head, anchor };
      });
    },
    onPointerUp: (): void => {
      if (isDragging && choice) onChoose?.(...orderOf(choice));
      setDragging(false);
    },
    onPointerLeave: (): void => {
      if (!isDragging) leave();
    },
    onPointerCancel: leave,
    onBlur: leave,
  };
  return { choice, handlers };
}
