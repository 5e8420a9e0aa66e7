import bidiFactory from 'bidi-js';
import { clustersOf, type FontSet, type Weight } from './font-set';
import type { ShapedFont } from './shaped-font';

/** A part of a line in one font and one direction. */
export interface Run {
  readonly text: string;
  readonly font: ShapedFont;
  readonly isRtl: boolean;
  readonly width: number;
}

/** Runs from left to right. */
export interface Line {
  readonly runs: readonly Run[];
  readonly width: number;
  /** How far the line begins to the right: the lines of a text from right to left end together there. */
  readonly indent: number;
}

export interface TextStyle {
  readonly weight: Weight;
  /** In points. */
  readonly size: number;
}

const bidi = bidiFactory();
const words = new Intl.Segmenter('und', { granularity: 'word' });

/** Scripts that are written without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** No line begins with it. */
const CLOSING = /^[\p{Pe}\p{Pf}\p{Po}々ー\p{M}]/u;
/** No line ends with it. */
const OPENING = /[\p{Ps}\p{Pi}]$/u;
const BREAKS_AFTER = /[\s/–—-]$/u;

/** Returns the parts of a text between which a line may be broken. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  for (const { segment } of words.segment(text)) {
    const last = parts.at(-1);
    if (last !== undefined && (isBlank(segment) || !mayBreak(last, segment))) parts[parts.length - 1] = last + segment;
    else parts.push(segment);
  }
  return parts;
}

const isBlank = (text: string) => text.trim() === '';

function mayBreak(before: string, after: string): boolean {
  if (BREAKS_AFTER.test(before)) return true;
  if (CLOSING.test(after) || OPENING.test(before)) return false;
  return UNSPACED.test(before.slice(-1)) || UNSPACED.test(after.slice(0, 1));
}

interface Part {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The level of each character, and that of the paragraph: odd from right to left. */
interface Order {
  readonly levels: Uint8Array;
  readonly base: number;
}

/** The sign of a phone number. By itself, it would be on the other side of its digits in a text from right to left. */
const PLUS = /\+(?=\d)/g;

function orderOf(text: string): Order {
  const { levels, paragraphs } = bidi.getEmbeddingLevels(text.replace(PLUS, '0'));
  return { levels, base: paragraphs[0]?.level ?? 0 };
}

/** Divides a text into the longest parts that fit. */
function linesOf(text: string, fits: (part: string) => boolean): string[] {
  if (fits(text)) return [text];
  const lines: string[] = [];
  let line = '';
  const add = (part: string): void => {
    if (line !== '' && !fits(line + part)) {
      lines.push(line);
      line = '';
    }
    line += part;
  };
  for (const part of partsOf(text)) {
    if (fits(part)) add(part);
    else clustersOf(part).forEach(add);
  }
  return [...lines, line];
}

/** Breaks prepared texts into lines, and orders the parts of a line by the Unicode bidirectional algorithm (UAX #9). */
export class TextLines {
  private readonly widths = new Map<string, number>();

  constructor(private readonly fonts: FontSet) {}

  /** Returns at least one line. A word that is wider than a line is broken between its letters. */
  wrap(text: string, style: TextStyle, width: number): Line[] {
    const order = orderOf(text);
    const fits = (part: string) => this.width(part.trimEnd(), style) <= width;
    const lines: Omit<Line, 'indent'>[] = [];
    let start = 0;
    for (const part of linesOf(text, fits)) {
      lines.push(this.line({ text, start, end: start + part.length }, order, style));
      start += part.length;
    }
    const widest = order.base % 2 === 1 ? Math.max(...lines.map((line) => line.width)) : 0;
    return lines.map((line) => ({ ...line, indent: Math.max(0, widest - line.width) }));
  }

  /** Of a text in one line. */
  width(text: string, style: TextStyle): number {
    const key = `${style.weight} ${String(style.size)} ${text}`;
    const known = this.widths.get(key);
    if (known !== undefined) return known;
    const { width } = this.line({ text, start: 0, end: text.length }, orderOf(text), style);
    this.widths.set(key, width);
    return width;
  }

  private line({ text, start, end }: Part, { levels, base }: Order, style: TextStyle): Omit<Line, 'indent'> {
    const runs: (Omit<Run, 'width'> & { level: number })[] = [];
    let at = start;
    for (const cluster of clustersOf(text.slice(start, end).trimEnd())) {
      const level = levels[at] ?? base;
      at += cluster.length;
      const last = runs.at(-1);
      const font = fontAfter(cluster, last?.font, () => this.fonts.fontOf(cluster, style.weight));
      if (last?.level === level && last.font === font) runs[runs.length - 1] = { ...last, text: last.text + cluster };
      else runs.push({ text: cluster, font, isRtl: level % 2 === 1, level });
    }
    const measured = reordered(runs).map((run) => ({
      ...run,
      width: run.font.widthOf(run.text, run.isRtl, style.size),
    }));
    return { runs: measured, width: measured.reduce((sum, run) => sum + run.width, 0) };
  }
}

/** Spaces and punctuation stay in the font of the text before them, if it has them. */
function fontAfter(cluster: string, last: ShapedFont | undefined, own: () => ShapedFont): ShapedFont {
  const isCommon = /^[\p{Script=Common}\p{Script=Inherited}]+$/u.test(cluster) && !/\p{N}/u.test(cluster);
  return last && isCommon && last.has([cluster.codePointAt(0) ?? 0]) && cluster.length === 1 ? last : own();
}

/** Rule L2: reverses the runs of each level and above, from the highest to the lowest odd one. */
function reordered<R extends { readonly level: number }>(runs: readonly R[]): R[] {
  const result = [...runs];
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = highest; level > 0; level -= 1) {
    for (let from = 0; from < result.length; from += 1) {
      let to = from;
      while ((result[to]?.level ?? 0) >= level) to += 1;
      if (to - from > 1) result.splice(from, to - from, ...result.slice(from, to).reverse());
      if (to > from) from = to;
    }
  }
  return result;
}
