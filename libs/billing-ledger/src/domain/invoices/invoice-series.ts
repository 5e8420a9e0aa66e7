import { type Month, monthOf } from './month';

const DIGITS = 6;

type State = {
  -readonly [K in keyof InvoiceSeries as InvoiceSeries[K] extends (...args: never[]) => unknown
    ? never
    : K]: InvoiceSeries[K];
};

/** The invoices of an account: how they are numbered, and until when its books have been billed. */
export class InvoiceSeries {
  readonly accountId!: string;
  /** No other account's. */
  readonly prefix!: string;
  readonly lastNumber!: number;
  /** The beginning of a month; what moves before it has been billed. */
  readonly closedUntil!: Date;

  private constructor(state: State) {
    Object.assign(this, state);
  }

  static begin(accountId: string, prefix: string, openedAt: Date): InvoiceSeries {
    return new InvoiceSeries({ accountId, prefix, lastNumber: 0, closedUntil: monthOf(openedAt).start });
  }

  /** Takes the next number, for an invoice that is made in the same transaction: so none is left out. */
  takeNumber(): string {
    this.become({ lastNumber: this.lastNumber + 1 });
    return `${this.prefix}-${String(this.lastNumber).padStart(DIGITS, '0')}`;
  }

  close({ end }: Pick<Month, 'end'>): void {
    this.become({ closedUntil: end });
  }

  private become(change: Partial<State>): void {
    Object.assign(this, change);
  }
}
