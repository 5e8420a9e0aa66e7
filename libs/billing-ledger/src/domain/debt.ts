import { addDays, type StateOf } from '@trunkline/kernel';

/** How long an account may stay below its limit before it is suspended. See docs/billing.md#debt. */
const DEBT_GRACE_DAYS = 7;

/** A balance below the credit limit: since when, and whether the account was suspended for it. */
export class Debt {
  readonly accountId!: string;
  /** Null while the account owes nothing beyond its limit. */
  readonly since!: Date | null;
  /** Set once per debt: an operator's reinstatement stands until the next debt. */
  readonly suspendedAt!: Date | null;

  private constructor(state: StateOf<Debt>) {
    Object.assign(this, state);
  }

  static none(accountId: string): Debt {
    return new Debt({ accountId, since: null, suspendedAt: null });
  }

  /** Begins the debt, or continues it. */
  begin(now: Date): void {
    this.become({ since: this.since ?? now });
  }

  /** Ends the debt: the balance is back at the limit or above it, or no limit applies. */
  settle(): void {
    this.become({ since: null, suspendedAt: null });
  }

  /** Whether to suspend the account: at once for a chargeback, else after the grace period. */
  isDue(now: Date, isChargeback: boolean): boolean {
    if (this.since === null) return false;
    return isChargeback || (this.suspendedAt === null && addDays(this.since, DEBT_GRACE_DAYS) <= now);
  }

  markSuspended(now: Date): void {
    this.become({ suspendedAt: now });
  }

  private become(change: Partial<Debt>): void {
    Object.assign(this, change);
  }
}
