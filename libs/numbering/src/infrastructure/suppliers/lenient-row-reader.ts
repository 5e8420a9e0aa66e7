import { addSeconds, type Clock } from '@trunkline/kernel';
import type { Log } from '@trunkline/platform';
import { ResponseFormatError } from './http/supplier-errors';

/** Minimum interval between warnings about one list. */
const QUIET_SECONDS = 3600;

/**
 * Reads the catalog lists of a supplier row by row. An invalid row is skipped, counted and logged, so that the rest of the
 * catalog stays available. Orders, numbers and reservations are read strictly.
 */
export class LenientRowReader {
  private readonly quietUntil = new Map<string, Date>();

  /** `count` counts skipped rows. */
  constructor(
    private readonly supplier: string,
    private readonly clock: Clock,
    private readonly log: Log,
    private readonly count: (supplier: string, list: string, skipped: number) => void,
  ) {}

  /** Returns the valid rows in order. `list` is a constant that names the list in metrics and logs. */
  read<Row, T>(list: string, rows: readonly Row[], read: (row: Row) => T): T[] {
    return this.readAll(list, rows, read).valid;
  }

  /** As `read`, but throws the first error when none of several rows is valid. */
  readRequired<Row, T>(list: string, rows: readonly Row[], read: (row: Row) => T): T[] {
    const { valid, error } = this.readAll(list, rows, read);
    if (error && valid.length === 0 && rows.length > 1) throw error;
    return valid;
  }

  private readAll<Row, T>(list: string, rows: readonly Row[], read: (row: Row) => T): RowReading<T> {
    const valid: T[] = [];
    let firstError: ResponseFormatError | null = null;
    for (const row of rows) {
      try {
        valid.push(read(row));
      } catch (error) {
        if (!(error instanceof ResponseFormatError)) throw error;
        firstError ??= error;
      }
    }
    if (firstError) this.report(list, rows.length - valid.length, firstError);
    return { valid, error: firstError };
  }

  private report(list: string, skipped: number, { message: reason }: ResponseFormatError): void {
    const { supplier } = this;
    this.count(supplier, list, skipped);
    const now = this.clock.now();
    if (now < (this.quietUntil.get(list) ?? now)) return;
    this.quietUntil.set(list, addSeconds(now, QUIET_SECONDS));
    this.log.warn({ supplier, list, skipped, reason }, 'Skipped rows of a supplier');
  }
}

interface RowReading<T> {
  readonly valid: T[];
  readonly error: ResponseFormatError | null;
}
