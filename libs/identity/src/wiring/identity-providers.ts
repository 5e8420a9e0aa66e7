import { Clock, Transactor } from '@trunkline/kernel';
import { bind, Database, implement, Log, Settings, type Wiring } from '@trunkline/platform';
import { IdentityLinks } from '../application/identity-providers/identity-links';
import { IdentityMails } from '../application/identity-providers/identity-mails';
import { LinkByIdentity } from '../application/identity-providers/link-by-identity';
import { LinkedIdentities } from '../application/identity-providers/linked-identities';
import {
  IdentityProviders,
  LinkedIdentityRepository,
  LinkingSessions,
  ProviderAttemptRepository,
} from '../application/identity-providers/ports';
import { ProviderSignIn } from '../application/identity-providers/provider-sign-in';
import { SignInByIdentity } from '../application/identity-providers/sign-in-by-identity';
import { SignUpByIdentity } from '../application/identity-providers/sign-up-by-identity';
import { LoginEventRecorder } from '../application/sessions/login-event-recorder';
import { UserMails } from '../application/mails/user-mails';
import { UserRepository } from '../application/ports';
import { Geolocation } from '../application/screening/ports';
import { Screening } from '../application/screening/screening';
import { SignIn } from '../application/sign-in/sign-in';
import { OpenAccount } from '../application/sign-up/open-account';
import {
  StoredLinkingSessions,
  StoredLinkedIdentities,
} from '../infrastructure/identity-providers/linked-identity.repository';
import { OpenIdIdentityProviders } from '../infrastructure/identity-providers/openid-identity-providers';
import { StoredProviderAttempts } from '../infrastructure/identity-providers/provider-attempt.repository';
import { KeepZonesOfSignUps1795030345000 } from '../infrastructure/migrations/keep-zones-of-sign-ups';
import { LinkIdentities1795000107000 } from '../infrastructure/migrations/link-identities';

/** Sign-in through third-party identity providers. */
export const identityProvidersWiring: Wiring = {
  providers: [
    implement(ProviderAttemptRepository, StoredProviderAttempts, [Database]),
    implement(LinkingSessions, StoredLinkingSessions, [Database]),
    bind(IdentityMails, [UserMails, IdentityProviders, Clock]),
    bind(IdentityLinks, [LinkedIdentityRepository, IdentityMails, Clock]),
    bind(LinkByIdentity, [Transactor, UserRepository, IdentityLinks, LinkingSessions, Clock]),
    bind(SignUpByIdentity, [OpenAccount, UserRepository, LoginEventRecorder, Geolocation, Clock]),
    bind(SignInByIdentity, [
      Transactor,
      UserRepository,
      IdentityLinks,
      Screening,
      SignIn,
      SignUpByIdentity,
      LoginEventRecorder,
    ]),
  ],
  exported: [
    implement(IdentityProviders, OpenIdIdentityProviders, [Settings, Log]),
    implement(LinkedIdentityRepository, StoredLinkedIdentities, [Database]),
    bind(ProviderSignIn, [IdentityProviders, ProviderAttemptRepository, SignInByIdentity, LinkByIdentity, Clock]),
    bind(LinkedIdentities, [Transactor, LinkedIdentityRepository, UserRepository, IdentityMails]),
  ],
  migrations: [LinkIdentities1795000107000, KeepZonesOfSignUps1795030345000],
};
