import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { areOfSameTimes, type Bar, type Choice, orderOf } from './bars';
import { STEPS } from './chart-frame';
import type { Scale } from './scale';

interface Chooser {
  readonly bars: readonly Bar[];
  readonly x: Scale;
  /** Takes the first and the last bar that the user has chosen. */
  readonly onChoose?: ((first: number, last: number) => void) | undefined;
}

interface ChoiceOf extends Choice {
  readonly bars: readonly Bar[];
}

/**
 * Tracks the bars that the user points at or chooses, by pointer or by keys. A choice ends when it is applied, and when the
 * bars are of other times. Figures that are loaded again leave it.
 */
export function useChoice({ bars, x, onChoose }: Chooser) {
  const [choiceOf, setChoiceOf] = useState<ChoiceOf | null>(null);
  const choice = choiceOf && areOfSameTimes(choiceOf.bars, bars) ? choiceOf : null;
  const setChoice = (next: Choice | null): void => setChoiceOf(next && { ...next, bars });
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
    const head = step(choice?.head ?? (event.key === 'ArrowLeft' ? bars.length : -1), last);
    setChoice({ head, anchor: event.shiftKey && onChoose && choice ? choice.anchor : head });
  };
  const apply = (): void => {
    if (!choice || !onChoose) return;
    setChoice(null);
    onChoose(...orderOf(choice));
  };
  const handlers = {
    onKeyDown: (event: KeyboardEvent): void => {
      if (event.key === 'Escape') setChoice(null);
      else if (event.key === 'Enter') apply();
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
      const anchor = isDragging && choice ? choice.anchor : head;
      if (choice?.head !== head || choice.anchor !== anchor) setChoice({ head, anchor });
    },
    onPointerUp: (): void => {
      if (isDragging) apply();
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
