import { addSeconds, type Clock, newSigningSecret, type Transactor } from '@trunkline/kernel';
import { VoiceRoutingErrors } from '../../domain/errors';
import type { WebhookSecret, WebhookSecrets } from './ports';

const PREFIX_LENGTH = 10;

export interface WebhookSigningView {
  /** The beginning of the secret; null until there is one. */
  readonly secretPrefix: string | null;
  readonly createdAt: Date | null;
  /** Until when the previous secret signs too; null outside of a rotation. */
  readonly previousValidUntil: Date | null;
}

/** The secret that signs what routing targets of kind webhook are asked. See docs/webhooks.md#call-webhooks. */
export class WebhookSigning {
  constructor(
    private readonly tx: Transactor,
    private readonly secrets: WebhookSecrets,
    private readonly clock: Clock,
  ) {}

  async get(accountId: string): Promise<WebhookSigningView> {
    const found = await this.secrets.find(accountId);
    return {
      secretPrefix: found?.secret.slice(0, PREFIX_LENGTH) ?? null,
      createdAt: found?.createdAt ?? null,
      previousValidUntil: (found && overlapOf(found, this.clock.now())) ?? null,
    };
  }

  /** Returns the new secret, once. Throws `rotation_pending` while an overlap lasts, unless `overlapSeconds` is 0. */
  rotate(
    accountId: string,
    overlapSeconds: number,
  ): Promise<{ readonly signingSecret: string; readonly previousValidUntil: Date }> {
    return this.tx.run(async () => {
      const now = this.clock.now();
      const current = await this.secrets.lock(accountId, now);
      if (overlapSeconds > 0 && overlapOf(current, now) !== null) throw VoiceRoutingErrors.rotation_pending();
      const signingSecret = newSigningSecret();
      const previousValidUntil = addSeconds(now, overlapSeconds);
      const previous = overlapSeconds > 0 ? { secret: current.secret, validUntil: previousValidUntil } : null;
      await this.secrets.save(accountId, { secret: signingSecret, previous, createdAt: now });
      return { signingSecret, previousValidUntil };
    });
  }
}

/** Returns what signs at `now`, the current secret first. */
export function signingSecrets({ secret, previous }: WebhookSecret, now: Date): readonly string[] {
  return previous && previous.validUntil > now ? [secret, previous.secret] : [secret];
}

function overlapOf({ previous }: WebhookSecret, now: Date): Date | null {
  return previous && previous.validUntil > now ? previous.validUntil : null;
}
