import type { Clock, Transactor } from '@trunkline/kernel';
import type { ClosureState, ClosureStep } from '../../domain/closure/closure-request';
import type { Invitations } from '../members/invitations';
import type { AccountAccess, NumberReleases, PayOuts, PersonalDataKeys, RouteArchive } from './ports';

/** The steps that end what belongs to the account; the last step ends the account itself. */
export type BelongingsStep = Exclude<ClosureStep, 'account_closed'>;

/** What an account has in other contexts. */
export class ForeignBelongings {
  constructor(
    readonly numbers: NumberReleases,
    readonly routes: RouteArchive,
    readonly dataKeys: PersonalDataKeys,
    readonly money: PayOuts,
  ) {}
}

type Ending = (closure: ClosureState) => Promise<boolean>;

/** Ends what belongs to an account, one step at a time. */
export class Belongings {
  private readonly endings: Readonly<Record<BelongingsStep, Ending>> = {
    numbers_released: ({ accountId }) => this.foreign.numbers.releaseAll(accountId),
    routes_archived: ({ accountId }) => finished(this.foreign.routes.archiveAll(accountId)),
    keys_revoked: ({ accountId }) => finished(this.revokeKeys(accountId)),
    sessions_revoked: ({ accountId }) => finished(this.access.revokeSessions(accountId, this.clock.now())),
    data_erased: ({ accountId }) => finished(this.foreign.dataKeys.erase(accountId)),
    balance_refunded: ({ accountId, id }) => this.foreign.money.payOut({ accountId, reference: `closure:${id}` }),
  };

  constructor(
    private readonly tx: Transactor,
    private readonly foreign: ForeignBelongings,
    private readonly access: AccountAccess,
    private readonly invitations: Invitations,
    private readonly clock: Clock,
  ) {}

  /** Safe to repeat, and to run on several workers. False when something is in flight: ask again later. Outside of any transaction. */
  end(step: BelongingsStep, closure: ClosureState): Promise<boolean> {
    return this.endings[step](closure);
  }

  private revokeKeys(accountId: string): Promise<void> {
    return this.tx.run(async () => {
      await this.access.revokeKeys(accountId, this.clock.now());
      await this.invitations.revokeAll(accountId);
    });
  }
}

async function finished(ending: Promise<void>): Promise<true> {
  await ending;
  return true;
}
