import { type CsvRecord, isNumberCountry, NUMBER_TYPES, type NumberType, spellingsOf } from '@trunkline/kernel';
import { CAPABILITIES, type Capability } from '../../domain/offer';
import type { StockTerms } from '../../domain/stock';
import { csvRecordsOf } from '../csv-records';
import type { StockFault, StockItem } from './add-stock';
import { CENTS_MAX, PLACE_MAX } from './stock-terms';

export const STOCK_COLUMNS = [
  'e164',
  'from',
  'to',
  'country',
  'number_type',
  'area_code',
  'region',
  'city',
  'capabilities',
  'monthly_cents',
  'setup_cents',
  'requires_activation',
  'carrier_id',
] as const;
type Column = (typeof STOCK_COLUMNS)[number];

const REQUIRED = ['country', 'number_type', 'capabilities', 'monthly_cents', 'setup_cents'] as const;
const INTEGER = /^\d{1,9}$/;
const AREA_CODE = /^\d{1,6}$/;
const CARRIER_ID = /^car_[0-9a-z]{1,48}$/;
const FLAGS: Readonly<Record<string, boolean>> = { '': false, false: false, true: true };

/**
 * Reads a CSV file in UTF-8 whose first line names its columns, in any order. Yields an item or a fault per line, and lets other
 * requests run after each part.
 */
export async function* readStockCsv(bytes: Buffer): AsyncGenerator<StockItem | StockFault> {
  let columns: Columns | null = null;
  for await (const record of csvRecordsOf(bytes)) {
    if (columns) yield columns.read(record);
    else {
      const header = Columns.of(record);
      if ('column' in header) {
        yield header;
        return;
      }
      columns = header;
    }
  }
  if (!columns) yield { line: 1, column: 'e164', message: 'The file is empty. Its first line names the columns.' };
}

/** A line that cannot be an item. */
class LineFault extends Error {
  constructor(
    readonly column: Column,
    message: string,
  ) {
    super(message);
  }
}

/** The columns of a file. */
class Columns {
  private constructor(private readonly names: readonly Column[]) {}

  static of({ line, cells }: CsvRecord): Columns | StockFault {
    const names = (cells ?? []).map((cell) => cell.trim().toLowerCase());
    const known: readonly string[] = STOCK_COLUMNS;
    const unknown = names.find((name) => !known.includes(name));
    if (unknown !== undefined) return { line, column: unknown.slice(0, PLACE_MAX), message: 'is not a known column' };
    const repeated = names.find((name, index) => names.indexOf(name) !== index);
    if (repeated !== undefined) return { line, column: repeated, message: 'names two columns' };
    const missing = REQUIRED.find((name) => !names.includes(name));
    if (missing !== undefined) return { line, column: missing, message: 'is missing from the first line of the file' };
    return new Columns(names as Column[]);
  }

  read({ line, cells }: CsvRecord): StockItem | StockFault {
    if (!cells) return { line, column: 'e164', message: 'The quotes of this line are misplaced, or it is too long.' };
    if (cells.length !== this.names.length) {
      const message = `The line has ${cells.length} cells, and the first line ${this.names.length} columns.`;
      return { line, column: 'e164', message };
    }
    const given = new Map(this.names.map((name, index) => [name, (cells[index] ?? '').trim()]));
    const cell = (column: Column) => given.get(column) ?? '';
    try {
      const carrierId = orNull(cell('carrier_id'));
      if (carrierId !== null && !CARRIER_ID.test(carrierId)) throw new LineFault('carrier_id', 'is not a carrier');
      const [e164, from, to] = [orNull(cell('e164')), orNull(cell('from')), orNull(cell('to'))];
      return { line, e164, from, to, carrierId, terms: termsOf(cell) };
    } catch (error) {
      if (!(error instanceof LineFault)) throw error;
      return { line, column: error.column, message: error.message };
    }
  }
}

function termsOf(cell: (column: Column) => string): StockTerms {
  const [country, numberType, areaCode] = [cell('country'), cell('number_type'), orNull(cell('area_code'))];
  if (!isNumberCountry(country)) throw new LineFault('country', 'must be an ISO 3166-1 alpha-2 code, or ZZ for iNum');
  if (!isNumberType(numberType)) throw new LineFault('number_type', `must be one of ${NUMBER_TYPES.join(', ')}`);
  if (areaCode !== null && !AREA_CODE.test(areaCode)) throw new LineFault('area_code', 'must be 1 to 6 digits');
  const requiresActivation = FLAGS[cell('requires_activation').toLowerCase()];
  if (requiresActivation === undefined) throw new LineFault('requires_activation', 'must be true or false');
  return {
    country,
    numberType,
    areaCode,
    region: placeOf('region', cell('region')),
    city: placeOf('city', cell('city')),
    capabilities: capabilitiesOf(cell('capabilities')),
    monthlyCents: centsOf('monthly_cents', cell('monthly_cents')),
    setupCents: centsOf('setup_cents', cell('setup_cents')),
    requiresActivation,
  };
}

const isNumberType = (text: string): text is NumberType => (NUMBER_TYPES as readonly string[]).includes(text);
const orNull = (text: string): string | null => (text === '' ? null : text);

function placeOf(column: 'region' | 'city', text: string): string | null {
  if (text === '') return null;
  if (text.length > PLACE_MAX || /\p{Cc}/u.test(text)) {
    throw new LineFault(column, `must be text of 1 to ${PLACE_MAX} characters without control characters`);
  }
  if (spellingsOf(text).every((spelling) => spelling === '')) throw new LineFault(column, 'has no letters');
  return text.normalize('NFC');
}

function capabilitiesOf(text: string): readonly Capability[] {
  const known: readonly string[] = CAPABILITIES;
  const names = text
    .toLowerCase()
    .split(/[\s,;|]+/)
    .filter((name) => name !== '');
  if (names.length === 0 || !names.every((name) => known.includes(name))) {
    throw new LineFault('capabilities', `must be some of ${CAPABILITIES.join(', ')}, with blanks between them`);
  }
  return [...new Set(names)] as Capability[];
}

function centsOf(column: Column, text: string): number {
  const cents = INTEGER.test(text) ? Number(text) : Infinity;
  if (cents > CENTS_MAX) throw new LineFault(column, `must be an integer from 0 to ${CENTS_MAX}`);
  return cents;
}
