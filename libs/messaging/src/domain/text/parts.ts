import { septetsOf } from './gsm7';

export const ENCODINGS = ['gsm7', 'ucs2'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Characters of a body. A character is a Unicode code point, as in JSON Schema. */
export const BODY_MAX = 1_600;

/** Units of a message that is sent alone, and of a part of a longer one: septets of GSM-7, UTF-16 code units of UCS-2. */
const UNITS: Readonly<Record<Encoding, { readonly alone: number; readonly part: number }>> = {
  gsm7: { alone: 160, part: 153 },
  ucs2: { alone: 70, part: 67 },
};

/** A text as it is sent, with how many parts it takes, which are what is charged. */
export interface MeasuredText {
  readonly encoding: Encoding;
  readonly segments: number;
}

/** Returns the encoding of a text, GSM-7 if it has all characters, and the fewest parts that contain it. In linear time. */
export function measureText(text: string): MeasuredText {
  const { encoding, isShort, reach } = unitsOf(text);
  let segments = 1;
  if (!isShort) for (let end = reach(0); end < text.length; end = reach(end)) segments += 1;
  return { encoding, segments };
}

/**
 * Splits a text into the parts that are sent, as few as possible. No part ends within a surrogate pair, or between an escape and
 * its character. Where it takes no further part, none ends within what a reader sees as one character, such as a joined emoji
 * or a letter with its marks. In linear time.
 */
export function partsOf(text: string): { readonly encoding: Encoding; readonly parts: readonly string[] } {
  const { encoding, isShort, reach } = unitsOf(text);
  if (isShort) return { encoding, parts: [text] };
  // In GSM-7, every character is a visible one.
  const preferred = encoding === 'ucs2' ? wholeCharacters(text, reach) : reach;
  const parts: string[] = [];
  for (let start = 0, end = 0; start < text.length; start = end) {
    end = preferred(start);
    parts.push(text.slice(start, end));
  }
  return { encoding, parts };
}

/** Returns the end of a part that starts at an index. */
type Reach = (start: number) => number;

interface Units {
  readonly encoding: Encoding;
  /** Whether the text fits in a message that is sent alone. */
  readonly isShort: boolean;
  /** The longest part. */
  readonly reach: Reach;
}

function unitsOf(text: string): Units {
  return gsm7Units(text) ?? ucs2Units(text);
}

/** Returns null for a text that GSM-7 cannot encode. */
function gsm7Units(text: string): Units | null {
  const { alone, part } = UNITS.gsm7;
  /** The septets before each index. */
  const before = new Uint32Array(text.length + 1);
  for (let at = 0; at < text.length; at++) {
    const septets = septetsOf(text.charCodeAt(at));
    if (septets === 0) return null;
    before[at + 1] = (before[at] ?? 0) + septets;
  }
  const reach = (start: number) => {
    const limit = (before[start] ?? 0) + part;
    // A character takes one or two septets, so that the end is at most a part away.
    let end = Math.min(start + part, text.length);
    while ((before[end] ?? 0) > limit) end -= 1;
    return end;
  };
  return { encoding: 'gsm7', isShort: (before[text.length] ?? 0) <= alone, reach };
}

function ucs2Units(text: string): Units {
  const { alone, part } = UNITS.ucs2;
  const reach = (start: number) => {
    const end = Math.min(start + part, text.length);
    return isWithinPair(text, end) ? end - 1 : end;
  };
  return { encoding: 'ucs2', isShort: text.length <= alone, reach };
}

/** Ends parts before a visible character (a grapheme cluster) that would be split, unless the rest then takes a further part. */
function wholeCharacters(text: string, reach: Reach): Reach {
  /** The fewest parts of the text from each index on. */
  const least = new Uint16Array(text.length + 1);
  for (let start = text.length - 1; start >= 0; start--) least[start] = 1 + (least[reach(start)] ?? 0);
  return (start) => {
    const farthest = reach(start);
    const whole = farthest < text.length ? characterStart(text, start, farthest) : farthest;
    return whole > start && least[whole] === least[farthest] ? whole : farthest;
  };
}

/** Whether an index separates the two halves of a surrogate pair. */
function isWithinPair(text: string, index: number): boolean {
  return isBetween(text.charCodeAt(index - 1), 0xd800, 0xdbff) && isBetween(text.charCodeAt(index), 0xdc00, 0xdfff);
}

function isBetween(value: number, min: number, max: number): boolean {
  return value >= min && value <= max;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Returns the start of the visible character at an index of a part. Where it starts depends on what precedes it in the part,
 * and on the code point at the index. The segmenter takes time that grows with the square of the length, so it gets a part.
 */
function characterStart(text: string, start: number, index: number): number {
  const around = graphemes.segment(text.slice(start, index + 2));
  return start + (around.containing(index - start)?.index ?? 0);
}
