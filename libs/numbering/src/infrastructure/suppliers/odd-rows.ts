import { addSeconds, type Clock } from '@trunkline/kernel';
import type { Log } from '@trunkline/platform';
import { AnswerFormatError } from './http/supplier-errors';

/** One warning for each list in so long: a supplier answers in the same form until somebody changes it. */
const QUIET_SECONDS = 3600;

export interface OddRowsParts {
  readonly supplier: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Adds to the count of rows skipped in a list of the supplier. */
  readonly count: (supplier: string, list: string, skipped: number) => void;
}

/**
 * Reads the lists of a supplier row by row: a row in an undocumented form is skipped, counted and now and then logged,
 * so that it does not take the rest of the catalog away. For lists of what is for sale; what became of an order is read
 * strictly.
 */
export class OddRows {
  private readonly quietUntil = new Map<string, Date>();

  constructor(private readonly parts: OddRowsParts) {}

  /** The rows that can be read, in their order. `list` is a constant: it names the list in the metric and in the log. */
  skip<Row, T>(list: string, rows: readonly Row[], read: (row: Row) => T): T[] {
    return this.read(list, rows, read).readable;
  }

  /** As `skip`, for lists that tell what exists: when none of several rows can be read, the first fault is thrown. */
  skipSome<Row, T>(list: string, rows: readonly Row[], read: (row: Row) => T): T[] {
    const { readable, fault } = this.read(list, rows, read);
    if (fault && readable.length === 0 && rows.length > 1) throw fault;
    return readable;
  }

  private read<Row, T>(list: string, rows: readonly Row[], read: (row: Row) => T): ReadRows<T> {
    const readable: T[] = [];
    let fault: AnswerFormatError | null = null;
    for (const row of rows) {
      try {
        readable.push(read(row));
      } catch (error) {
        if (!(error instanceof AnswerFormatError)) throw error;
        fault ??= error;
      }
    }
    if (fault) this.report(list, rows.length - readable.length, fault);
    return { readable, fault };
  }

  private report(list: string, skipped: number, { message: reason }: AnswerFormatError): void {
    const { supplier, clock, log, count } = this.parts;
    count(supplier, list, skipped);
    const now = clock.now();
    if (now < (this.quietUntil.get(list) ?? now)) return;
    this.quietUntil.set(list, addSeconds(now, QUIET_SECONDS));
    log.warn({ supplier, list, skipped, reason }, 'Skipped rows of a supplier');
  }
}

interface ReadRows<T> {
  readonly readable: T[];
  readonly fault: AnswerFormatError | null;
}
