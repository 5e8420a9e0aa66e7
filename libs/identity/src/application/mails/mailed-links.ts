import type { Clock } from '@trunkline/kernel';
import { IdentityErrors } from '../../domain/errors';
import { issueToken, type TokenHolder, type TokenKind } from '../../domain/one-time-token';
import { hashSecret } from '../../domain/secrets';
import type { User } from '../../domain/user';
import type { OneTimeTokenRepository } from './ports';
import type { UserRepository } from '../ports';

export interface Redeemed {
  /** Locked until the transaction ends. */
  readonly user: User;
  readonly kind: TokenKind;
  /** The address that the link verified. */
  readonly email: string;
}

/**
 * Single-use links sent by email. The user is always locked before the token, so that concurrent requests cannot
 * deadlock.
 */
export class MailedLinks {
  constructor(
    private readonly tokens: OneTimeTokenRepository,
    private readonly users: UserRepository,
    private readonly clock: Clock,
  ) {}

  /** Joins the transaction. Returns the secret for the link, which is not stored. */
  async issue(kind: TokenKind, holder: TokenHolder): Promise<string> {
    const { token, secret } = issueToken(kind, holder, this.clock.now());
    await this.tokens.add(token);
    return secret;
  }

  /** Voids earlier links of these kinds. Joins the transaction, in which the user must be locked. */
  async void(userId: string, kinds: readonly TokenKind[]): Promise<void> {
    await this.tokens.voidAll(userId, kinds, this.clock.now());
  }

  /** Throws token_invalid for an unusable link before any expensive work. Uses nothing up. */
  async assertUsable(secret: string, kind: TokenKind): Promise<void> {
    const token = await this.tokens.find(hashSecret(secret), this.clock.now());
    if (token?.kind !== kind) throw IdentityErrors.token_invalid();
  }

  /**
   * Uses the link up. Joins the transaction. Throws token_invalid when it is unknown, used, expired, of another kind,
   * or was sent to an address that the user no longer has.
   */
  async redeem(secret: string, kinds: readonly TokenKind[]): Promise<Redeemed> {
    const hash = hashSecret(secret);
    const now = this.clock.now();
    const found = await this.tokens.find(hash, now);
    const user = found && kinds.includes(found.kind) ? await this.users.lock(found.userId) : null;
    // Read again under the lock: one of two concurrent requests uses it up.
    const token = user && found && (await this.tokens.consume(hash, found.kind, now));
    if (!token || !isStillTrue(token, user)) throw IdentityErrors.token_invalid();
    return { user, kind: token.kind, email: token.email };
  }
}

/** All kinds but `change_email` refer to the user's current address. */
function isStillTrue(token: { readonly kind: TokenKind; readonly email: string }, user: User): boolean {
  return token.kind === 'change_email' || token.email === user.email;
}
