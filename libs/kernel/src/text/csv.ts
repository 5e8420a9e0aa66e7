/** A record of a CSV file. */
export interface CsvRecord {
  /** Line of the file on which the record starts, from 1. */
  readonly line: number;
  /** Null for a record whose quotes are misplaced, or that is longer than 64 KiB. */
  readonly cells: readonly string[] | null;
}

const RECORD_LENGTH_MAX = 65_536;
const QUOTE = '"';
/** A quoted cell, or one without quotes, and what ends it. */
const CELL = /(?:"((?:[^"]|"")*)"|([^",]*))(,|$)/y;
const NEEDS_QUOTES = /[",\r\n]/;

/**
 * Reads the records of a CSV file (RFC 4180) part by part. Lines end with LF or CRLF; blank lines are skipped. A quote that is
 * never closed spoils the records of 64 KiB at most, up to the end of a line.
 */
export class CsvReader {
  private rest = '';
  private line = 1;
  /** Whether the line that is read belongs to a record that was too long. */
  private isSkipping = false;

  /** Returns the records that end in this part of the text. */
  read(part: string): CsvRecord[] {
    const text = this.rest + part;
    const records: CsvRecord[] = [];
    let start = this.isSkipping ? this.skip(text) : 0;
    for (let end = endOfRecord(text, start); end !== -1; end = endOfRecord(text, start)) {
      this.add(records, text.slice(start, end + 1));
      start = end + 1;
    }
    this.rest = text.slice(start);
    // Kept text is read again with each part.
    if (this.rest.length > RECORD_LENGTH_MAX) {
      this.isSkipping = !this.rest.endsWith('\n');
      records.push(...this.end());
    }
    return records;
  }

  /** Returns the rest as the last record, if no line break follows it. */
  end(): CsvRecord[] {
    const records: CsvRecord[] = [];
    this.add(records, this.rest);
    this.rest = '';
    return records;
  }

  /** Returns where the next line starts. */
  private skip(text: string): number {
    const end = text.indexOf('\n');
    if (end === -1) return text.length;
    this.isSkipping = false;
    this.line += 1;
    return end + 1;
  }

  private add(records: CsvRecord[], text: string): void {
    const { line } = this;
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) this.line += 1;
    const record = text.replace(/\r?\n?$/, '');
    if (record !== '') records.push({ line, cells: cellsOf(record) });
  }
}

/** A spreadsheet runs a cell that begins with one of these. Apostrophes before it count, so that the added one can be removed. */
const FORMULA = /^'*[=+\-@\t\r]/;
const GUARDED = /^'(?='*[=+\-@\t\r])/;
/** A number in E.164, which stays as it is. */
const E164 = /^\+[1-9]\d{6,14}$/;

/**
 * Returns a value as the text of a cell: empty for none, other values than texts as JSON. A text that a spreadsheet would run is
 * preceded by an apostrophe, which `csvText` removes.
 */
export function csvCell(value: unknown, timeText: (at: Date) => string = (at) => at.toISOString()): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return timeText(value);
  if (typeof value !== 'string') return JSON.stringify(value);
  return FORMULA.test(value) && !E164.test(value) ? `'${value}` : value;
}

/** Returns the text of a cell as `csvCell` was given it. */
export function csvText(cell: string): string {
  return cell.replace(GUARDED, '');
}

/** A text that is written as it is: neither would a spreadsheet run it, nor does it need quotes or an apostrophe. */
const PLAIN = /^[^'=+\-@\t\r\n",][^\r\n",]*$/;

/** Returns a value as `csvCell` and `csvRecord` write it. Files of a million records have most texts decided by one pattern. */
export function csvField(value: unknown, timeText: (at: Date) => string): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  if (value instanceof Date) return timeText(value);
  if (typeof value === 'string' && (PLAIN.test(value) || E164.test(value))) return value;
  return inQuotes(csvCell(value, timeText));
}

/** Writes a record of a CSV file, with its line break. */
export function csvRecord(cells: readonly (string | number)[]): string {
  return `${cells.map((cell) => inQuotes(String(cell))).join(',')}\r\n`;
}

function inQuotes(text: string): string {
  return NEEDS_QUOTES.test(text) ? `${QUOTE}${text.replaceAll(QUOTE, QUOTE + QUOTE)}${QUOTE}` : text;
}

/** Returns the index of the line break that ends the record; -1 if the text ends before. */
function endOfRecord(text: string, start: number): number {
  let isOpen = false;
  for (let from = start, end = text.indexOf('\n', from); end !== -1; from = end + 1, end = text.indexOf('\n', from)) {
    // A line break between quotes belongs to a cell.
    if (hasOddQuotes(text.slice(from, end))) isOpen = !isOpen;
    if (!isOpen || end - start > RECORD_LENGTH_MAX) return end;
  }
  return -1;
}

function hasOddQuotes(line: string): boolean {
  let isOdd = false;
  for (let at = line.indexOf(QUOTE); at !== -1; at = line.indexOf(QUOTE, at + 1)) isOdd = !isOdd;
  return isOdd;
}

function cellsOf(record: string): string[] | null {
  if (record.length > RECORD_LENGTH_MAX) return null;
  return record.includes(QUOTE) ? quotedCellsOf(record) : record.split(',');
}

function quotedCellsOf(record: string): string[] | null {
  const cells: string[] = [];
  CELL.lastIndex = 0;
  for (let separator = ','; separator === ','; ) {
    const found = CELL.exec(record);
    if (!found) return null;
    const [, quoted, plain = '', end = ''] = found;
    cells.push(quoted === undefined ? plain : quoted.replaceAll(QUOTE + QUOTE, QUOTE));
    separator = end;
  }
  return cells;
}
