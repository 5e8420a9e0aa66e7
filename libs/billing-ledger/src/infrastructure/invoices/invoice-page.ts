import type { PdfFonts } from './pdf-fonts';

const MARGIN = 50;
/** Leaves room for the page number below the last row. */
const FOOT = 30;
const SMALL = 9;

export interface Column {
  readonly title: string;
  readonly width: number;
  readonly align: 'left' | 'right';
}

/** Metadata of the PDF. */
export interface FileInfo {
  readonly title: string;
  readonly author: string;
  readonly at: Date;
}

/** Writes A4 pages from top to bottom. */
export class InvoicePages {
  private page = 1;

  private constructor(
    private readonly fonts: PdfFonts,
    private readonly doc: PDFKit.PDFDocument,
  ) {
    this.number();
  }

  /** The same content, title and time produce the same file. */
  static async open(fonts: PdfFonts, { title, author, at }: FileInfo): Promise<InvoicePages> {
    // Loaded on first use: the library is large, and most processes print nothing.
    const { default: PDFDocument } = await import('pdfkit');
    const info = { Title: fonts.shown(title), Author: fonts.shown(author), CreationDate: at, ModDate: at };
    return new InvoicePages(fonts, new PDFDocument({ size: 'A4', margin: MARGIN, font: fonts.regular, info }));
  }

  get stream(): PDFKit.PDFDocument {
    return this.doc;
  }

  text(text: string, { size = SMALL, bold = false }: { readonly size?: number; readonly bold?: boolean } = {}): void {
    this.face(bold).fontSize(size).text(this.fonts.shown(text), MARGIN, this.doc.y, { width: this.width });
  }

  gap(): void {
    this.doc.y += SMALL;
  }

  /** Returns true when a new page, with column titles, was begun. */
  row(columns: readonly Column[], cells: readonly string[], bold = false): boolean {
    const shown = cells.map((cell) => this.fonts.shown(cell));
    this.face(bold).fontSize(SMALL);
    const heights = columns.map(({ width }, index) => this.doc.heightOfString(shown[index] ?? '', { width }));
    const height = Math.max(...heights);
    const isFull = this.doc.y + height > this.bottom;
    if (isFull) {
      this.turn();
      this.row(
        columns,
        columns.map(({ title }) => title),
        true,
      );
      this.face(bold).fontSize(SMALL);
    }
    const top = this.doc.y;
    let left = MARGIN;
    for (const [index, { width, align }] of columns.entries()) {
      this.doc.text(shown[index] ?? '', left, top, { width, align });
      left += width;
    }
    this.doc.y = top + height + SMALL / 2;
    return isFull;
  }

  end(): void {
    this.doc.end();
  }

  get width(): number {
    return this.doc.page.width - 2 * MARGIN;
  }

  private get bottom(): number {
    return this.doc.page.height - MARGIN - FOOT;
  }

  private turn(): void {
    this.doc.addPage();
    this.page += 1;
    this.number();
  }

  private number(): void {
    const top = this.doc.y;
    const place = { width: this.width, align: 'right', lineBreak: false } as const;
    this.face(false)
      .fontSize(SMALL)
      .text(`Page ${String(this.page)}`, MARGIN, this.bottom + FOOT / 2, place);
    this.doc.y = top;
  }

  private face(bold: boolean): PDFKit.PDFDocument {
    return this.doc.font(bold ? this.fonts.bold : this.fonts.regular);
  }
}
