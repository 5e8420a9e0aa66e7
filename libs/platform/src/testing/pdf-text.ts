import { inflateSync } from 'node:zlib';
import type { DocumentPrinter } from '../printing/print-document';
import type { Printed, PrintedDocument } from '../printing/printed-document';

let printer: Promise<DocumentPrinter> | null = null;

/** Prints a document without the thread of `PdfPrinter`. Loads the fonts' packages when it is called first. */
export async function printInPlace(document: PrintedDocument): Promise<Printed> {
  printer ??= import('../printing/print-document').then((module) => new module.DocumentPrinter());
  return (await printer).print(document);
}

const OBJECT = /(?<![0-9])(\d+) 0 obj\n([\s\S]*?)\nendobj/g;
const STREAM = /stream\n/;

interface PdfObject {
  readonly dictionary: string;
  readonly content: string;
}

/** Reads the objects of a PDF by pdfkit: each begins and ends on a line of its own. */
function objectsOf(pdf: Buffer): Map<number, PdfObject> {
  const objects = new Map<number, PdfObject>();
  for (const [, id = '', body = ''] of pdf.toString('latin1').matchAll(OBJECT)) {
    const [dictionary, stream] = splitOnce(body, STREAM);
    const length = Number(/\/Length (\d+)/.exec(dictionary)?.[1] ?? 0);
    const bytes = Buffer.from((stream ?? '').slice(0, length), 'latin1');
    const isPacked = dictionary.includes('/FlateDecode') && bytes.length > 0;
    objects.set(Number(id), { dictionary, content: (isPacked ? inflateSync(bytes) : bytes).toString('latin1') });
  }
  return objects;
}

function splitOnce(text: string, separator: RegExp): [string, string?] {
  const match = separator.exec(text);
  return match ? [text.slice(0, match.index), text.slice(match.index + match[0].length)] : [text];
}

const utf16 = (hex: string) => Buffer.from(hex.replaceAll(/\s/g, ''), 'hex').swap16().toString('utf16le');

/** Reads which characters the glyphs of a font are. */
function charactersOf(cmap: string): string[] {
  const characters: string[] = [];
  for (const [, first = '', , list = ''] of cmap.matchAll(/<([0-9a-f]+)> <([0-9a-f]+)> \[([^\]]*)\]/g))
    for (const [index, [, hex = '']] of [...list.matchAll(/<([0-9a-f ]*)>/g)].entries())
      characters[Number.parseInt(first, 16) + index] = utf16(hex);
  return characters;
}

const TOKENS = /\/ActualText <feff([0-9a-f]*)>|(ET)|\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g;
const RTL = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thaana}]/u;

/**
 * Returns the text of each page, one line per piece of text, as a reader copies it: the text that is written beside glyphs, else the
 * characters of the glyphs.
 */
export function textOf(pdf: Buffer): string[] {
  const objects = objectsOf(pdf);
  const fonts = new Map<string, string[]>();
  for (const { dictionary } of objects.values()) {
    for (const [, name = '', id = ''] of dictionary.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const unicode = /\/ToUnicode (\d+) 0 R/.exec(objects.get(Number(id))?.dictionary ?? '')?.[1];
      fonts.set(name, charactersOf(objects.get(Number(unicode))?.content ?? ''));
    }
  }
  return [...objects.values()]
    .flatMap(
      ({ dictionary }) =>
        /\/Type \/Page\n[\s\S]*\/Contents (\d+) 0 R/.exec(dictionary)?.[1] ??
        /\/Contents (\d+) 0 R/.exec(dictionary)?.[1] ??
        [],
    )
    .map((id) => pieces(objects.get(Number(id))?.content ?? '', fonts).join('\n'));
}

function pieces(content: string, fonts: ReadonlyMap<string, string[]>): string[] {
  const shown: string[] = [];
  let actual: string | null = null;
  let font: string[] = [];
  let glyphs: string[] = [];
  for (const [, written, end, name, array] of content.matchAll(TOKENS)) {
    if (written !== undefined) actual = utf16(written);
    if (name !== undefined) font = fonts.get(name) ?? [];
    if (array !== undefined) glyphs.push(...decoded(array, font));
    if (end === undefined) continue;
    shown.push(actual ?? inOrder(glyphs));
    actual = null;
    glyphs = [];
  }
  return shown;
}

/** Readers reverse the glyphs of text from right to left, which are in the order in which they are seen. */
function inOrder(glyphs: readonly string[]): string {
  return (RTL.test(glyphs.join('')) ? [...glyphs].reverse() : glyphs).join('');
}

/** Returns the text of each glyph. */
function decoded(array: string, font: readonly string[]): string[] {
  const hex = [...array.matchAll(/<([0-9a-f]*)>/g)].map(([, digits = '']) => digits).join('');
  return (hex.match(/.{4}/g) ?? []).map((glyph) => font[Number.parseInt(glyph, 16)] ?? '\ufffd');
}
