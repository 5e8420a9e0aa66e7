export { AccountDirectory } from './application/accounts/account-directory';
export { Accounts } from './application/accounts/accounts';
export { ApiKeys } from './application/keys/api-keys';
export { RemindOfExpiringKeys } from './application/keys/remind-of-expiring-keys';
export { PruneIdentity } from './application/retention/prune-identity';
export { Credentials } from './application/sessions/credentials';
export { FollowMagicLink } from './application/sign-in/follow-magic-link';
export { MailLink } from './application/mails/mail-link';
export { BeginProviderSignIn, type BegunSignIn } from './application/identity-providers/begin-provider-sign-in';
export { FinishProviderSignIn } from './application/identity-providers/finish-provider-sign-in';
export { LinkedIdentities } from './application/identity-providers/linked-identities';
export { type ProviderOutcome, refusalIn, refused } from './application/identity-providers/outcome';
export type { ConfiguredProvider } from './application/identity-providers/ports';
export { ChangeAccount } from './application/accounts/change-account';
export { DebtSuspension } from './application/accounts/debt-suspension';
export { BalanceAlerts, NumberHistory } from './application/accounts/ports';
export { type AcceptedInvitation, AcceptInvitation } from './application/members/accept-invitation';
export { InvitationLinks } from './application/members/invitation-links';
export { Invitations } from './application/members/invitations';
export { InviteMember } from './application/members/invite-member';
export { Members } from './application/members/members';
export type { InvitationPreview, InvitationView, MemberView } from './application/members/views';
export { CloseAccounts } from './application/closure/close-accounts';
export { Closures } from './application/closure/closures';
export { AutoRecharges, NumberReleases, PayOuts, PersonalDataKeys, RouteArchive } from './application/closure/ports';
export { type ClosureInput, RequestClosure } from './application/closure/request-closure';
export type { ClosureView } from './application/closure/views';
export { LogIn } from './application/sign-in/log-in';
export { MailMfaCode, type MailedCode } from './application/mfa/mail-mfa-code';
export { MfaSettings } from './application/mfa/mfa-settings';
export { type CompletedChallenge, MfaChallenge } from './application/mfa/mfa-challenge';
export { CODE_METHODS, type CodeMethod } from './application/mfa/mfa-codes';
export { type EnabledMfa, MfaSetup, type TotpOffer } from './application/mfa/mfa-setup';
export { ChangePassword } from './application/passwords/change-password';
export { ResetPassword } from './application/passwords/reset-password';
export { RequestEmailChange } from './application/users/request-email-change';
export { MyProfile, type MyUser } from './application/users/my-profile';
export { OperatorAccounts } from './application/operator/operator-accounts';
export { AccountNumbers, type OperatorAccountFilter, BillingTerms } from './application/operator/ports';
export { ResetMfa } from './application/operator/reset-mfa';
export { SuperviseAccount, type TermsChange } from './application/operator/supervise-account';
export type { OperatorAccountDetails, OperatorAccountView } from './application/operator/views';
export { Wallets } from './application/ports';
export { Reauthentication } from './application/sign-in/reauthentication';
export { ResendVerification } from './application/sign-up/resend-verification';
export { LoginEvents } from './application/login-events/login-events';
export type { LoginEventFilter, LoginEventView } from './application/login-events/ports';
export type { SessionView } from './application/sessions/ports';
export { Sessions } from './application/sessions/sessions';
export type { SignedIn } from './application/sign-in/sign-in';
export { type SignedUp, SignUp } from './application/sign-up/sign-up';
export { SigningKeys } from './application/keys/signing-keys';
export { VerifyEmail } from './application/sign-up/verify-email';
export type { AccountSummary, ApiKeyView, MyAccount, UserView } from './application/views';
export {
  type AccountChange,
  BILLING_MODES,
  type BillingMode,
  CDR_REDACTIONS,
  type CdrRedaction,
} from './domain/accounts/account';
export {
  ALLOWED_CIDRS_MAX,
  API_KEYS_MAX,
  API_KEY_STATUSES,
  type ApiKeyStatus,
  type IssuedApiKey,
  ROTATION_GRACE_SECONDS_MAX,
} from './domain/keys/api-key';
export { FRAUD_DECISIONS, LOGIN_OUTCOMES, type LoginOutcome } from './domain/login-events/login-event';
export { LOGIN_METHODS, type LoginMethod } from './domain/login-events/login-method';
export { CLOSURE_REASON_LENGTH_MAX, CLOSURE_REASONS, type ClosureReason } from './domain/closure/closure-request';
export { IdentityErrors } from './domain/errors';
export {
  INVITATION_STATUSES,
  type InvitationStatus,
  INVITED_ROLES,
  type InvitedRole,
} from './domain/members/invitation';
export {
  ATTEMPT_SECONDS,
  IDENTITY_PROVIDERS,
  type Linker,
  PROVIDER_MODES,
  type ProviderMode,
} from './domain/identity-providers/identity-provider';
export type { LinkedIdentity } from './domain/identity-providers/linked-identity';
export {
  NEW_PASSWORD_LENGTH_MIN,
  PASSWORD_LENGTH_MAX,
  SIGN_UP_PASSWORD_LENGTH_MIN,
} from './domain/passwords/password-policy';
export { INTENDED_USES, type IntendedUse, MFA_METHODS } from './domain/users/user';
export { identityPersistence, IdentityModule } from './identity.module';
