import PDFDocument from 'pdfkit';
import { FontLibrary, FontSet, type Weight } from './font-set';
import type { Printed, PrintedColumn, PrintedDocument, PrintedLetter, PrintedRow } from './printed-document';
import { DIRECTIONS } from './shaped-font';
import { type Line, TextLines, type TextStyle } from './text-lines';

const MARGIN = 50;
/** Height of the footer, above the margin. */
const FOOTER = 24;
const GAP = 12;
const LINE_HEIGHT = 1.4;
const ASCENT = 1.05;
const CELL_PADDING = 4;
/** Between the parties. */
const GUTTER = 24;

const INK = '#111827';
const GREY = '#6b7280';
const RULE = '#d1d5db';
const SHADE = '#f3f4f6';

const style = (size: number, weight: Weight = 'regular'): TextStyle => ({ size, weight });
const NAME = style(12, 'bold');
const HEADING = style(22, 'bold');
const BODY = style(9);
const STRONG = style(9, 'bold');
const SMALL = style(8);
const LABEL = style(8, 'bold');
const TOTAL = style(11, 'bold');
const PROSE = style(10);
/** Room above a line for a signature. */
const SIGNATURE = 40;
const PAGE_LABEL = 'Page {page} of {pages}';

/**
 * Letters without a simple order of their glyphs: their text is written beside them, for search and copies. Not for text from right to
 * left, whose glyphs readers put in order themselves.
 */
const COMPLEX =
  /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Common}\p{Script=Inherited}]/u;

/**
 * Writes the text of the next glyphs beside them (PDF 32000-1, 14.9.4). Readers place that text by the transformation in force at its
 * end, so both marks are within that of the glyphs, which is why pdfkit's own marks do not do.
 */
class MarkedDocument extends PDFDocument {
  actualText: string | null = null;

  override addContent(data: string): this {
    if (this.actualText !== null && data === 'BT')
      super.addContent(`/Span <</ActualText <${hexOf(this.actualText)}>>> BDC`);
    super.addContent(data);
    if (this.actualText !== null && data === 'ET') super.addContent('EMC');
    return this;
  }
}

/** UTF-16 behind its mark. */
const hexOf = (text: string) => `feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}`;

interface Place {
  readonly left: number;
  readonly width: number;
  readonly isRight?: boolean;
}

/** A cell that was broken into lines. */
interface Cell {
  readonly lines: readonly Line[];
  readonly place: Place;
}

const heightOf = ({ size }: TextStyle, lines = 1) => lines * size * LINE_HEIGHT;

/** Writes A4 pages from top to bottom. */
class Pages {
  private y = MARGIN;

  constructor(
    private readonly doc: MarkedDocument,
    private readonly lines: TextLines,
  ) {}

  get width(): number {
    return this.doc.page.width - 2 * MARGIN;
  }

  get top(): number {
    return this.y;
  }

  moveTo(y: number): void {
    this.y = y;
  }

  gap(points = GAP): void {
    this.y += points;
  }

  /** Whether nothing of this height fits on the page. */
  isFull(height: number): boolean {
    return this.y + height > this.doc.page.height - MARGIN - FOOTER;
  }

  turn(): void {
    this.doc.addPage();
    this.y = MARGIN;
  }

  text(text: string, style: TextStyle, color = INK, place: Place = { left: MARGIN, width: this.width }): void {
    const cell = this.cell(text, style, place);
    this.draw(cell, style, color);
    this.y += heightOf(style, cell.lines.length);
  }

  cell(text: string, style: TextStyle, place: Place): Cell {
    return { lines: this.lines.wrap(text, style, place.width), place };
  }

