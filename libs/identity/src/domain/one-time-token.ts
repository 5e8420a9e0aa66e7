import { addSeconds } from '@trunkline/kernel';
import { hashSecret, newSecret } from './secrets';

export const TOKEN_KINDS = ['verify_email', 'magic_link', 'reset_password', 'change_email'] as const;
export type TokenKind = (typeof TOKEN_KINDS)[number];

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;

/** See docs/sign-in.md#mailed-links. */
const LIFETIME_SECONDS: Readonly<Record<TokenKind, number>> = {
  verify_email: 24 * HOUR_S,
  magic_link: 15 * MINUTE_S,
  reset_password: HOUR_S,
  change_email: 24 * HOUR_S,
};

/** The stored part of a mailed link, without its secret. */
export interface OneTimeToken {
  readonly hash: Buffer;
  readonly kind: TokenKind;
  readonly userId: string;
  /** The address that the link was sent to and verifies. */
  readonly email: string;
  readonly expiresAt: Date;
  readonly createdAt: Date;
}

export interface TokenHolder {
  readonly id: string;
  readonly email: string;
}

/** `secret` belongs into the email only. */
export function issueToken(kind: TokenKind, holder: TokenHolder, now: Date): { token: OneTimeToken; secret: string } {
  const secret = newSecret();
  const expiresAt = addSeconds(now, LIFETIME_SECONDS[kind]);
  const token = { hash: hashSecret(secret), kind, userId: holder.id, email: holder.email, expiresAt, createdAt: now };
  return { token, secret };
}
