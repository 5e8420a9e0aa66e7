import { FontCatalogue, type FontFile } from './font-catalogue';
import { INVISIBLE, ShapedFont } from './shaped-font';

const WEIGHTS = { regular: 400, bold: 700 } as const;
export type Weight = keyof typeof WEIGHTS;

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

const NOT_TEXT = /[\p{Cc}\p{Cs}\u2028\u2029]/gu;

/** Returns text on one line, composed, and without control characters. */
export function printable(text: string): string {
  return text.replace(NOT_TEXT, ' ').normalize('NFC');
}

/** The parts of a text that are not divided: a letter with its marks. */
export function clustersOf(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

const codePointsOf = (cluster: string) =>
  Array.from(cluster)
    .filter((character) => !INVISIBLE.test(character))
    .map((character) => character.codePointAt(0) ?? 0);

/** Fonts by name. They are read once, and stay. */
export class FontLibrary {
  private readonly catalogue = new FontCatalogue();
  private readonly fonts = new Map<string, Promise<ShapedFont>>();

  /** Returns the first font that has the characters of a cluster; null if none has them all. */
  async fontFor(cluster: string, weight: Weight, country: string | null): Promise<ShapedFont | null> {
    const codePoints = codePointsOf(cluster);
    for (const file of this.catalogue.candidates(codePoints[0] ?? ' '.charCodeAt(0), country)) {
      if (!codePoints.every(file.covers)) continue;
      const font = await this.open(file, weight);
      if (font.has(codePoints)) return font;
    }
    return null;
  }

  private open(file: FontFile, weight: Weight): Promise<ShapedFont> {
    const key = `${file.name} ${weight}`;
    const font = this.fonts.get(key) ?? ShapedFont.open(file, WEIGHTS[weight]);
    this.fonts.set(key, font);
    return font;
  }
}

/** The fonts for the texts of one document. */
export class FontSet {
  /** Characters without a font. */
  readonly missing = new Set<string>();
  private readonly chosen = new Map<string, ShapedFont | null>();

  constructor(
    private readonly library: FontLibrary,
    private readonly country: string | null,
  ) {}

  /** Reads the fonts that a text needs. Returns the text to print: characters without a font as their code points, [U+1F4DE]. */
  async prepare(raw: string, weight: Weight): Promise<string> {
    let shown = '';
    for (const cluster of clustersOf(printable(raw))) {
      if (await this.choose(cluster, weight)) {
        shown += cluster;
        continue;
      }
      this.missing.add(cluster);
      for (const character of cluster) {
        if (INVISIBLE.test(character)) continue;
        shown += (await this.choose(character, weight)) ? character : codePointText(character);
      }
    }
    for (const cluster of clustersOf(shown)) await this.choose(cluster, weight);
    return shown;
  }

  /** Returns every font that a prepared text needs. */
  all(): Set<ShapedFont> {
    return new Set([...this.chosen.values()].filter((font) => font !== null));
  }

  /** Returns the font of a cluster of a prepared text. */
  fontOf(cluster: string, weight: Weight): ShapedFont {
    const font = this.chosen.get(`${weight} ${cluster}`);
    if (!font) throw new Error('The text was not prepared.');
    return font;
  }

  private async choose(cluster: string, weight: Weight): Promise<boolean> {
    const key = `${weight} ${cluster}`;
    let font = this.chosen.get(key);
    if (font === undefined) {
      font = await this.library.fontFor(cluster, weight, this.country);
      this.chosen.set(key, font);
    }
    return font !== null;
  }
}

function codePointText(character: string): string {
  return `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
}
