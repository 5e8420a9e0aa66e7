import {
  type CsvRecord,
  CsvReader,
  csvRecord,
  DIRECTIONS,
  hasControls,
  hasVisible,
  NUMBER_TYPES,
} from '@trunkline/kernel';
import type { DeckPrice } from './price-index';
import { dollarsOf } from './rating';

/** `voice`: prices per minute of calls. `sms`: prices per segment of messages. */
export const DECK_KINDS = ['voice', 'sms'] as const;
export type DeckKind = (typeof DECK_KINDS)[number];

/** What is wrong with a line of a file. */
export interface FileFault {
  /** From 1, which is the header. */
  readonly line: number;
  /** Name of the column; null for the whole line. */
  readonly column: string | null;
  readonly message: string;
}

export type PriceKey = Pick<DeckPrice, 'direction' | 'numberType' | 'prefix'>;

export type FileLine<T> = T & { readonly line: number };

/** The lines of a file that could be read, and the faults of the others. */
export interface RateFile {
  /** What its columns say. */
  readonly kind: DeckKind;
  readonly prices: readonly FileLine<DeckPrice>[];
  /** Lines without a rate, which remove a price from a deck that a delta is applied to. */
  readonly removals: readonly FileLine<PriceKey>[];
  /** The first hundred. */
  readonly faults: readonly FileFault[];
  readonly faultCount: number;
}

export const RATE_FILE_ROWS_MAX = 200_000;
export const FAULTS_SHOWN = 100;
const VOICE_COLUMNS = [
  'prefix',
  'description',
  'direction',
  'number_type',
  'rate_per_minute',
  'connection_fee',
  'first_s',
  'next_s',
] as const;
const SMS_COLUMNS = ['prefix', 'description', 'direction', 'price_per_segment'] as const;
type RateColumn = (typeof VOICE_COLUMNS)[number] | (typeof SMS_COLUMNS)[number];

export const RATE_COLUMNS: Readonly<Record<DeckKind, readonly RateColumn[]>> = {
  voice: VOICE_COLUMNS,
  sms: SMS_COLUMNS,
};
/** The column of the price per minute of a call, or per segment of a message. */
export const PRICE_COLUMN = { voice: 'rate_per_minute', sms: 'price_per_segment' } as const;
/** A price of a segment has no fee and no increments. */
const SEGMENT_TERMS = { connectionFeeCents: 0, firstSeconds: 1, nextSeconds: 1 };

const OPTIONAL: readonly RateColumn[] = ['number_type'];
const DESCRIPTION_MAX = 200;
/** Characters of an unknown column in its fault. */
const NAME_SHOWN = 64;
const SECONDS_MAX = 3_600;
/** $1,000 per minute, per segment and per call. */
const RATE_MICROCENTS_MAX = 100_000_000_000;
const FEE_CENTS_MAX = 100_000;
const RATE_PLACES = 8;
const FEE_PLACES = 2;
const PREFIX = /^\+?([1-9]\d{0,14})?$/;
const DECIMAL = /^(\d{1,9})(?:\.(\d+))?$/;
const SECONDS = /^\d{1,4}$/;

/** Collects the faults of a file: counts all and keeps the first hundred. */
export class FileFaults {
  readonly first: FileFault[];
  count: number;

  constructor({ faults, faultCount }: Pick<RateFile, 'faults' | 'faultCount'> = { faults: [], faultCount: 0 }) {
    this.first = [...faults];
    this.count = faultCount;
  }

  add(line: number, column: string | null, message: string): void {
    this.count += 1;
    if (this.first.length < FAULTS_SHOWN) this.first.push({ line, column, message });
  }
}

/**
 * Reads the CSV file of a rate deck part by part. Amounts are exact decimals in dollars. Lines with faults are left out; after
 * 200,000 rows no line is read.
 */
