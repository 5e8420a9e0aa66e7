import type { Clock, Page, PageRequest, Transactor } from '@trunkline/kernel';
import type { OAuthGrantQueries, OAuthGrantRepository, OAuthGrantView } from './ports';

/** The applications that a user has connected, in every account. */
export class OAuthGrants {
  constructor(
    private readonly tx: Transactor,
    private readonly grants: OAuthGrantRepository,
    private readonly queries: OAuthGrantQueries,
    private readonly clock: Clock,
  ) {}

  list(userId: string, page: PageRequest<'created_at'>): Promise<Page<OAuthGrantView>> {
    return this.queries.list(userId, this.clock.now(), page);
  }

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
