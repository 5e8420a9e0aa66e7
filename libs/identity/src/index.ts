export { Accounts } from './application/accounts/accounts';
export { CloseAccounts } from './application/closure/close-accounts';
export { PayOutLateMoney } from './application/closure/pay-out-late-money';
export { Closures } from './application/closure/closures';
export { LinkedIdentities } from './application/identity-providers/linked-identities';
export { ProviderSignIn } from './application/identity-providers/provider-sign-in';
export { ApiKeys } from './application/keys/api-keys';
export { RemindOfExpiringKeys } from './application/keys/remind-of-expiring-keys';
export { SigningKeys } from './application/keys/signing-keys';
export { LoginEvents } from './application/sessions/login-events';
export { MailLink } from './application/mails/mail-link';
export { AcceptInvitation } from './application/members/accept-invitation';
export { InvitationLinks } from './application/members/invitation-links';
export { Invitations } from './application/members/invitations';
export { Members } from './application/members/members';
export { MailMfaCode } from './application/mfa/mail-mfa-code';
export { MfaChallenge } from './application/mfa/mfa-challenge';
export { MfaSettings } from './application/mfa/mfa-settings';
export { MfaSetup } from './application/mfa/mfa-setup';
export { AuthorizationStore } from './application/oauth/authorization-store';
export { OAuthApps } from './application/oauth/oauth-apps';
export { OAuthConsents } from './application/oauth/oauth-consents';
export { OAuthGrants } from './application/oauth/oauth-grants';
export { OperatorAccounts } from './application/operator/operator-accounts';
export { ResetMfa } from './application/operator/reset-mfa';
export { AdministerAccount } from './application/operator/administer-account';
export { ChangePassword } from './application/passwords/change-password';
export { ResetPassword } from './application/passwords/reset-password';
export { PruneIdentity } from './application/retention/prune-identity';
export { Credentials } from './application/sessions/credentials';
export { Sessions } from './application/sessions/sessions';
export { FollowMagicLink } from './application/sign-in/follow-magic-link';
export { LogIn } from './application/sign-in/log-in';
export { Reauthentication } from './application/sign-in/reauthentication';
export { ResendVerification } from './application/sign-up/resend-verification';
export { SignUp } from './application/sign-up/sign-up';
export { VerifyEmail } from './application/sign-up/verify-email';
export { MyProfile } from './application/users/my-profile';
export { CLOSURE_REASON_LENGTH_MAX } from './domain/closure/closure-request';
export { ALLOWED_CIDRS_MAX, API_KEYS_MAX, ROTATION_GRACE_SECONDS_MAX } from './domain/keys/api-key';
export {
  NEW_PASSWORD_LENGTH_MIN,
  PASSWORD_LENGTH_MAX,
  SIGN_UP_PASSWORD_LENGTH_MIN,
} from './domain/passwords/password-policy';
export * as lists from './lists';
export type * as views from './views';
