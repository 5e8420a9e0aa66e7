import type { AccountStatus } from '@trunkline/kernel';
import type { AccountStates, CallFunds } from './ports';

/** States in which an account's calls go on: closing takes 30 days, and its numbers work until the end of them. */
const CALLING_STATUSES: readonly AccountStatus[] = ['active', 'pending_closure'];

export interface Standing {
  readonly mayCall: boolean;
  /** Balance less holds plus credit. */
  readonly availableCents: number;
}

/** Whether an account may make and take calls, and for how much. */
export class AccountStanding {
  constructor(
    private readonly accounts: AccountStates,
    private readonly funds: CallFunds,
  ) {}

  async of(accountId: string): Promise<Standing> {
    const [status, { availableCents }] = await Promise.all([
      this.accounts.status(accountId),
      this.funds.balance(accountId),
    ]);
    return { mayCall: CALLING_STATUSES.includes(status), availableCents };
  }
}
