import type { OneTimeTokenRepository } from '../../application/mails/ports';
import type { SessionRepository } from '../../application/ports';
import { SignInMethods } from '../../application/sign-in/sign-in-methods';
import { TOKEN_KINDS } from '../../domain/mails/one-time-token';

/** Of the fakes that every world has: sessions and links. */
export class MemorySignInMethods extends SignInMethods {
  constructor(
    private readonly sessions: SessionRepository,
    private readonly tokens: OneTimeTokenRepository,
  ) {
    super();
  }

  override async removeAll(userId: string, now: Date): Promise<void> {
    await this.sessions.revokeAllOf(userId, null, now);
    await this.tokens.voidAll(userId, TOKEN_KINDS, now);
  }
}
