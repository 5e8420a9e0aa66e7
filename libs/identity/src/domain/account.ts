import { type AccountStatus, newId, type Tier } from '@trunkline/kernel';

export const BILLING_MODES = ['prepaid', 'postpaid'] as const;
export type BillingMode = (typeof BILLING_MODES)[number];

/** What the customer sets for the whole account (contract, section 3). */
export interface AccountSettings {
  readonly cdrRedaction: 'none' | 'partial' | 'full';
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

/** A customer: what owns numbers, trunks and money. Its people are users with memberships. */
export class Account {
  readonly id!: string;
  readonly name!: string;
  readonly tier!: Tier;
  /** ISO 3166-1 alpha-2. */
  readonly country!: string;
  readonly status!: AccountStatus;
  readonly billingMode!: BillingMode;
  readonly closureGraceEndsAt!: Date | null;
  readonly settings!: AccountSettings;
  readonly signUpOperationId!: string | null;
  readonly createdAt!: Date;

  private constructor(state: Account) {
    Object.assign(this, state);
  }

  static open(input: NewAccount, now: Date): Account {
    return new Account({
      ...input,
      id: newId('acc'),
      status: 'active',
      billingMode: 'prepaid',
      closureGraceEndsAt: null,
      settings: DEFAULT_SETTINGS,
      createdAt: now,
    });
  }
}
