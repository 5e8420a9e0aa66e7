import { CsvReader, type CsvRecord, csvText, hasControls, hasVisible, invalidFields } from '@trunkline/kernel';
import { LABEL_MAX, NOTES_MAX, TAG_MAX, TAGS_MAX } from '../../domain/lifecycle/description';
import { IMPORT_ROWS_MAX } from '../../domain/lifecycle/number-job';

export const IMPORT_COLUMNS = ['e164', 'label', 'tags', 'notes', 'trunk', 'routing_profile'] as const;
export type ImportColumn = (typeof IMPORT_COLUMNS)[number];

/** Columns that our own files of numbers have for those of an import. */
const ALIASES: ReadonlyMap<string, ImportColumn> = new Map([
  ['trunk_id', 'trunk'],
  ['routing_profile_id', 'routing_profile'],
]);

/** Columns that our own files of numbers have, and that an import does not change. */
const UNCHANGED: ReadonlySet<string> = new Set([
  'id',
  'country',
  'number_type',
  'area_code',
  'region',
  'city',
  'capabilities',
  'monthly_price_cents',
  'setup_price_cents',
  'next_monthly_price_cents',
  'price_changes_at',
  'currency',
  'status',
  'requires_activation',
  'assigned_at',
  'next_billing_at',
  'released_at',
  'release_scheduled_at',
  'compliance_bundle_id',
  'registration',
  'failed_billing_attempts',
  'last_billing_attempt_at',
  'last_billing_failure_code',
  'is_past_due',
  'deletion_lock',
  'port_out_lock',
  'port_out_pin_set',
  'port_out_at',
  'sms_webhook_url',
]);

/** A line that cannot be imported, and why. */
export interface NumberFileFault {
  /** Line of the file, whose first names the columns. */
  readonly line: number;
  readonly column: string;
  readonly message: string;
}

/** A line of the file. Members of columns that the file does not have are absent. */
export interface NumberFileRow {
  readonly line: number;
  readonly e164: string;
  readonly label?: string | null;
  readonly tags?: readonly string[];
  readonly notes?: string | null;
  /** Name or ID; null for a number that has none. */
  readonly trunk?: string | null;
  readonly routingProfile?: string | null;
}

export interface NumberFile {
  /** Lines after the first, faulty ones included. */
  readonly lines: number;
  /** Each number once. */
  readonly rows: readonly NumberFileRow[];
  /** Columns whose values an import does not change. */
  readonly ignoredColumns: readonly string[];
  /** By line. */
  readonly faults: readonly NumberFileFault[];
}

/** Longer than any name. */
const TARGET_MAX = 255;
/** Characters of a cell in a fault. */
const SHOWN_MAX = 32;
const PUNCTUATION = /[\s().="'-]/g;
/** A number of the account is stored in this form, so no numbering plan is consulted. */
const NUMBER = /^\+?([1-9]\d{6,14})$/;

const READERS: Readonly<Record<ImportColumn, (cell: string) => Partial<NumberFileRow>>> = {
  e164: (cell) => ({ e164: numberOf(cell) }),
  label: (cell) => ({ label: textOf(cell, LABEL_MAX) }),
  tags: (cell) => ({ tags: tagsOf(cell) }),
  notes: (cell) => ({ notes: textOf(cell, NOTES_MAX, { lines: true }) }),
  trunk: (cell) => ({ trunk: textOf(cell, TARGET_MAX) }),
  routing_profile: (cell) => ({ routingProfile: textOf(cell, TARGET_MAX) }),
};

/** Null for a column that is ignored. */
type FileColumn = ImportColumn | null;

const isImported = (name: string): name is ImportColumn => (IMPORT_COLUMNS as readonly string[]).includes(name);

/** Reads a CSV file of numbers part by part: its first line names the columns, in any order. See docs/numbers.md#imports. */
export class NumberFileReader {
  private readonly csv = new CsvReader();
  private readonly rows = new Map<string, NumberFileRow>();
  private readonly faults: NumberFileFault[] = [];
  private lines = 0;
  /** Null until the first line was read. */
  private columns: readonly FileColumn[] | null = null;
  private ignoredColumns: readonly string[] = [];

  /** Throws `invalid_input` above 10,000 lines. */
  read(part: string): void {
    for (const record of this.csv.read(part)) this.add(record);
  }

  /** Throws `invalid_input` for a file without a first line. */
  end(): NumberFile {
    for (const record of this.csv.end()) this.add(record);
    if (!this.columns) throw invalidFields({ file: 'is empty: its first line must name the columns' });
    const { lines, ignoredColumns, faults } = this;
    return { lines, rows: [...this.rows.values()], ignoredColumns, faults };
  }

  private add(record: CsvRecord): void {
    if (this.columns) this.addRow(record, this.columns);
    else this.columns = this.columnsOf(record);
  }

  /** Without valid columns, no line is read. */
  private columnsOf({ line, cells }: CsvRecord): readonly FileColumn[] {
    const given = cells?.map((cell) => cell.trim().toLowerCase()) ?? [];
    const names = given.map((name) => ALIASES.get(name) ?? name);
    const fault = cells ? columnFault(names) : MISPLACED_QUOTES;
    if (fault) {
      this.faults.push({ line, ...fault });
      return [];
    }
    this.ignoredColumns = names.filter((name) => UNCHANGED.has(name));
    return names.map((name) => (isImported(name) ? name : null));
  }

  private addRow(record: CsvRecord, columns: readonly FileColumn[]): void {
    if (columns.length === 0) return;
    this.lines += 1;
    if (this.lines > IMPORT_ROWS_MAX) {
      throw invalidFields({ file: `must have at most ${IMPORT_ROWS_MAX.toLocaleString('en')} numbers` });
    }
    const { line } = record;
    const row = readRow(record, columns);
    if (!('e164' in row)) {
      this.faults.push(row);
      return;
    }
    const known = this.rows.get(row.e164);
    if (known) this.faults.push({ line, column: 'e164', message: `repeats line ${known.line}` });
    else this.rows.set(row.e164, row);
  }
}

const MISPLACED_QUOTES = {
  column: '',
  message:
    'The quotes of this line are misplaced, its cells are not separated by commas, or it has more than 64 KiB without LF or CRLF.',
};
/** What files have in place of commas. */
const SEPARATORS = { ';': 'semicolons', '\t': 'tabs', '|': 'vertical bars' };

/** Returns the name of what separates the cells of a line in place of commas, if anything does. */
function separatorIn(cells: readonly string[]): string | undefined {
  return Object.entries(SEPARATORS).find(([separator]) => cells.some((cell) => cell.includes(separator)))?.[1];
}

/** Returns why the first line cannot be read as names of columns. */
function formatFault(names: readonly string[]): string | null {
  if (names.some((name) => name.includes('\r'))) return 'The lines end with CR alone. End them with LF or CRLF.';
  const separator = separatorIn(names);
  if (separator) return `The columns are separated by ${separator}. Separate them with commas.`;
  if (names.every((name) => name === '')) return 'The first line has no names of columns.';
  const unnamed = names.indexOf('');
  if (unnamed === -1) return null;
  return `Column ${unnamed + 1} has no name. Name it, or remove the comma ${unnamed === 0 ? 'after' : 'before'} it.`;
}

function columnFault(names: readonly string[]): Omit<NumberFileFault, 'line'> | null {
  const message = formatFault(names);
  if (message) return { column: '', message };
  const unknown = names.find((name) => !isImported(name) && !UNCHANGED.has(name));
  if (unknown !== undefined) {
    return { column: shown(unknown), message: `is not an import column. The columns are ${IMPORT_COLUMNS.join(', ')}` };
  }
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) return { column: repeated, message: 'has two columns in the first line' };
  if (!names.includes('e164')) return { column: 'e164', message: 'is missing from the first line of the file' };
  if (names.filter(isImported).length === 1)
    return { column: 'e164', message: 'is the only column of an import, so there is nothing to change' };
  return null;
}

