/** The closed lists of values that the API accepts and returns. */

export { CODE_METHODS, type CodeMethod } from './application/mfa/mfa-codes';
export { CDR_REDACTIONS, type CdrRedaction } from './domain/account';
export { CLOSURE_REASONS, type ClosureReason } from './domain/closure-request';
export { IDENTITY_PROVIDERS, PROVIDER_MODES, type ProviderMode } from './domain/identity-providers/identity-provider';
export { API_KEY_STATUSES, type ApiKeyStatus } from './domain/api-key';
export { FRAUD_DECISIONS, LOGIN_OUTCOMES, type LoginOutcome } from './domain/sessions/login-event';
export { LOGIN_METHODS, type LoginMethod } from './domain/sessions/session';
export {
  INVITATION_STATUSES,
  type InvitationStatus,
  INVITED_ROLES,
  type InvitedRole,
} from './domain/members/invitation';
export { OAUTH_APP_STATUSES, type OAuthAppStatus } from './domain/oauth/oauth-app';
export { INTENDED_USES, type IntendedUse, MFA_METHODS } from './domain/user';