  /** Draws a cell from the present height on, without moving on. */
  draw({ lines, place }: Cell, { size, weight }: TextStyle, color: string): void {
    this.doc.fillColor(color).fontSize(size);
    for (const [index, { runs, width, indent }] of lines.entries()) {
      let left = place.isRight ? place.left + place.width - width : place.left + indent;
      const baseline = this.y + heightOf({ size, weight }, index) + size * ASCENT;
      for (const run of runs) {
        const features = [run.isRtl ? DIRECTIONS.rtl : DIRECTIONS.ltr] as const;
        const isComplex = !run.isRtl && COMPLEX.test(run.text);
        this.doc.actualText = isComplex ? run.text : null;
        this.doc.font(run.font.name).text(run.text, left, baseline, {
          lineBreak: false,
          baseline: 'alphabetic',
          features: [...features],
          // pdfkit would otherwise measure the text. Its types lack these options.
          ...{ textWidth: run.width, wordCount: 1 },
        });
        left += run.width;
      }
    }
  }

  rule(color = RULE, { left, width }: Place = { left: MARGIN, width: this.width }): void {
    this.doc
      .moveTo(left, this.y)
      .lineTo(left + width, this.y)
      .lineWidth(0.5)
      .strokeColor(color)
      .stroke();
  }

  shade(height: number): void {
    this.doc.rect(MARGIN, this.y, this.width, height).fill(SHADE);
  }
}

/** Prints documents, with fonts that are read once. */
export class DocumentPrinter {
  private readonly library = new FontLibrary();

  /** The same document prints the same bytes. */
  async print(given: PrintedDocument): Promise<Printed> {
    const fonts = new FontSet(this.library, given.country);
    const prepared = await preparedBy(fonts, given);
    const { title, author, at } = prepared;
    const info = { Title: title, Author: author, CreationDate: at, ModDate: at };
    const options = {
      size: 'A4',
      margin: MARGIN,
      bufferPages: true,
      info,
      lang: given.language ?? 'en',
      displayTitle: true,
    } as const;
    // The types say that a document begins with a font; a null leaves it out.
    const doc = new MarkedDocument({ ...options, font: null as unknown as string });
    for (const font of fonts.all()) doc.registerFont(font.name, font.embedded as unknown as Uint8Array);
    write(new Pages(doc, new TextLines(fonts)), prepared);
    number(doc, new TextLines(fonts), prepared);
    doc.end();
    const chunks: Uint8Array[] = [];
    for await (const chunk of doc as AsyncIterable<Uint8Array>) chunks.push(chunk);
    return { content: Buffer.concat(chunks), missing: [...fonts.missing] };
  }
}

/** Reads the fonts of all texts, and replaces characters without one. */
async function preparedBy(fonts: FontSet, document: PrintedDocument): Promise<PrintedDocument> {
  const shown = new Map<string, string>();
  for (const text of [...textsOf(document), '0123456789', MISSING]) {
    await fonts.prepare(text, 'bold');
    shown.set(text, await fonts.prepare(text, 'regular'));
  }
  const of = (text: string): string => shown.get(text) ?? text;
  const notes = [...document.notes, ...(fonts.missing.size > 0 ? [MISSING] : [])];
  return {
    ...document,
    title: of(document.title),
    author: of(document.author),
    heading: of(document.heading),
    notes: notes.map(of),
    pageLabel: of(document.pageLabel ?? PAGE_LABEL),
    ...(document.letter && { letter: shownLetter(document.letter, of) }),
    subheading: document.subheading === null ? null : of(document.subheading),
    parties: document.parties.map(({ title, lines }) => ({ title: of(title), lines: lines.map(of) })),
    facts: document.facts.map(([name, value]) => [of(name), of(value)] as const),
    columns: document.columns.map((column) => ({ ...column, title: of(column.title) })),
    rows: document.rows.map((row) => ('heading' in row ? { heading: of(row.heading) } : { cells: row.cells.map(of) })),
    sums: document.sums.map((sum) => ({ ...sum, name: of(sum.name), value: of(sum.value) })),
  };
}

function shownLetter({ opening, closing, signature }: PrintedLetter, of: (text: string) => string): PrintedLetter {
  return { opening: opening.map(of), closing: closing.map(of), signature: signature.map(of) };
}

function textsOf(document: PrintedDocument): string[] {
  const { title, author, heading, subheading, parties, facts, columns, rows, sums, notes } = document;
  const { opening = [], closing = [], signature = [] } = document.letter ?? {};
  return [
    ...[document.pageLabel ?? PAGE_LABEL, ...opening, ...closing, ...signature],
    ...[title, author, heading, subheading ?? '', ...notes],
    ...parties.flatMap((party) => [party.title, ...party.lines]),
    ...facts.flat(),
    ...columns.map((column) => column.title),
    ...rows.flatMap((row) => ('heading' in row ? [row.heading] : row.cells)),
    ...sums.flatMap(({ name, value }) => [name, value]),
  ];
}

