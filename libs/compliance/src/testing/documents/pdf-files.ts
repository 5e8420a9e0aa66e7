type Body = Buffer | string;

export interface PdfParts {
  /** More entries of the trailer. */
  readonly trailer?: string;
  readonly root?: string;
  /** Returns the stated offset of the table from its real one. */
  readonly place?: (table: number) => number;
  /** The entries of the table. Default: an entry per object. */
  readonly entries?: string;
}

/** Returns a PDF of these objects, in this order, with a reference table. */
export function pdfOf(objects: readonly (readonly [number, Body])[], parts: PdfParts = {}): Buffer {
  const pieces = [Buffer.from('%PDF-1.5\n')];
  const offsets = new Map<number, number>();
  let length = pieces[0]?.length ?? 0;
  for (const [number, body] of objects) {
    const piece = Buffer.concat([Buffer.from(`${number} 0 obj\n`), Buffer.from(body), Buffer.from('\nendobj\n')]);
    offsets.set(number, length);
    pieces.push(piece);
    length += piece.length;
  }
  const lines = [...offsets].map(([n, offset]) => `${n} 1\n${String(offset).padStart(10, '0')} 00000 n \n`);
  const { trailer = '', root = '/Root 1 0 R', place = (table) => table, entries = lines.join('') } = parts;
  const size = Math.max(...offsets.keys()) + 1;
  const table = `xref\n0 1\n0000000000 65535 f \n${entries}trailer\n<< /Size ${size} ${root} ${trailer} >>\n`;
  return Buffer.concat([...pieces, Buffer.from(`${table}startxref\n${place(length)}\n%%EOF\n`)]);
}
