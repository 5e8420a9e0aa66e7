/** What use cases accept and return. */

export type { ClosureInput } from './application/closure/closures';
export type { ClosureView } from './application/closure/closures';
export type { BegunSignIn, ProviderOutcome, RefusedSignIn } from './application/identity-providers/outcome';
export type { ConfiguredProvider } from './application/identity-providers/ports';
export type { LoginEventFilter, LoginEventView } from './application/sessions/ports';
export type { AcceptedInvitation } from './application/members/accept-invitation';
export type { InvitationPreview, InvitationView, MemberView } from './application/members/views';
export type { MailedCode } from './application/mfa/mail-mfa-code';
export type { CompletedChallenge } from './application/mfa/mfa-challenge';
export type { EnabledMfa, TotpOffer } from './application/mfa/mfa-setup';
export type {
  LiveGrant,
  OAuthClient,
  Presented,
  StoredPayload,
  TokenKind,
  TokenName,
} from './application/oauth/authorization-store';
export type { ConsentView } from './application/oauth/oauth-consents';
export type { OAuthAppView, OAuthGrantView } from './application/oauth/ports';
export type { OperatorAccountFilter } from './application/operator/ports';
export type { TermsChange } from './application/operator/administer-account';
export type { OperatorAccountDetails, OperatorAccountView } from './application/operator/views';
export type { SessionView } from './application/sessions/ports';
export type { SignedIn } from './application/sign-in/sign-in';
export type { SignedUp } from './application/sign-up/sign-up';
export type { MyUser } from './application/my-profile';
export type { AccountSummary, ApiKeyView, MyAccount, UserView } from './application/views';
export type { AccountChange } from './domain/account';
export type { LinkingSession } from './domain/identity-providers/identity-provider';
export type { LinkedIdentity } from './domain/identity-providers/linked-identity';
export type { IssuedApiKey } from './domain/api-key';
