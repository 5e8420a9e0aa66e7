import bidiFactory from 'bidi-js';
import { readFile } from 'node:fs/promises';
import { create, type Font as FontkitFont } from 'fontkit';
import { Blob, Buffer as ShapedText, ClusterLevel, Direction, Face, Font, shape } from 'harfbuzzjs';
import subsetFont from 'subset-font';
import type { FontFile } from './font-catalogue';

/** Names of OpenType features, by which pdfkit tells the direction of a run. */
export const DIRECTIONS = { ltr: 'ltra', rtl: 'rtla' } as const;

interface Glyph {
  /** See GlyphAliases. */
  readonly id: number;
  /** The characters of the glyph, for text that is copied from the document. */
  readonly codePoints: readonly number[];
  readonly advanceWidth: number;
}

interface Position {
  xAdvance: number;
  yAdvance: number;
  xOffset: number;
  yOffset: number;
}

/** Glyphs in the order of their places on the line. pdfkit scales the positions. */
class GlyphRun {
  constructor(
    readonly glyphs: readonly Glyph[],
    readonly positions: readonly Position[],
  ) {}

  get advanceWidth(): number {
    return this.positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
  }
}

const SPACE = 0x20;

/** Characters that have no glyph of their own, such as joiners and the marks of direction. */
export const INVISIBLE = /^\p{Default_Ignorable_Code_Point}$/u;

const bidi = bidiFactory();

/** Brackets are mirrored in text from right to left. Their glyphs stand for what they look like, since all text shares them. */
function mirrored(text: string): string {
  return Array.from(text, (character) => bidi.getMirroredCharacter(character) ?? character).join('');
}

/** What HarfBuzz says of a glyph. */
type ShapedGlyph = ReturnType<ShapedText['getGlyphInfosAndPositions']>[number];

/** Ids of glyphs have 16 bits. */
const FIRST_ALIAS = 0x1_0000;

/**
 * Gives a glyph an id for each text that it stands for. A PDF says once what the text of a glyph is, but fonts draw several letters with
 * the same one, such as the dotless form that most Arabic letters share.
 */
class GlyphAliases {
  private readonly ids = new Map<string, number>();
  private readonly glyphs: number[] = [];

  of(glyph: number, codePoints: readonly number[]): number {
    const key = `${String(glyph)} ${codePoints.join(' ')}`;
    const known = this.ids.get(key);
    if (known !== undefined) return known;
    const alias = FIRST_ALIAS + this.glyphs.push(glyph) - 1;
    this.ids.set(key, alias);
    return alias;
  }

  /** Makes a subset take aliases. The parts of composite glyphs have ids of their own. */
  in(subset: Subset): Subset {
    const places = new Map<number, number>();
    const include = subset.includeGlyph.bind(subset);
    subset.includeGlyph = (id) => {
      const glyph = this.glyphs[id - FIRST_ALIAS];
      if (glyph === undefined) return include(id);
      const place = places.get(id) ?? subset.glyphs.push(glyph) - 1;
      places.set(id, place);
      return place;
    };
    return subset;
  }
}

/** The parts of a subset of fontkit that its types leave out. */
interface Subset {
  readonly glyphs: number[];
  includeGlyph(id: number): number;
}

/** A file of a font in one weight, shaped by HarfBuzz and embedded by pdfkit. */
export class ShapedFont {
  private readonly aliases = new GlyphAliases();

  private constructor(
    /** Unique among the fonts of a document. */
    readonly name: string,
    /** For pdfkit. */
    readonly embedded: FontkitFont,
    private readonly font: Font,
  ) {}

  /** Reads the file and fixes its weight. */
  static async open(file: FontFile, weight: number): Promise<ShapedFont> {
    const variable = await readFile(file.path);
    const axes = { variationAxes: { wght: weight }, keepAllGlyphs: true, noHinting: true };
    const fixed = await subsetFont(variable, undefined, { targetFormat: 'truetype', ...axes });
    const embedded = create(fixed);
    if (!('layout' in embedded)) throw new Error(`${file.path} is not a font.`);
    const name = `${file.name}-${String(weight)}`;
    const createSubset = embedded.createSubset.bind(embedded);
    const shaped = new ShapedFont(name, embedded, new Font(new Face(new Blob(fixed))));
    // pdfkit shapes by the font's own method, and takes fonts of one name for one font.
    Object.defineProperties(embedded, {
      layout: { value: (text: string, features: readonly string[] = []) => shaped.run(text, features) },
      postscriptName: { value: name },
      createSubset: { value: () => shaped.aliases.in(createSubset() as unknown as Subset) },
    });
    return shaped;
  }

  /** Whether each character has a glyph. */
  has(codePoints: readonly number[]): boolean {
    return codePoints.every((codePoint) => this.embedded.hasGlyphForCodePoint(codePoint));
  }

  /** Returns the width of a run at a size, in points. */
  widthOf(text: string, isRtl: boolean, size: number): number {
    const { advanceWidth } = this.run(text, [isRtl ? DIRECTIONS.rtl : DIRECTIONS.ltr]);
    return (advanceWidth * size) / this.embedded.unitsPerEm;
  }

  private run(text: string, features: readonly string[]): GlyphRun {
    const isRtl = features.includes(DIRECTIONS.rtl);
    const buffer = new ShapedText();
    buffer.addText(text);
    buffer.setClusterLevel(ClusterLevel.MONOTONE_CHARACTERS);
    buffer.guessSegmentProperties();
    buffer.setDirection(isRtl ? Direction.RTL : Direction.LTR);
    shape(this.font, buffer);
    const shaped = buffer.getGlyphInfosAndPositions();
    // The letter comes before its marks in the text, and so behind them on a line from right to left.
    const characters = isRtl
      ? charactersOf(mirrored(text), shaped.toReversed()).toReversed()
      : charactersOf(text, shaped);
    const glyphs = shaped.map(({ codepoint: glyph }, index) => {
      const codePoints = characters[index] ?? [];
      return {
        id: this.aliases.of(glyph, codePoints),
        codePoints,
        advanceWidth: this.embedded.getGlyph(glyph).advanceWidth,
      };
    });
    return new GlyphRun(
      glyphs,
      shaped.map(({ xAdvance = 0, yAdvance = 0, xOffset = 0, yOffset = 0 }) => ({
        xAdvance,
        yAdvance,
        xOffset,
        yOffset,
      })),
    );
  }
}

/** Returns the characters of each glyph. Of several glyphs for the same characters, the first one has them. */
function charactersOf(text: string, glyphs: readonly ShapedGlyph[]): (readonly number[])[] {
  const starts = [...new Set(glyphs.map(({ cluster }) => cluster))].sort((a, b) => a - b);
  const endOf = new Map(starts.map((start, index) => [start, starts[index + 1] ?? text.length]));
  const taken = new Set<number>();
  return glyphs.map(({ cluster }) => {
    if (taken.has(cluster)) return [];
    taken.add(cluster);
    // What has no glyph of its own has that of a space, without its width.
    return Array.from(text.slice(cluster, endOf.get(cluster)), (character) =>
      INVISIBLE.test(character) ? SPACE : (character.codePointAt(0) ?? SPACE),
    );
  });
}