/** A cell that cannot be read. */
class CellFault extends Error {}

const readCell = (column: FileColumn, cell: string): Partial<NumberFileRow> =>
  column === null ? {} : READERS[column](csvText(cell));

function readRow({ line, cells }: CsvRecord, columns: readonly FileColumn[]): NumberFileRow | NumberFileFault {
  if (!cells) return { line, ...MISPLACED_QUOTES };
  if (cells.length !== columns.length) return { line, column: '', message: countFault(cells, columns.length) };
  let row: NumberFileRow = { line, e164: '' };
  for (const [index, column] of columns.entries()) {
    try {
      row = { ...row, ...readCell(column, cells[index] ?? '') };
    } catch (error) {
      if (!(error instanceof CellFault)) throw error;
      return { line, column: String(column), message: error.message };
    }
  }
  return hasTwoRoutes(row) ? { line, column: 'routing_profile', message: TWO_ROUTES } : row;
}

/** Says that a line has more or fewer cells than columns, and what to do. */
function countFault(cells: readonly string[], columns: number): string {
  const fault = `The line has ${cells.length === 1 ? 'one cell' : `${cells.length} cells`}, and the first line ${columns} columns.`;
  const more = cells.slice(columns);
  if (more.length > 0)
    return `${fault} ${more.every((cell) => cell === '') ? 'Remove the commas at its end.' : 'Put quotes around a cell with commas.'}`;
  const separator = cells.length === 1 ? separatorIn(cells) : undefined;
  return separator ? `${fault} Separate them with commas, not with ${separator}.` : fault;
}

const TWO_ROUTES = 'must be empty beside a trunk: a number routes to one of them, not to both';
const hasTwoRoutes = ({ trunk, routingProfile }: NumberFileRow) => Boolean(trunk && routingProfile);

/** Spreadsheets drop the plus, or write ="+1…" to keep it. */
function numberOf(cell: string): string {
  const digits = NUMBER.exec(cell.slice(0, TARGET_MAX).replaceAll(PUNCTUATION, ''))?.[1];
  if (digits === undefined) throw new CellFault(`must be a phone number in international form, not "${shown(cell)}"`);
  return `+${digits}`;
}

/** Returns null for an empty text. */
function textOf(text: string, max: number, { lines = false } = {}): string | null {
  if (text.length <= 2 * max && !hasControls(text, { lines })) {
    const normal = text.normalize('NFC').trim();
    if (normal === '') return null;
    if (Array.from(normal).length <= max && hasVisible(normal)) return normal;
  }
  throw new CellFault(`must be text of at most ${max.toLocaleString('en')} characters without control characters`);
}

/** Separated by commas, or as JSON, as exports have them. */
function listIn(cell: string): readonly string[] {
  if (!cell.startsWith('["') && cell !== '[]') return cell.split(',', TAGS_MAX + 1);
  const list = jsonIn(cell);
  if (isTags(list)) return list;
  throw new CellFault('must be tags with commas between them, or a JSON array of texts without commas');
}

const isTags = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string' && !each.includes(','));

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function tagsOf(cell: string): readonly string[] {
  const tags = listIn(cell);
  if (tags.length > TAGS_MAX) throw new CellFault(`must have at most ${TAGS_MAX} tags`);
  return [...new Set(tags.flatMap((tag) => textOf(tag, TAG_MAX) ?? []))];
}

const shown = (text: string) => text.slice(0, SHOWN_MAX);
