import {
  type AccountStatus,
  addDays,
  type BillingDetails,
  type BillingMode,
  CommonErrors,
  invalidFields,
  newId,
  NO_BILLING_DETAILS,
  isTimeZone,
  NO_EXCEPTIONS,
  OUTBOUND_DEFAULTS,
  type OutboundExceptions,
  type OutboundSettings,
  type Tier,
} from '@trunkline/kernel';
import { IdentityErrors } from './errors';

/** Causes of a suspension. Each is lifted separately: a payment does not lift a suspension by an operator. */
export const SUSPENSION_CAUSES = ['operator', 'debt'] as const;
export type SuspensionCause = (typeof SUSPENSION_CAUSES)[number];

/** The recorded reason of a suspension for debt. */
const DEBT_REASON = 'The balance is below the credit limit.';

export const CDR_REDACTIONS = ['none', 'partial', 'full'] as const;
export type CdrRedaction = (typeof CDR_REDACTIONS)[number];

/** Days between a closure request and the closure. See docs/identity.md#closure. */
export const CLOSURE_GRACE_DAYS = 30;

/** Settings of the whole account. */
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
  /** IANA name; UTC if omitted. */
  readonly timezone?: string | undefined;
  /** Identifies retries of a sign-up with the same Idempotency-Key. */
  readonly signUpOperationId: string;
}

export interface AccountChange {
  readonly name?: string;
  readonly country?: string;
  readonly settings?: Partial<AccountSettings> & { readonly outbound?: Partial<OutboundSettings> };
  /** Null clears all. */
  readonly billingDetails?: Partial<BillingDetails> | null;
}

/** Set by operators. */
export interface AccountTerms {
  readonly tier: Tier;
  /** Also set on the wallet, in the same transaction. */
  readonly billingMode: BillingMode;
  /** Null applies the limit of the tier. */
  readonly maxConcurrentCalls: number | null;
  readonly outboundExceptions: OutboundExceptions;
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

/** The customer: owns numbers, trunks and money. Users act in it through memberships. */
export class Account {
  readonly id!: string;
  readonly name!: string;
  readonly tier!: Tier;
  /** ISO 3166-1 alpha-2. */
  readonly country!: string;
  readonly status!: AccountStatus;
  readonly billingMode!: BillingMode;
  /** Kept while a closure is pending, so that cancelling it does not lift a suspension. */
  readonly suspendedAt!: Date | null;
  readonly suspensionReason!: string | null;
  readonly suspendedFor!: readonly SuspensionCause[];
  readonly closureGraceEndsAt!: Date | null;
  readonly closedAt!: Date | null;
  readonly settings!: AccountSettings;
  /** Null if nothing was given. */
  readonly billingDetails!: BillingDetails | null;
  readonly signUpOperationId!: string | null;
  /** Set by an operator in place of the tier's limit. */
  readonly maxConcurrentCalls!: number | null;
  /** What the account allows of its calls to the telephone network. */
  readonly outbound!: OutboundSettings;
  /** Set by an operator. */
  readonly outboundExceptions!: OutboundExceptions;
  /** Countries that its calls were charged for before outbound calls were closed by default. */
  readonly chargedCountries!: readonly string[];
  readonly createdAt!: Date;

  private constructor(state: AccountState) {
    Object.assign(this, state);
  }

  static open({ timezone = DEFAULT_SETTINGS.timezone, ...input }: NewAccount, now: Date): Account {
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
      settings: { ...DEFAULT_SETTINGS, timezone },
      billingDetails: null,
      maxConcurrentCalls: null,
      outbound: OUTBOUND_DEFAULTS,
      outboundExceptions: NO_EXCEPTIONS,
      chargedCountries: [],
      createdAt: now,
    });
  }

  /** Omitted fields remain unchanged. Throws 422 for an unknown time zone. */
  change({ settings: { outbound, ...settings } = {}, billingDetails, ...rest }: AccountChange): void {
    if (settings.timezone !== undefined && !isTimeZone(settings.timezone)) {
      throw invalidFields({ 'settings.timezone': 'must be an IANA time zone such as Europe/Berlin' });
    }
    this.become({
      ...rest,
      settings: { ...this.settings, ...settings },
      outbound: { ...this.outbound, ...outbound },
    });
    if (billingDetails !== undefined) {
      this.become({
        billingDetails: billingDetails && { ...NO_BILLING_DETAILS, ...this.billingDetails, ...billingDetails },
      });
    }
  }

  changeTerms(terms: AccountTerms): void {
    this.assertNotClosed();
    this.become(terms);
  }

  /**
   * Suspends by an operator. A pending closure continues. A repeated call keeps the first reason; over a suspension for
   * debt, the operator's reason replaces it.
   */
  suspend(reason: string, now: Date): void {
    this.suspendBy('operator', reason, now);
  }

  suspendForDebt(now: Date): void {
    this.suspendBy('debt', DEBT_REASON, now);
  }

  /** Lifts every suspension, by an operator. */
  reinstate(): void {
    this.assertNotClosed();
    this.become({ suspendedAt: null, suspensionReason: null, suspendedFor: [] });
    if (this.status === 'suspended') this.become({ status: 'active' });
  }

  /** Lifts a suspension for debt only. */
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

  /** Restores the previous status. Throws invalid_state without a pending closure or after the grace period. */
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

  /** Final. Throws invalid_state before the grace period has ended. */
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
