import type { StateOf } from '@trunkline/kernel';
import { type Month, monthOf } from './month';

const DIGITS = 6;

/** An account's invoice numbers, and the end of its billed period. */
export class InvoiceSeries {
  readonly accountId!: string;
  /** Unique to the account. */
  readonly prefix!: string;
  readonly lastNumber!: number;
  /** Start of the first unbilled month. */
  readonly closedUntil!: Date;

  private constructor(state: StateOf<InvoiceSeries>) {
    Object.assign(this, state);
  }

  static begin(accountId: string, prefix: string, openedAt: Date): InvoiceSeries {
    return new InvoiceSeries({ accountId, prefix, lastNumber: 0, closedUntil: monthOf(openedAt).start });
  }

  /** Takes the next number. The invoice must be stored in the same transaction, so that numbers have no gap. */
  takeNumber(): string {
    this.become({ lastNumber: this.lastNumber + 1 });
    return `${this.prefix}-${String(this.lastNumber).padStart(DIGITS, '0')}`;
  }

  close({ end }: Pick<Month, 'end'>): void {
    this.become({ closedUntil: end });
  }

  private become(change: Partial<InvoiceSeries>): void {
    Object.assign(this, change);
  }
}
