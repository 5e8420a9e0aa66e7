import type { Clock } from '@trunkline/kernel';
import type { Wallets } from '../ports';

/** Trial credit of a new account: 5 USD. */
export const TRIAL_CREDIT_CENTS = 500;

/** The operator's condition for the trial credit. */
export abstract class TrialTerms {
  /** The credit is granted when an owner of the account verifies a phone number, and once for each number. */
  abstract readonly requiresPhone: boolean;
}

/** The phone numbers that a trial credit was granted for, as keyed digests. */
export abstract class TrialPhones {
  /** Joins the transaction. Returns false for a number that was claimed before. One of two concurrent callers gets true. */
  abstract claim(phoneE164: string, accountId: string, now: Date): Promise<boolean>;
}

/** Grants the trial credit, once per account. See docs/identity.md#trial-credit. */
export class TrialCredit {
  constructor(
    private readonly terms: TrialTerms,
    private readonly phones: TrialPhones,
    private readonly wallets: Wallets,
    private readonly clock: Clock,
  ) {}

  /** What a new account receives at once. */
  get atSignUpCents(): number {
    return this.terms.requiresPhone ? 0 : TRIAL_CREDIT_CENTS;
  }

  /** Joins the transaction. */
  async grantAtSignUp(accountId: string): Promise<void> {
    if (!this.terms.requiresPhone) await this.grant(accountId);
  }

  /** Grants the credit to the account of an owner who has verified a number, if it depends on that. Joins the transaction. */
  async grantForPhone(accountId: string, phoneE164: string): Promise<void> {
    if (!this.terms.requiresPhone) return;
    if (await this.phones.claim(phoneE164, accountId, this.clock.now())) await this.grant(accountId);
  }

  private async grant(accountId: string): Promise<void> {
    await this.wallets.grantTrialCredit({ accountId, amountCents: TRIAL_CREDIT_CENTS });
  }
}
