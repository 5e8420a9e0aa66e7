import { Clock, Transactor } from '@trunkline/kernel';
import { bind, Database, implement, type Wiring } from '@trunkline/platform';
import { AccountMembers } from '../application/members/account-members';
import { AuthorizationStore } from '../application/oauth/authorization-store';
import { OAuthApps } from '../application/oauth/oauth-apps';
import { OAuthConsents } from '../application/oauth/oauth-consents';
import { OAuthGrants } from '../application/oauth/oauth-grants';
import {
  ConsentRequests,
  OAuthAppQueries,
  OAuthAppRepository,
  OAuthGrantQueries,
  OAuthGrantRepository,
} from '../application/oauth/ports';
import { MembershipRepository, SessionRepository } from '../application/ports';
import { CreateOAuth1795000120000 } from '../infrastructure/migrations/create-oauth';
import { LimitGrants1795000901000, LimitOldGrants1795000901001 } from '../infrastructure/migrations/limit-grants';
import { NoteSessionOfGrants1795000901100 } from '../infrastructure/migrations/note-session-of-grants';
import { OAuthAppReads } from '../infrastructure/oauth/oauth-app-queries';
import { StoredOAuthApps } from '../infrastructure/oauth/oauth-app.repository';
import { StoredAuthorizations } from '../infrastructure/oauth/authorization-store';
import { StoredConsentRequests } from '../infrastructure/oauth/consent-requests';
import { OAuthGrantReads, StoredOAuthGrants } from '../infrastructure/oauth/oauth-grants';

/** OAuth applications, consent, grants, and the state of the authorization server. */
export const oauthWiring: Wiring = {
  providers: [
    implement(OAuthAppRepository, StoredOAuthApps, [Database]),
    implement(OAuthGrantRepository, StoredOAuthGrants, [Database]),
    implement(ConsentRequests, StoredConsentRequests, [Database]),
  ],
  exported: [
    implement(OAuthAppQueries, OAuthAppReads, [Database, Clock]),
    implement(OAuthGrantQueries, OAuthGrantReads, [Database, Clock]),
    bind(OAuthApps, [Transactor, OAuthAppRepository, OAuthAppQueries, OAuthGrantRepository, AccountMembers, Clock]),
    bind(OAuthGrants, [Transactor, OAuthGrantRepository, OAuthGrantQueries, Clock]),
    bind(OAuthConsents, [
      Transactor,
      ConsentRequests,
      OAuthGrantRepository,
      MembershipRepository,
      SessionRepository,
      Clock,
    ]),
    implement(AuthorizationStore, StoredAuthorizations, [Database, Clock]),
  ],
  migrations: [
    CreateOAuth1795000120000,
    LimitGrants1795000901000,
    LimitOldGrants1795000901001,
    NoteSessionOfGrants1795000901100,
  ],
};
