import { type Clock, CommonErrors, type Principal, roleMay, type Transactor } from '@trunkline/kernel';
import { IdentityErrors } from '../../domain/errors';
import { OAuthApp, type NewOAuthAppDetails, type OAuthAppDetails, OAUTH_APPS_MAX } from '../../domain/oauth/oauth-app';
import type { AccountMembers } from '../members/account-members';
import type { OAuthAppQueries, OAuthAppRepository, OAuthAppView, OAuthGrantRepository } from './ports';

/** The OAuth applications that an account has registered. */
export class OAuthApps {
  constructor(
    private readonly tx: Transactor,
    private readonly apps: OAuthAppRepository,
    private readonly queries: OAuthAppQueries,
    private readonly grants: OAuthGrantRepository,
    private readonly accountMembers: AccountMembers,
    private readonly clock: Clock,
  ) {}

  /** Throws forbidden, oauth_app_limit_reached, and 422 as `OAuthApp.register`. The secret is shown once. */
  register(
    principal: Principal,
    details: NewOAuthAppDetails,
  ): Promise<{ readonly app: OAuthAppView; readonly clientSecret: string }> {
    const { accountId, userId } = principal;
    return this.tx.run(async () => {
      const { actor } = await this.accountMembers.lock(principal);
      // The role may have changed since the request was authorized.
      if (!roleMay(actor.role, 'oauth:apps')) throw CommonErrors.forbidden();
      if ((await this.apps.countActive(accountId)) >= OAUTH_APPS_MAX) throw IdentityErrors.oauth_app_limit_reached();
      const { app, clientSecret } = OAuthApp.register({ ...details, accountId, createdById: userId }, this.clock.now());
      await this.apps.add(app);
      return { app: await this.queries.get(accountId, app.state.id), clientSecret };
    });
  }

  /** Throws not_found, invalid_state, and 422 as `OAuthApp.register`. */
  change(accountId: string, id: string, change: Partial<OAuthAppDetails>): Promise<OAuthAppView> {
    return this.tx.run(async () => {
      const app = await this.apps.lock(accountId, id);
      app.change(change, this.clock.now());
      await this.apps.save(app);
      return this.queries.get(accountId, id);
    });
  }

  /** Returns the new secret, which is shown once; the old one stops working. Throws not_found, invalid_state. */
  rotateSecret(accountId: string, id: string): Promise<string> {
    return this.tx.run(async () => {
      const app = await this.apps.lock(accountId, id);
      const secret = app.rotateSecret(this.clock.now());
      await this.apps.save(app);
      return secret;
    });
  }

  /** Ends every grant of the application with its tokens. Permanent; idempotent. Throws not_found. */
  disable(accountId: string, id: string): Promise<OAuthAppView> {
    return this.tx.run(async () => {
      const app = await this.apps.lock(accountId, id);
      app.disable(this.clock.now());
      await this.apps.save(app);
      await this.grants.revokeOfApp(app.state.clientId, this.clock.now());
      return this.queries.get(accountId, id);
    });
  }
}
