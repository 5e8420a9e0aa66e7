import type { AccountStatus, OutboundTerms, Tier } from '@trunkline/kernel';
import { type CallLimits, callLimitsOf } from '../../domain/calls/call-limits';
import type { CallCover, CallFunds } from '../live-calls/ports';
import type { AccountStates, SpendCaps } from './ports';

/** Numbers work until a closing account is closed, 30 days later. */
const CALLING_STATUSES: readonly AccountStatus[] = ['active', 'pending_closure'];

export interface Standing {
  readonly mayCall: boolean;
  readonly tier: Tier;
  /** What decides which numbers the account may call. */
  readonly outbound: OutboundTerms;
  /** As read without a lock; the hold decides. */
  readonly cover: CallCover;
  readonly limits: CallLimits;
}

/** Returns whether an account may make and receive calls, how many at once, and for how much. */
export class AccountStanding {
  constructor(
    private readonly accounts: AccountStates,
    private readonly funds: CallFunds,
    private readonly caps: SpendCaps,
  ) {}

  /** Throws `not_found`. */
  async of(accountId: string): Promise<Standing> {
    const [terms, { hasToppedUp, ...cover }] = await Promise.all([
      this.accounts.get(accountId),
      this.funds.funding(accountId),
    ]);
    const limits = callLimitsOf({ ...terms, hasToppedUp }, this.caps);
    return { mayCall: CALLING_STATUSES.includes(terms.status), tier: terms.tier, outbound: terms, cover, limits };
  }
}
