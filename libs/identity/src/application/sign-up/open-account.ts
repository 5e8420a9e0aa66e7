import type { Clock, EventBus, Tier, Transactor } from '@trunkline/kernel';
import { Account } from '../../domain/account';
import { type NewUser, User } from '../../domain/user';
import type { AccountRepository, MembershipRepository, UserRepository, Wallets } from '../ports';
import type { TrialCredit } from './trial-credit';

export interface OpenAccountInput {
  readonly accountName: string;
  readonly country: string;
  /** Null opens the account in UTC. */
  readonly timezone: string | null;
  readonly tier: Tier;
  readonly operationId: string;
  readonly owner: NewUser;
}

export interface OpenedAccount {
  readonly account: Account;
  readonly owner: User;
}

/** Creates an account with its owner, wallet and, unless it depends on a phone number, trial credit. */
export class OpenAccount {
  constructor(
    private readonly tx: Transactor,
    private readonly accounts: AccountRepository,
    private readonly users: UserRepository,
    private readonly memberships: MembershipRepository,
    private readonly wallets: Wallets,
    private readonly trial: TrialCredit,
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {}

  /** Returns what an earlier attempt of the same operation opened. */
  findOpened(operationId: string): Promise<OpenedAccount | null> {
    return this.accounts.findBySignUp(operationId);
  }

  /** Joins the transaction. Throws email_in_use. */
  async open(input: OpenAccountInput): Promise<OpenedAccount> {
    const { accountName: name, country, tier, operationId, owner: person } = input;
    const now = this.clock.now();
    const owner = User.register(person, now);
    this.tx.actAs({ kind: 'user', id: owner.id });
    // The user comes first: a concurrent sign-up with the same address waits here before it writes anything else.
    await this.users.add(owner);
    const timezone = input.timezone ?? undefined;
    const account = Account.open({ name, country, tier, timezone, signUpOperationId: operationId }, now);
    await this.accounts.add(account);
    await this.memberships.add({ accountId: account.id, userId: owner.id, role: 'owner', joinedAt: now });
    await this.wallets.open({ accountId: account.id });
    await this.trial.grantAtSignUp(account.id);
    const data = { account_id: account.id, user_id: owner.id };
    await this.events.publish({ type: 'account.created', accountId: account.id, data });
    return { account, owner };
  }
}
