import {
  changedMembers,
  type Clock,
  CommonErrors,
  type EventBus,
  type OutboundExceptions,
  type Tier,
  type Transactor,
} from '@trunkline/kernel';
import type { Account } from '../../domain/account';
import type { AccountRepository } from '../ports';
import type { BillingTerms, CallPricing, OperatorAudit, OperatorAuditEntry, WalletTerms } from './ports';
import type { CallPrices } from './views';

/** The account and the acting operator. */
export interface OperatorRequest {
  readonly accountId: string;
  readonly operator: string;
}

/** Undefined fields remain unchanged. */
export interface TermsChange extends Partial<WalletTerms>, Partial<CallPrices> {
  readonly tier?: Tier;
  /** Null applies the limit of the tier. */
  readonly maxConcurrentCalls?: number | null;
  readonly outboundExceptions?: Partial<OutboundExceptions>;
}

type AuditedChange = Pick<OperatorAuditEntry, 'action' | 'before' | 'after'>;

/**
 * Operator actions on an account. Change, audit record and event are one transaction. It takes effect with the
 * account's next request, since every request reads the account's row.
 */
export class AdministerAccount {
  constructor(
    private readonly tx: Transactor,
    private readonly accounts: AccountRepository,
    private readonly wallets: BillingTerms,
    private readonly prices: CallPricing,
    private readonly log: OperatorAudit,
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {}

  /**
   * Changes the billing mode of account and wallet together. A change without effect is not recorded. Throws not_found,
   * invalid_state once closed, or 422 of `credit_limit_cents` for credit on a prepaid account and of `rate_deck_id` or
   * `sms_rate_deck_id` for a deck that is not active.
   */
  change(by: OperatorRequest, change: TermsChange): Promise<void> {
    return this.administer(by, async (account) => {
      if (Object.values(change).every((value) => value === undefined)) return null;
      const { tier, maxConcurrentCalls, outboundExceptions, rateDeckId, smsRateDeckId, discountPct, ...terms } = change;
      const before = termsOf(account);
      account.changeTerms({
        tier: tier ?? before.tier,
        billingMode: terms.billingMode ?? account.billingMode,
        maxConcurrentCalls: maxConcurrentCalls === undefined ? before.maxConcurrentCalls : maxConcurrentCalls,
        outboundExceptions: { ...before.outboundExceptions, ...outboundExceptions },
      });
      const after = termsOf(account);
      const wallet = await this.wallets.changeTerms(account.id, terms);
      const prices = await this.prices.changePrices(account.id, {
        ...(rateDeckId !== undefined && { rateDeckId }),
        ...(smsRateDeckId !== undefined && { smsRateDeckId }),
        ...(discountPct !== undefined && { discountPct }),
      });
      return changeOf(
        { ...before, ...wallet.before, ...prices.before },
        { ...after, ...wallet.after, ...prices.after },
      );
    });
  }

  /** Numbers follow when the event is handled. Throws not_found, and invalid_state when already suspended or closed. */
  suspend(by: OperatorRequest, reason: string): Promise<void> {
    return this.administer(by, async (account) => {
      const isDone = account.suspendedAt && !isSuspendedOnlyForDebt(account);
      if (isDone || account.status === 'closed') throw rejection(account, 'suspended');
      const before = suspensionStateOf(account);
      account.suspend(reason, this.clock.now());
      await this.publishStatus(account);
      return { action: 'account.suspend', before, after: suspensionStateOf(account) };
    });
  }

  /** The reason is only recorded in the audit trail. Throws not_found, and invalid_state when not suspended. */
  reinstate(by: OperatorRequest, reason: string): Promise<void> {
    return this.administer(by, async (account) => {
      if (!account.suspendedAt || account.status === 'closed') throw rejection(account, 'active');
      const before = suspensionStateOf(account);
      account.reinstate();
      await this.publishStatus(account);
      return { action: 'account.reinstate', before, after: { ...suspensionStateOf(account), reason } };
    });
  }

  private administer(
    { accountId, operator }: OperatorRequest,
    change: (account: Account) => Promise<AuditedChange | null>,
  ): Promise<void> {
    return this.tx.run(async () => {
      const account = await this.accounts.lock(accountId);
      const audited = await change(account);
      if (!audited) return;
      await this.accounts.save(account);
      await this.log.record({ actor: operator, subject: accountId, accountId, ...audited });
    });
  }

  /** Also published when a pending closure leaves the status unchanged: numbers must follow all the same. */
  private async publishStatus({ id, status }: Account): Promise<void> {
    const data = { account_id: id, status };
    await this.events.publish({ type: 'account.status_changed', accountId: id, data });
  }
}

/** The changed members under their API names; null when nothing changed. */
function changeOf(before: TermsOf, after: TermsOf): AuditedChange | null {
  const changed = changedMembers(apiNames(before), apiNames(after));
  return changed && { action: 'account.change', ...changed };
}

function termsOf({ tier, maxConcurrentCalls, outboundExceptions }: Account) {
  return { tier, maxConcurrentCalls, outboundExceptions };
}

type TermsOf = Omit<Required<TermsChange>, 'outboundExceptions'> & Pick<Account, 'outboundExceptions'>;

function apiNames(terms: TermsOf): Record<string, unknown> {
  const { countries, ranges, callsPerSecond } = terms.outboundExceptions;
  return {
    tier: terms.tier,
    billing_mode: terms.billingMode,
    credit_limit_cents: terms.creditLimitCents,
    max_concurrent_calls: terms.maxConcurrentCalls,
    outbound_exceptions: { countries, ranges, calls_per_second: callsPerSecond },
    rate_deck_id: terms.rateDeckId,
    sms_rate_deck_id: terms.smsRateDeckId,
    discount_pct: terms.discountPct,
  };
}

/** An operator may add a suspension, which a payment does not lift. */
function isSuspendedOnlyForDebt({ suspendedFor }: Account): boolean {
  return suspendedFor.length === 1 && suspendedFor[0] === 'debt';
}

function suspensionStateOf({ status, suspensionReason }: Account) {
  return { status, suspension_reason: suspensionReason };
}

function rejection({ status, suspendedAt }: Account, wanted: 'suspended' | 'active'): Error {
  const present = suspendedAt && status === 'pending_closure' ? `${status} and suspended` : status;
  return CommonErrors.invalid_state({ message: `This account is ${present}; it cannot become ${wanted}.` });
}
