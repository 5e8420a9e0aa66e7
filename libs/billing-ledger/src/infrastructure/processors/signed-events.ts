import type { Clock } from '@trunkline/kernel';
import Stripe from 'stripe';
import type { ProcessorEvent } from '../../application/processor-events/processor-event';
import { newsOf } from './stripe-events';

/** A signature older than this may be one that was overheard and sent again (Stripe's own tolerance). */
const TOLERANCE_SECONDS = 300;

/** Callbacks in Stripe's form, signed as Stripe signs: HMAC-SHA-256 over time and raw body. */
export class SignedEvents {
  /** Signed with any of the secrets is signed: there are two while one is being replaced. The first signs. */
  constructor(
    private readonly secrets: readonly string[],
    private readonly clock: Clock,
  ) {}

  read(rawBody: Uint8Array, signature: string | null): ProcessorEvent | null {
    const bytes = Buffer.from(rawBody);
    const text = bytes.toString('utf8');
    // The library decodes before it compares; what does not decode to itself is not what was signed.
    if (!signature || !Buffer.from(text).equals(bytes)) return null;
    for (const secret of this.secrets) {
      const event = this.verified(text, signature, secret);
      if (event) return event;
    }
    return null;
  }

  /** The header that goes with a body sent now. */
  sign(body: string): string {
    const [secret = ''] = this.secrets;
    const timestamp = Math.floor(this.clock.now().getTime() / 1000);
    return Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp });
  }

  private verified(text: string, signature: string, secret: string): ProcessorEvent | null {
    const now = this.clock.now().getTime();
    try {
      const event = Stripe.webhooks.constructEvent(text, signature, secret, TOLERANCE_SECONDS, undefined, now);
      return isEvent(event) ? { id: event.id, type: event.type, news: newsOf(event) } : null;
    } catch (error) {
      const isForged = error instanceof Stripe.errors.StripeSignatureVerificationError;
      if (isForged || error instanceof SyntaxError) return null;
      throw error;
    }
  }
}

/** The type is what a signed body ought to be, which its signer alone can vouch for. */
function isEvent(event: Stripe.Event): boolean {
  const { id, type, data } = { ...(event as { id?: unknown; type?: unknown; data?: { object?: unknown } | null }) };
  return typeof id === 'string' && typeof type === 'string' && typeof data?.object === 'object' && data.object !== null;
}
