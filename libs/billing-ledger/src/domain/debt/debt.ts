import { addDays } from '@trunkline/kernel';

/** Contract, section 9: so long an account may stay below its limit before it is suspended. */
export const DEBT_GRACE_DAYS = 7;

type State = { -readonly [K in keyof Debt as Debt[K] extends (...args: never[]) => unknown ? never : K]: Debt[K] };

/** What an account owes beyond its credit limit: since when, and whether it was suspended for it. */
export class Debt {
  readonly accountId!: string;
  /** Null: it owes nothing beyond its limit. */
  readonly since!: Date | null;
  /** Once for a debt: where an operator has reinstated the account, that stands until there is another one. */
  readonly suspendedAt!: Date | null;

  private constructor(state: State) {
    Object.assign(this, state);
  }

  static none(accountId: string): Debt {
    return new Debt({ accountId, since: null, suspendedAt: null });
  }

  /** The account is below its limit. */
  run(now: Date): void {
    this.become({ since: this.since ?? now });
  }

  /** The account is back at its limit, or above it. */
  settle(): void {
    this.become({ since: null, suspendedAt: null });
  }

  /** Whether the account is to be suspended: at once for a chargeback, else when the grace is over. */
  isDue(now: Date, isChargeback: boolean): boolean {
    if (this.since === null) return false;
    return isChargeback || (this.suspendedAt === null && addDays(this.since, DEBT_GRACE_DAYS) <= now);
  }

  markSuspended(now: Date): void {
    this.become({ suspendedAt: now });
  }

  private become(change: Partial<State>): void {
    Object.assign(this, change);
  }
}
