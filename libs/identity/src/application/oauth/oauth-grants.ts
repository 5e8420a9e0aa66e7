import type { Clock, Transactor } from '@trunkline/kernel';
import type { OAuthGrantQueries, OAuthGrantRepository } from './ports';

/** The applications that a user has connected, in every account. */
export class OAuthGrants {
  constructor(
    private readonly tx: Transactor,
    private readonly grants: OAuthGrantRepository,
    private readonly queries: OAuthGrantQueries,
    private readonly clock: Clock,
  ) {}

  /**
   * Disconnects the application of this grant: ends every grant that the user gave it, with all tokens. Idempotent.
   * Throws not_found, also for another user's grant.
   */
  disconnect(userId: string, id: string): Promise<void> {
    return this.tx.run(async () => {
      const clientId = await this.queries.clientOf(userId, id);
      await this.grants.revokeOfUser(userId, clientId, this.clock.now());
    });
  }
}