const MISSING =
  'Characters for which this document has no font are printed as their Unicode code points, such as [U+1F4DE].';

function write(pages: Pages, document: PrintedDocument): void {
  writeHead(pages, document);
  writeProse(pages, document.letter?.opening ?? []);
  writeTable(pages, document);
  writeSums(pages, document);
  if (document.letter) writeClosing(pages, document.letter);
  if (document.notes.length > 0) pages.gap();
  for (const note of document.notes) {
    if (pages.isFull(heightOf(SMALL, 2))) pages.turn();
    pages.text(note, SMALL, GREY);
  }
}

function writeHead(pages: Pages, { heading, subheading, parties, facts }: PrintedDocument): void {
  pages.text(heading, HEADING);
  if (subheading !== null) pages.text(subheading, BODY, GREY);
  pages.gap(GAP * 1.5);
  const count = parties.length + 1;
  const width = (pages.width - (count - 1) * GUTTER) / count;
  const top = pages.top;
  let bottom = top;
  const column = (index: number): Place => ({ left: MARGIN + index * (width + GUTTER), width });
  for (const [index, { title, lines }] of parties.entries()) {
    pages.moveTo(top);
    pages.text(title, LABEL, GREY, column(index));
    pages.gap(2);
    for (const [at, line] of lines.entries()) pages.text(line, at === 0 ? NAME : BODY, INK, column(index));
    bottom = Math.max(bottom, pages.top);
  }
  pages.moveTo(top);
  for (const [name, value] of facts) {
    pages.text(name, LABEL, GREY, column(parties.length));
    pages.text(value, BODY, INK, column(parties.length));
    pages.gap(3);
  }
  pages.moveTo(Math.max(bottom, pages.top));
  pages.gap(GAP * 1.5);
}

function placesOf(columns: readonly PrintedColumn[]): Place[] {
  let left = MARGIN;
  return columns.map(({ width, isFigure }) => {
    const place = { left: left + CELL_PADDING, width: width - 2 * CELL_PADDING, isRight: isFigure };
    left += width;
    return place;
  });
}

function writeTable(pages: Pages, { columns, rows }: PrintedDocument): void {
  const places = placesOf(columns);
  const titles = columns.map(({ title }) => title);
  writeTitles(pages, titles, places);
  let before: PrintedRow | null = null;
  for (const row of rows) {
    const look = 'heading' in row ? STRONG : BODY;
    const cells = cellsOf(pages, row, places);
    const height = Math.max(...cells.map(({ lines }) => heightOf(look, lines.length))) + CELL_PADDING;
    // A title stays with its first row.
    if (pages.isFull('heading' in row ? height + heightOf(BODY, 2) : height)) {
      pages.turn();
      writeTitles(pages, titles, places);
    }
    if ('heading' in row) pages.gap(CELL_PADDING);
    else if (before) pages.rule();
    pages.gap(CELL_PADDING / 2);
    for (const cell of cells) pages.draw(cell, look, INK);
    pages.gap(height - CELL_PADDING / 2);
    before = row;
  }
  pages.rule(GREY);
  pages.gap(CELL_PADDING);
}

function cellsOf(pages: Pages, row: PrintedRow, places: readonly Place[]): Cell[] {
  if ('heading' in row)
    return [pages.cell(row.heading, STRONG, { left: MARGIN + CELL_PADDING, width: pages.width - 2 * CELL_PADDING })];
  return places.map((place, index) => pages.cell(row.cells[index] ?? '', BODY, place));
}

