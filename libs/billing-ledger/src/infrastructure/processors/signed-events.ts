import type { Clock } from '@trunkline/kernel';
import type Stripe from 'stripe';
import type { ProcessorEvent } from '../../application/processor-events/processor-event';
import { toUpdate } from './stripe-events';
import { stripeLibrary } from './stripe-library';

/** A signature older than this may be one that was overheard and sent again (Stripe's own tolerance). */
const TOLERANCE_SECONDS = 300;

/** Callbacks in Stripe's form, signed as Stripe signs: HMAC-SHA-256 over time and raw body. */
export class SignedEvents {
  /** Signed with any of the secrets is signed: there are two while one is being replaced. The first signs. */
  constructor(
    private readonly secrets: readonly string[],
    private readonly clock: Clock,
  ) {}

  async read(rawBody: Uint8Array, signature: string | null): Promise<ProcessorEvent | null> {
    const bytes = Buffer.from(rawBody);
    const text = bytes.toString('utf8');
    // The library decodes before it compares; what does not decode to itself is not what was signed.
    if (!signature || !Buffer.from(text).equals(bytes)) return null;
    for (const secret of this.secrets) {
      const event = await this.verified(text, signature, secret);
      if (event) return event;
    }
    return null;
  }

  /** The header that goes with a body sent now. */
  async sign(body: string): Promise<string> {
    const [secret = ''] = this.secrets;
    const timestamp = Math.floor(this.clock.now().getTime() / 1000);
    const { webhooks } = await stripeLibrary();
    return webhooks.generateTestHeaderString({ payload: body, secret, timestamp });
  }

  private async verified(text: string, signature: string, secret: string): Promise<ProcessorEvent | null> {
    const { webhooks, errors } = await stripeLibrary();
    const now = this.clock.now().getTime();
    try {
      const event = webhooks.constructEvent(text, signature, secret, TOLERANCE_SECONDS, undefined, now);
      return isEvent(event) ? { id: event.id, type: event.type, update: toUpdate(event) } : null;
    } catch (error) {
      const isForged = error instanceof errors.StripeSignatureVerificationError;
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
