import { type AccountStatus, addDays, CommonErrors, invalidFields, newId, type Tier } from '@trunkline/kernel';
import { IdentityErrors } from '../errors';
import { isTimeZone } from './time-zone';

export const BILLING_MODES = ['prepaid', 'postpaid'] as const;
export type BillingMode = (typeof BILLING_MODES)[number];

/** Who has suspended an account. Each ends by itself: a payment does not lift what an operator has done. */
export const SUSPENSION_CAUSES = ['operator', 'debt'] as const;
export type SuspensionCause = (typeof SUSPENSION_CAUSES)[number];

/** What stands as the reason of a suspension for debt. */
const DEBT_REASON = 'The balance is below the credit limit.';

export const CDR_REDACTIONS = ['none', 'partial', 'full'] as const;
export type CdrRedaction = (typeof CDR_REDACTIONS)[number];

/** Contract, section 3: days between asking for the closure of an account and its end. */
export const CLOSURE_GRACE_DAYS = 30;

/** What the customer sets for the whole account (contract, section 3). */
export interface AccountSettings {
  readonly cdrRedaction: CdrRedaction;
  readonly lowBalanceAlertCents: number | null;
  /** IANA name. */
  readonly timezone: string;
}

const DEFAULT_SETTINGS: AccountSettings = { cdrRedaction: 'none', lowBalanceAlertCents: null, timezone: 'UTC' };

export interface NewAccount {
  readonly name: string;
  readonly country: string;
  readonly tier: Tier;
  /** What a repeated sign-up with the same Idempotency-Key is recognised by. */
  readonly signUpOperationId: string;
}

export interface AccountChange {
  readonly name?: string;
  readonly country?: string;
  readonly settings?: Partial<AccountSettings>;
}

/** What operators set. */
export interface AccountTerms {
  readonly tier: Tier;
  /** The wallet's too, which is changed in the same transaction. */
  readonly billingMode: BillingMode;
  /** Calls at a time; null leaves it to the tier. */
  readonly maxConcurrentCalls: number | null;
}

type AccountMethod =
  | 'change'
  | 'changeTerms'
  | 'suspend'
  | 'suspendForDebt'
  | 'settleDebt'
  | 'reinstate'
  | 'requestClosure'
  | 'cancelClosure'
  | 'isDueToClose'
  | 'close';
type AccountState = Omit<Account, AccountMethod>;

/** A customer: what owns numbers, trunks and money. Its invitees are users with memberships. */
export class Account {
  readonly id!: string;
  readonly name!: string;
  readonly tier!: Tier;
  /** ISO 3166-1 alpha-2. */
  readonly country!: string;
  readonly status!: AccountStatus;
  readonly billingMode!: BillingMode;
  /** Kept while a closure is pending, so that cancelling it cannot lift a suspension. */
  readonly suspendedAt!: Date | null;
  readonly suspensionReason!: string | null;
  readonly suspendedFor!: readonly SuspensionCause[];
  readonly closureGraceEndsAt!: Date | null;
  readonly closedAt!: Date | null;
  readonly settings!: AccountSettings;
  readonly signUpOperationId!: string | null;
  /** What an operator has granted in place of the tier's limit. */
  readonly maxConcurrentCalls!: number | null;
  readonly createdAt!: Date;

  private constructor(state: AccountState) {
    Object.assign(this, state);
  }

  static open(input: NewAccount, now: Date): Account {
    return new Account({
      ...input,
      id: newId('acc'),
      status: 'active',
      billingMode: 'prepaid',
      suspendedAt: null,
      suspensionReason: null,
      suspendedFor: [],
      closureGraceEndsAt: null,
      closedAt: null,
      settings: DEFAULT_SETTINGS,
      maxConcurrentCalls: null,
      createdAt: now,
    });
  }

  /** What is left out stays. Throws 422 for a time zone that there is not. */
  change({ settings, ...rest }: AccountChange): void {
    if (settings?.timezone !== undefined && !isTimeZone(settings.timezone)) {
      throw invalidFields({ 'settings.timezone': 'must be an IANA time zone such as Europe/Berlin' });
    }
    this.become({ ...rest, settings: { ...this.settings, ...settings } });
  }

  changeTerms(terms: AccountTerms): void {
    this.assertNotClosed();
    this.become(terms);
  }

  /**
   * Contract, section 9: by an operator, fraud included. A pending closure goes on. A second time keeps the first reason;
   * over a suspension for debt it is the operator's that stands.
   */
  suspend(reason: string, now: Date): void {
    this.suspendBy('operator', reason, now);
  }

  /** Contract, section 9: negative balance. */
  suspendForDebt(now: Date): void {
    this.suspendBy('debt', DEBT_REASON, now);
  }

  /** By an operator: whatever it was suspended for. */
  reinstate(): void {
    this.assertNotClosed();
    this.become({ suspendedAt: null, suspensionReason: null, suspendedFor: [] });
    if (this.status === 'suspended') this.become({ status: 'active' });
  }

  /** The debt is paid; what an operator has suspended stays so. */
  settleDebt(): void {
    if (!this.suspendedFor.includes('debt')) return;
    if (this.suspendedFor.length === 1) this.reinstate();
    else this.become({ suspendedFor: this.suspendedFor.filter((cause) => cause !== 'debt') });
  }

  /** Throws closure_already_requested, or invalid_state once closed. */
  requestClosure(now: Date): void {
    if (this.status === 'pending_closure') throw IdentityErrors.closure_already_requested();
    this.assertNotClosed();
    this.become({ status: 'pending_closure', closureGraceEndsAt: addDays(now, CLOSURE_GRACE_DAYS) });
  }

  /** Back to what the account was before: a suspended one stays suspended. Throws invalid_state when nothing is pending or the grace is over. */
  cancelClosure(now: Date): void {
    this.assertNotClosed();
    if (this.status !== 'pending_closure' || this.isDueToClose(now)) {
      throw CommonErrors.invalid_state({ message: 'This account has no closure that can still be cancelled.' });
    }
    this.become({ status: this.suspendedAt ? 'suspended' : 'active', closureGraceEndsAt: null });
  }

  isDueToClose(now: Date): boolean {
    return this.status === 'pending_closure' && this.closureGraceEndsAt !== null && this.closureGraceEndsAt <= now;
  }

  /** For good. Throws invalid_state before the grace is over. */
  close(now: Date): void {
    if (!this.isDueToClose(now)) {
      throw CommonErrors.invalid_state({
        message: `This account is ${this.status}; its closure grace period has not ended.`,
      });
    }
    this.become({ status: 'closed', closedAt: now });
  }

  private suspendBy(cause: SuspensionCause, reason: string, now: Date): void {
    this.assertNotClosed();
    if (this.suspendedFor.includes(cause)) return;
    const stands = cause === 'debt' ? (this.suspensionReason ?? reason) : reason;
    const suspendedFor = [...this.suspendedFor, cause];
    this.become({ suspendedFor, suspendedAt: this.suspendedAt ?? now, suspensionReason: stands });
    if (this.status === 'active') this.become({ status: 'suspended' });
  }

  private assertNotClosed(): void {
    if (this.status === 'closed') throw CommonErrors.invalid_state({ message: 'This account is closed.' });
  }

  private become(change: Partial<AccountState>): void {
    Object.assign(this, change);
  }
}
