import { AccountsController } from './accounts.controller';
import { ApiKeysController } from './api-keys.controller';
import { AuthController } from './auth.controller';
import { ClosureController } from './closure.controller';
import { IdentityProvidersController } from './identity-providers.controller';
import { InvitationLinksController } from './invitation-links.controller';
import { InvitationsController } from './invitations.controller';
import { LoginEventsController } from './login-events.controller';
import { MagicLinkController } from './magic-link.controller';
import { MembersController } from './members.controller';
import { MfaController } from './mfa.controller';
import { PasswordsController } from './passwords.controller';
import { SessionsController } from './sessions.controller';
import { UsersController } from './users.controller';

export const identityControllers = [
  AuthController,
  MfaController,
  AccountsController,
  ClosureController,
  MembersController,
  InvitationsController,
  InvitationLinksController,
  IdentityProvidersController,
  ApiKeysController,
  PasswordsController,
  MagicLinkController,
  SessionsController,
  LoginEventsController,
  UsersController,
];
