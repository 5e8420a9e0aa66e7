import type { Clock } from '@trunkline/kernel';
import { IdentityErrors } from '../../domain/errors';
import { issueToken, type TokenHolder, type TokenKind } from '../../domain/mails/one-time-token';
import { hashSecret } from '../../domain/secrets';
import type { User } from '../../domain/users/user';
import type { OneTimeTokenRepository, UserRepository } from '../ports';

export interface Redeemed {
  /** Held until the transaction ends. */
  readonly user: User;
  readonly kind: TokenKind;
  /** The address that the link has proved. */
  readonly email: string;
}

/**
 * Links that are mailed, and followed once. The user is always held before a token is touched, so that of two requests
 * about one user neither waits for the other in a circle.
 */
export class MailedLinks {
  constructor(
    private readonly tokens: OneTimeTokenRepository,
    private readonly users: UserRepository,
    private readonly clock: Clock,
  ) {}

  /** Within a transaction. Returns what the link carries; it goes into the mail and nowhere else. */
  async issue(kind: TokenKind, holder: TokenHolder): Promise<string> {
    const { token, secret } = issueToken(kind, holder, this.clock.now());
    await this.tokens.add(token);
    return secret;
  }

  /** Within a transaction that holds the user: links of these kinds that were mailed before are worth nothing. */
  async void(userId: string, kinds: readonly TokenKind[]): Promise<void> {
    await this.tokens.voidAll(userId, kinds, this.clock.now());
  }

  /** Throws token_invalid for a link that is worth nothing, before anything slow is done for it. Uses nothing up. */
  async assertUsable(secret: string, kind: TokenKind): Promise<void> {
    const token = await this.tokens.find(hashSecret(secret), this.clock.now());
    if (token?.kind !== kind) throw IdentityErrors.token_invalid();
  }

  /**
   * Within a transaction: uses the link up. Throws token_invalid when it is unknown, used, expired, of another kind, or
   * was mailed to an address that is the user's no more, all alike.
   */
  async redeem(secret: string, kinds: readonly TokenKind[]): Promise<Redeemed> {
    const hash = hashSecret(secret);
    const now = this.clock.now();
    const found = await this.tokens.find(hash, now);
    const user = found && kinds.includes(found.kind) ? await this.users.lock(found.userId) : null;
    // Once more, now that the user is held: of two who found it, one uses it up.
    const token = user && found && (await this.tokens.consume(hash, found.kind, now));
    if (!token || !isStillTrue(token, user)) throw IdentityErrors.token_invalid();
    return { user, kind: token.kind, email: token.email };
  }
}

/** All but one kind speak of the address that the user has. */
function isStillTrue(token: { readonly kind: TokenKind; readonly email: string }, user: User): boolean {
  return token.kind === 'change_email' || token.email === user.email;
}
