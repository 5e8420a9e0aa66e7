export { AccountDirectory } from './application/account-directory';
export { Accounts } from './application/accounts';
export { ApiKeys } from './application/api-keys';
export { type Asked, Credentials, type Recognition, type TokenClaims } from './application/credentials';
export { LogIn } from './application/log-in';
export { FraudScreening, Mails, Wallets } from './application/ports';
export { Reauthentication } from './application/reauthentication';
export { ResendVerification } from './application/resend-verification';
export { Sessions } from './application/sessions';
export type { SignedIn } from './application/sign-in';
export { type SignedUp, SignUp } from './application/sign-up';
export { SigningKeys } from './application/signing-keys';
export { VerifyEmail } from './application/verify-email';
export type { AccountView, ApiKeyView, MyAccount, UserView } from './application/views';
export { BILLING_MODES } from './domain/account';
export {
  ALLOWED_CIDRS_MAX,
  API_KEYS_MAX,
  API_KEY_STATUSES,
  type ApiKeyStatus,
  type IssuedApiKey,
  ROTATION_GRACE_SECONDS_MAX,
} from './domain/api-key';
export { IdentityErrors } from './domain/errors';
export { PASSWORD_LENGTH_MAX, SIGN_UP_PASSWORD_LENGTH_MIN } from './domain/password-policy';
export { INTENDED_USES, type IntendedUse, MFA_METHODS } from './domain/user';
export { identityPersistence, IdentityModule } from './identity.module';