export class RateFileReader {
  private readonly csv = new CsvReader();
  private readonly faults = new FileFaults();
  private readonly prices: FileLine<DeckPrice>[] = [];
  private readonly removals: FileLine<PriceKey>[] = [];
  /** The lines of prices and removals by their key. */
  private readonly lines = new Map<string, number>();
  /** Null before the header. */
  private header: Header | null = null;
  private rows = 0;

  read(part: string): void {
    this.csv.read(part).forEach((record) => this.add(record));
  }

  end(): RateFile {
    this.csv.end().forEach((record) => this.add(record));
    const { prices, removals, faults, rows } = this;
    const kind = this.header?.kind ?? 'voice';
    if (rows > RATE_FILE_ROWS_MAX) faults.add(1, null, `The file has more than ${RATE_FILE_ROWS_MAX} rows.`);
    if (rows === 0 && faults.count === 0) faults.add(1, null, 'The file has no prices.');
    return { kind, prices, removals, faults: faults.first, faultCount: faults.count };
  }

  private add(record: CsvRecord): void {
    if (!this.header) this.header = this.readHeader(record);
    else if (this.header.isFaultless && ++this.rows <= RATE_FILE_ROWS_MAX) this.addRow(record, this.header);
  }

  private readHeader({ line, cells }: CsvRecord): Header {
    const names = (cells ?? []).map((cell) => cell.trim().toLowerCase());
    const kind = names.includes(PRICE_COLUMN.sms) ? 'sms' : 'voice';
    const columns = RATE_COLUMNS[kind];
    const missing = columns.filter((column) => !OPTIONAL.includes(column) && !names.includes(column));
    for (const column of missing) this.faults.add(line, column, 'The column is missing.');
    const known: readonly string[] = columns;
    for (const [index, name] of names.entries()) {
      if (!known.includes(name)) this.faults.add(line, name.slice(0, NAME_SHOWN), 'The column is not known.');
      else if (names.indexOf(name) < index) this.faults.add(line, name, 'The column is repeated.');
    }
    const positions = new Map(columns.map((column) => [column, names.indexOf(column)]));
    return { kind, width: names.length, positions, isFaultless: this.faults.count === 0 };
  }

  private addRow({ line, cells }: CsvRecord, { kind, width, positions }: Header): void {
    if (!cells) return this.faults.add(line, null, 'The quotes are misplaced, or the line is too long.');
    if (cells.length !== width)
      return this.faults.add(line, null, `The line has ${cells.length} cells; the header has ${width}.`);
    const row = new Row(cells, positions);
    const key = row.key();
    const price = row.has(PRICE_COLUMN[kind]) ? row.price(kind) : null;
    for (const [column, message] of row.faults) this.faults.add(line, column, message);
    if (row.faults.length > 0 || !this.isFirst(key, line)) return;
    if (price) this.prices.push({ ...key, ...price, line });
    else this.removals.push({ ...key, line });
  }

  private isFirst({ direction, numberType, prefix }: PriceKey, line: number): boolean {
    const name = [direction, numberType, prefix].join(' ');
    const earlier = this.lines.get(name);
    if (earlier === undefined) this.lines.set(name, line);
    else this.faults.add(line, 'prefix', `The price repeats that of line ${earlier}.`);
    return earlier === undefined;
  }
}

/** Returns the header, or a price as a line of a file that can be uploaded. */
export function rateRecord(kind: DeckKind, price?: DeckPrice): string {
  if (!price) return csvRecord(RATE_COLUMNS[kind]);
  const { prefix, description, direction } = price;
  const rate = dollarsOf(price.ratePerMinuteMicrocents, RATE_PLACES);
  if (kind === 'sms') return csvRecord([prefix, description, direction, rate]);
  const fee = dollarsOf(price.connectionFeeCents, FEE_PLACES);
  const { numberType, firstSeconds, nextSeconds } = price;
  return csvRecord([prefix, description, direction, numberType ?? '', rate, fee, firstSeconds, nextSeconds]);
}

interface Header {
  readonly kind: DeckKind;
  readonly width: number;
  /** The positions of the columns; -1 for a column that is left out. */
  readonly positions: ReadonlyMap<RateColumn, number>;
  readonly isFaultless: boolean;
}

