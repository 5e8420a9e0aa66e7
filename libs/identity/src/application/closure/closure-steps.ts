import type { Clock, Transactor } from '@trunkline/kernel';
import type { ClosureState, ClosureStep } from '../../domain/closure-request';
import type { InvitationRepository } from '../members/ports';
import type { AccountAccess, NumberReleases, PayOuts, PersonalDataKeys, RouteArchive } from './ports';

/** The reference of the payouts of a closure. */
export function payOutReferenceOf(closureId: string): string {
  return `closure:${closureId}`;
}

/** The steps before the last one, which closes the account itself. */
export type CleanupStep = Exclude<ClosureStep, 'account_closed'>;

/** Runs the steps that clean up an account before it is closed. */
export class ClosureSteps {
  constructor(
    private readonly tx: Transactor,
    private readonly numbers: NumberReleases,
    private readonly routes: RouteArchive,
    private readonly dataKeys: PersonalDataKeys,
    private readonly payOuts: PayOuts,
    private readonly access: AccountAccess,
    private readonly invitations: InvitationRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Runs one step. Idempotent and safe on several workers. Returns false while an order, call or hold is in flight; retry
   * later. Must not run within a transaction.
   */
  async run(step: CleanupStep, { id, accountId }: ClosureState): Promise<boolean> {
    switch (step) {
      case 'numbers_released':
        return this.numbers.releaseAll(accountId);
      case 'routes_archived':
        await this.routes.archiveAll(accountId);
        return true;
      case 'keys_revoked':
        await this.revokeKeys(accountId);
        return true;
      case 'sessions_revoked':
        await this.access.revokeSessions(accountId, this.clock.now());
        return true;
      case 'data_erased':
        await this.dataKeys.erase(accountId);
        return true;
      case 'balance_refunded':
        return this.payOuts.payOut({ accountId, reference: payOutReferenceOf(id) });
    }
  }

  private revokeKeys(accountId: string): Promise<void> {
    return this.tx.run(async () => {
      await this.access.revokeKeys(accountId, this.clock.now());
      await this.invitations.revokeAll({ accountId }, this.clock.now());
    });
  }
}
