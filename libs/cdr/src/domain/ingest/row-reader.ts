export type Row = Readonly<Record<string, unknown>>;

export interface Range {
  readonly min: number;
  readonly max: number;
}

const TEXT_MAX = 255;
/** Control characters, and lone surrogates, which PostgreSQL does not store. */
const UNFIT = /[\p{Cc}\p{Cs}]/u;
const DECIMAL = /^\s*[+-]?\d{1,15}(\.\d+)?\s*$/;

export const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns a finite number, which may be written as a string; otherwise null. */
export function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return typeof value === 'string' && DECIMAL.test(value) ? Number(value) : null;
}

/** Null and the empty string stand for a missing member. */
export const isAbsent = (value: unknown): boolean => (value ?? '') === '';

/** Reads the members of one row and collects the faults of those that a CDR needs. */
export class RowReader {
  readonly faults: Record<string, string> = {};

  constructor(private readonly row: Row) {}

  fault(name: string, message: string): void {
    this.faults[name] ??= message;
  }

  value(name: string): unknown {
    return this.row[name];
  }

  requiredText(name: string): string {
    const text = this.text(name);
    if (text === null) this.fault(name, 'is required');
    return text ?? '';
  }

  /** Returns null for an absent member and, with a fault, for one that is not valid text. */
  text(name: string): string | null {
    if (isAbsent(this.row[name])) return null;
    const text = this.textIfReadable(name);
    if (text === null) this.fault(name, `must be text of 1 to ${TEXT_MAX} characters without control characters`);
    return text;
  }

  textIfReadable(name: string): string | null {
    const value = this.row[name];
    const isFit = typeof value === 'string' && value !== '' && value.length <= TEXT_MAX && !UNFIT.test(value);
    return isFit ? value : null;
  }

  /** Returns an integer, without its fraction; null for an absent member and, with a fault, for an invalid one. */
  integer(name: string, range: Range): number | null {
    if (isAbsent(this.row[name])) return null;
    const whole = this.integerIfReadable(name, range);
    if (whole === null) this.fault(name, `must be a number from ${range.min} to ${range.max}`);
    return whole;
  }

  integerIfReadable(name: string, { min, max }: Range): number | null {
    const number = numberOf(this.row[name]);
    const whole = number === null ? null : Math.floor(number);
    return whole !== null && whole >= min && whole <= max ? whole : null;
  }

  oneOfIfReadable<T extends string>(name: string, values: readonly T[]): T | null {
    return values.find((each) => each === this.row[name]) ?? null;
  }
}