/** Reads the cells of a row, and collects their faults by column. */
class Row {
  readonly faults: [RateColumn, string][] = [];

  constructor(
    private readonly cells: readonly string[],
    private readonly positions: ReadonlyMap<RateColumn, number>,
  ) {}

  has(column: RateColumn): boolean {
    return this.cell(column) !== '';
  }

  key(): PriceKey {
    const direction =
      DIRECTIONS.find((known) => known === this.cell('direction')) ??
      this.fault('direction', `must be ${DIRECTIONS.join(' or ')}`, 'outbound');
    return { direction, numberType: this.numberType(direction), prefix: this.prefix(direction) };
  }

  price(kind: DeckKind): Omit<DeckPrice, keyof PriceKey> {
    const description = this.description();
    const ratePerMinuteMicrocents = this.amount(PRICE_COLUMN[kind], RATE_PLACES, RATE_MICROCENTS_MAX);
    if (kind === 'sms') return { description, ratePerMinuteMicrocents, ...SEGMENT_TERMS };
    return {
      description,
      ratePerMinuteMicrocents,
      connectionFeeCents: this.has('connection_fee') ? this.amount('connection_fee', FEE_PLACES, FEE_CENTS_MAX) : 0,
      firstSeconds: this.seconds('first_s'),
      nextSeconds: this.seconds('next_s'),
    };
  }

  private prefix(direction: DeckPrice['direction']): string {
    const [, prefix] =
      PREFIX.exec(this.cell('prefix')) ?? this.fault('prefix', 'must be 1 to 15 digits that do not begin with 0', []);
    if (prefix !== undefined || direction === 'inbound') return prefix ?? '';
    return this.faults.some(([column]) => column === 'prefix')
      ? ''
      : this.fault('prefix', 'is required for outbound prices', '');
  }

  private numberType(direction: DeckPrice['direction']): string | null {
    const type = this.cell('number_type');
    if (type === '') return null;
    if (direction === 'outbound') return this.fault('number_type', 'must be empty for outbound prices', null);
    const isKnown = NUMBER_TYPES.some((known) => known === type);
    return isKnown ? type : this.fault('number_type', `must be empty or one of ${NUMBER_TYPES.join(', ')}`, null);
  }

  private description(): string {
    const text = this.cell('description').normalize('NFC');
    const isUsable = hasVisible(text) && text.length <= DESCRIPTION_MAX && !hasControls(text);
    return isUsable ? text : this.fault('description', `must be 1 to ${DESCRIPTION_MAX} characters in one line`, '');
  }

  /** Reads dollars as an integer of units with so many decimal places, exactly. */
  private amount(column: RateColumn, places: number, max: number): number {
    const [, whole, decimals = ''] =
      DECIMAL.exec(this.cell(column)) ?? this.fault(column, 'must be an amount in dollars, such as 0.0125', ['', '0']);
    if (/[1-9]/.test(decimals.slice(places)))
      return this.fault(
        column,
        places === FEE_PLACES ? 'must be whole cents' : `must have at most ${places} decimal places`,
        0,
      );
    const amount = Number(`${whole}${decimals.slice(0, places).padEnd(places, '0')}`);
    return amount <= max ? amount : this.fault(column, 'must be at most 1000', 0);
  }

  private seconds(column: 'first_s' | 'next_s'): number {
    const text = this.cell(column);
    const seconds = SECONDS.test(text) ? Number(text) : 0;
    return seconds >= 1 && seconds <= SECONDS_MAX
      ? seconds
      : this.fault(column, `must be 1 to ${SECONDS_MAX} seconds`, 1);
  }

  private cell(column: RateColumn): string {
    return this.cells[this.positions.get(column) ?? -1]?.trim() ?? '';
  }

  /** Notes the fault and returns the value to go on with. */
  private fault<T>(column: RateColumn, message: string, otherwise: T): T {
    this.faults.push([column, message]);
    return otherwise;
  }
}
