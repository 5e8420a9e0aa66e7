/** How long the parts of a message wait for each other. See docs/messages.md#inbound. */
export const REASSEMBLY_HOURS = 24;

export interface NumberedPart {
  /** Counts from 1. */
  readonly part: number;
  readonly text: string;
}

export interface Reassembled {
  readonly text: string;
  /** Whether parts are missing, each gap of which the text shows as an ellipsis. */
  readonly isIncomplete: boolean;
}

const GAP = '…';

/** Joins parts, in any order, to their message. */
export function reassemble(parts: readonly NumberedPart[], total: number): Reassembled {
  const texts = new Map(parts.map(({ part, text }) => [part, text]));
  let text = '';
  for (let part = 1; part <= total; part += 1) {
    const isGapBefore = part > 1 && !texts.has(part - 1);
    text += texts.get(part) ?? (isGapBefore ? '' : GAP);
  }
  return { text, isIncomplete: texts.size < total };
}
