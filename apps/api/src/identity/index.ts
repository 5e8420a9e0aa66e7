import { ActivityController } from './accounts/activity.controller';
import { AccountsController } from './accounts/accounts.controller';
import { CaptchaController } from './sign-in/captcha.controller';
import { ApiKeysController } from './api-keys.controller';
import { AuthController } from './sign-in/auth.controller';
import { ClosureController } from './closure.controller';
import { IdentityProvidersController } from './identity-providers/identity-providers.controller';
import { InvitationLinksController } from './members/invitation-links.controller';
import { InvitationsController } from './members/invitations.controller';
import { LoginEventsController } from './sessions/login-events.controller';
import { MagicLinkController } from './sign-in/magic-link.controller';
import { MembersController } from './members/members.controller';
import { MfaController } from './mfa.controller';
import { OAuthAppsController } from './oauth/oauth-apps.controller';
import { OAuthGrantsController } from './oauth/oauth-grants.controller';
import { PasswordsController } from './passwords.controller';
import { SessionsController } from './sessions/sessions.controller';
import { UsersController } from './users.controller';

export const identityControllers = [
  AuthController,
  MfaController,
  AccountsController,
  ActivityController,
  ClosureController,
  MembersController,
  InvitationsController,
  InvitationLinksController,
  IdentityProvidersController,
  ApiKeysController,
  OAuthAppsController,
  OAuthGrantsController,
  PasswordsController,
  MagicLinkController,
  CaptchaController,
  SessionsController,
  LoginEventsController,
  UsersController,
];