function writeTitles(pages: Pages, titles: readonly string[], places: readonly Place[]): void {
  const cells = titles.map((title, index) =>
    pages.cell(title, LABEL, places[index] ?? { left: MARGIN, width: pages.width }),
  );
  const height = Math.max(...cells.map(({ lines }) => heightOf(LABEL, lines.length))) + 2 * CELL_PADDING;
  pages.shade(height);
  pages.gap(CELL_PADDING);
  for (const cell of cells) pages.draw(cell, LABEL, GREY);
  pages.gap(height - CELL_PADDING);
  pages.gap(CELL_PADDING / 2);
}

function writeSums(pages: Pages, { sums }: PrintedDocument): void {
  const heights = sums.map(({ isTotal }) => heightOf(isTotal ? TOTAL : BODY) + CELL_PADDING);
  if (pages.isFull(heights.reduce((sum, height) => sum + height, 0))) pages.turn();
  const half = pages.width / 2;
  for (const { name, value, isTotal } of sums) {
    const look = isTotal ? TOTAL : BODY;
    const names = { left: MARGIN + half, width: half * 0.6 };
    const values = { left: MARGIN + half * 1.6, width: half * 0.4 - CELL_PADDING, isRight: true };
    const cells = [pages.cell(name, look, names), pages.cell(value, look, values)];
    for (const cell of cells) pages.draw(cell, look, INK);
    pages.gap(Math.max(...cells.map(({ lines }) => heightOf(look, lines.length))) + CELL_PADDING);
  }
}

function writeProse(pages: Pages, paragraphs: readonly string[]): void {
  for (const paragraph of paragraphs) {
    const cell = pages.cell(paragraph, PROSE, { left: MARGIN, width: pages.width });
    if (pages.isFull(heightOf(PROSE, cell.lines.length))) pages.turn();
    pages.draw(cell, PROSE, INK);
    pages.gap(heightOf(PROSE, cell.lines.length) + GAP * 0.75);
  }
}

/** Keeps the last paragraph on the page of the signature. */
function writeClosing(pages: Pages, { closing, signature }: PrintedLetter): void {
  pages.gap(GAP / 2);
  writeProse(pages, closing.slice(0, -1));
  const last = closing.slice(-1);
  const prose = last.map((text) => pages.cell(text, PROSE, { left: MARGIN, width: pages.width }).lines.length);
  const rows = Math.ceil(signature.length / 2);
  const height = heightOf(PROSE, prose[0] ?? 0) + GAP + rows * (SIGNATURE + heightOf(SMALL) + GAP);
  if (pages.isFull(height)) pages.turn();
  writeProse(pages, last);
  for (let index = 0; index < signature.length; index += 2) writeSignature(pages, signature.slice(index, index + 2));
}

function writeSignature(pages: Pages, labels: readonly string[]): void {
  const width = (pages.width - GUTTER) / 2;
  pages.gap(SIGNATURE);
  const places = labels.map((_, index): Place => ({ left: MARGIN + index * (width + GUTTER), width }));
  for (const place of places) pages.rule(GREY, place);
  pages.gap(2);
  const cells = labels.map((label, index) => pages.cell(label, SMALL, places[index] ?? { left: MARGIN, width }));
  for (const cell of cells) pages.draw(cell, SMALL, GREY);
  pages.gap(Math.max(...cells.map(({ lines }) => heightOf(SMALL, lines.length))) + GAP);
}

/** Numbers the pages, once their count is known. */
function number(doc: MarkedDocument, lines: TextLines, { title, pageLabel = PAGE_LABEL }: PrintedDocument): void {
  const { start, count } = doc.bufferedPageRange();
  for (let index = start; index < start + count; index += 1) {
    doc.switchToPage(index);
    // The footer is within the margin, in which pdfkit would begin a page.
    doc.page.margins.bottom = 0;
    const pages = new Pages(doc, lines);
    pages.moveTo(doc.page.height - MARGIN - SMALL.size);
    pages.rule();
    pages.gap(CELL_PADDING);
    const half = { left: MARGIN, width: pages.width / 2 };
    pages.draw(pages.cell(title, SMALL, half), SMALL, GREY);
    const right = { left: MARGIN + half.width, width: half.width, isRight: true };
    const label = pageLabel.replace('{page}', String(index + 1)).replace('{pages}', String(count));
    pages.draw(pages.cell(label, SMALL, right), SMALL, GREY);
  }
}
