import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/**
 * The scripts, each a package of Noto Sans, in the order in which they are tried. A package is divided into files by ranges
 * of characters, of which only those that a document needs are read.
 */
const SCRIPTS = [
  ...[
    '',
    '-arabic',
    '-hebrew',
    '-thai',
    '-armenian',
    '-georgian',
    '-ethiopic',
    '-thaana',
    '-khmer',
    '-lao',
    '-myanmar',
  ],
  ...['-bengali', '-gujarati', '-gurmukhi', '-kannada', '-malayalam', '-oriya', '-sinhala', '-tamil', '-telugu'],
];
const HAN: Readonly<Record<string, string>> = { CN: '-sc', TW: '-tc', HK: '-tc', MO: '-tc', JP: '-jp', KR: '-kr' };
const DEFAULT_HAN = '-sc';
const SYMBOLS = '-symbols';

/** A file of a font, for some characters. */
export interface FontFile {
  /** Unique, of letters, digits and hyphens. */
  readonly name: string;
  readonly path: string;
  /** Whether the file may have the character, according to its package. */
  readonly covers: (codePoint: number) => boolean;
}

type Range = readonly [first: number, last: number];

const { resolve } = createRequire(import.meta.url);

/** Reads which characters the files of a package have. */
function filesOf(script: string): FontFile[] {
  const font = `noto-sans${script}`;
  const ranges = JSON.parse(readFileSync(resolve(`@fontsource-variable/${font}/unicode.json`), 'utf8')) as Record<
    string,
    string
  >;
  return Object.entries(ranges).map(([key, text]) => {
    const name = `${font}-${key.replace(/[[\]]/g, '')}`;
    const parts = rangesOf(text);
    return {
      name,
      path: resolve(`@fontsource-variable/${font}/files/${name}-wght-normal.woff2`),
      covers: (codePoint: number) => parts.some(([first, last]) => codePoint >= first && codePoint <= last),
    };
  });
}

/** Reads the syntax of CSS: `U+0000-00FF,U+0131`. */
function rangesOf(text: string): Range[] {
  return text.split(',').map((part) => {
    const [first = '', last = first] = part.trim().slice('U+'.length).split('-');
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const;
  });
}

/** Which files may have a character. Reads the lists of a package when its turn comes. */
export class FontCatalogue {
  private readonly files = new Map<string, readonly FontFile[]>();

  /** Yields files in the order of preference. See `PrintedDocument.country`. */
  *candidates(codePoint: number, country: string | null): Generator<FontFile> {
    const first = HAN[country ?? ''] ?? DEFAULT_HAN;
    const han = new Set([first, ...Object.values(HAN)]);
    for (const script of [...SCRIPTS, ...han, SYMBOLS])
      for (const file of this.of(script)) if (file.covers(codePoint)) yield file;
  }

  private of(script: string): readonly FontFile[] {
    const files = this.files.get(script) ?? filesOf(script);
    this.files.set(script, files);
    return files;
  }
}
