import { type Clock, CommonErrors, type EventBus, type Tier, type Transactor } from '@trunkline/kernel';
import type { Account } from '../../domain/accounts/account';
import type { AccountRepository } from '../ports';
import type { SupervisionEntry, SupervisionLog, WalletTerms, BillingTerms } from './ports';

/** Which account, and which operator acts. */
export interface Supervision {
  readonly accountId: string;
  readonly operator: string;
}

/** What is undefined stays as it is. */
export interface TermsChange extends Partial<WalletTerms> {
  readonly tier?: Tier;
  /** Null leaves it to the tier. */
  readonly maxConcurrentCalls?: number | null;
}

type Noted = Pick<SupervisionEntry, 'action' | 'before' | 'after'>;

/**
 * What an operator does to an account: change, record and event are one transaction. It holds with the account's next
 * request in every process, since each reads the account's row with its credential.
 */
export class SuperviseAccount {
  constructor(
    private readonly tx: Transactor,
    private readonly accounts: AccountRepository,
    private readonly wallets: BillingTerms,
    private readonly log: SupervisionLog,
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {}

  /**
   * The billing mode of account and wallet is one, so both change together. What changes nothing is not recorded. Throws
   * not_found, invalid_state once closed, or 422 of `credit_limit_cents` for credit of a prepaid account.
   */
  change(by: Supervision, { tier, maxConcurrentCalls, ...terms }: TermsChange): Promise<void> {
    return this.supervise(by, async (account) => {
      if (tier === undefined && maxConcurrentCalls === undefined && Object.keys(terms).length === 0) return null;
      const before = { tier: account.tier, maxConcurrentCalls: account.maxConcurrentCalls };
      account.changeTerms({
        tier: tier ?? before.tier,
        billingMode: terms.billingMode ?? account.billingMode,
        maxConcurrentCalls: maxConcurrentCalls === undefined ? before.maxConcurrentCalls : maxConcurrentCalls,
      });
      const after = { tier: account.tier, maxConcurrentCalls: account.maxConcurrentCalls };
      const wallet = await this.wallets.changeTerms(account.id, terms);
      return changeOf({ ...before, ...wallet.before }, { ...after, ...wallet.after });
    });
  }

  /** Numbers follow when the event is handled. Throws not_found, invalid_state when suspended already or closed. */
  suspend(by: Supervision, reason: string): Promise<void> {
    return this.supervise(by, async (account) => {
      const isDone = account.suspendedAt && !isForDebtAlone(account);
      if (isDone || account.status === 'closed') throw refusal(account, 'suspended');
      const before = standingOf(account);
      account.suspend(reason, this.clock.now());
      await this.tell(account);
      return { action: 'account.suspend', before, after: standingOf(account) };
    });
  }

  /** Why stands in the record alone. Throws not_found, invalid_state when not suspended. */
  reinstate(by: Supervision, reason: string): Promise<void> {
    return this.supervise(by, async (account) => {
      if (!account.suspendedAt || account.status === 'closed') throw refusal(account, 'active');
      const before = standingOf(account);
      account.reinstate();
      await this.tell(account);
      return { action: 'account.reinstate', before, after: { ...standingOf(account), reason } };
    });
  }

  private supervise(
    { accountId, operator }: Supervision,
    change: (account: Account) => Promise<Noted | null>,
  ): Promise<void> {
    return this.tx.run(async () => {
      const account = await this.accounts.lock(accountId);
      const noted = await change(account);
      if (!noted) return;
      await this.accounts.save(account);
      await this.log.record({ actor: operator, subject: accountId, accountId, ...noted });
    });
  }

  /** Also where the status stays, because a closure is pending: the numbers are to follow all the same. */
  private async tell({ id, status }: Account): Promise<void> {
    const data = { account_id: id, status };
    await this.events.publish({ type: 'account.status_changed', accountId: id, data });
  }
}

/** The members that differ, under their names outside. Null where none does. */
function changeOf(before: TermsOf, after: TermsOf): Noted | null {
  const [was, is] = [shown(before), shown(after)];
  const changed = Object.keys(is).filter((name) => was[name] !== is[name]);
  const only = (of: Record<string, unknown>) => Object.fromEntries(changed.map((name) => [name, of[name]]));
  return changed.length === 0 ? null : { action: 'account.change', before: only(was), after: only(is) };
}

type TermsOf = Required<TermsChange>;

function shown({ tier, billingMode, creditLimitCents, maxConcurrentCalls }: TermsOf): Record<string, unknown> {
  return {
    tier,
    billing_mode: billingMode,
    credit_limit_cents: creditLimitCents,
    max_concurrent_calls: maxConcurrentCalls,
  };
}

/** Which an operator may suspend as well, so that a payment does not lift it. */
function isForDebtAlone({ suspendedFor }: Account): boolean {
  return suspendedFor.length === 1 && suspendedFor[0] === 'debt';
}

function standingOf({ status, suspensionReason }: Account) {
  return { status, suspension_reason: suspensionReason };
}

function refusal({ status, suspendedAt }: Account, wanted: 'suspended' | 'active'): Error {
  const present = suspendedAt && status === 'pending_closure' ? `${status} and suspended` : status;
  return CommonErrors.invalid_state({ message: `This account is ${present}; it cannot become ${wanted}.` });
}
