import type { Clock } from '@trunkline/kernel';
import type Stripe from 'stripe';
import type { ProcessorEvent } from '../../application/processor-events/processor-event';
import { toUpdate } from './stripe-events';
import { stripeLibrary } from './stripe-library';

/** Older signatures are rejected, to prevent replay (Stripe's default tolerance). */
const TOLERANCE_SECONDS = 300;

/** Reads and signs events in Stripe's format: HMAC-SHA-256 over the time and the raw body. */
export class SignedEvents {
  /** Accepts a signature by any of the secrets, so that a secret can be rotated. Signs with the first. */
  constructor(
    private readonly secrets: readonly string[],
    private readonly clock: Clock,
  ) {}

  async read(rawBody: Uint8Array, signature: string | null): Promise<ProcessorEvent | null> {
    const bytes = Buffer.from(rawBody);
    const text = bytes.toString('utf8');
    // The library decodes the body first, so bytes that do not survive decoding were not signed.
    if (!signature || !Buffer.from(text).equals(bytes)) return null;
    for (const secret of this.secrets) {
      const event = await this.verified(text, signature, secret);
      if (event) return event;
    }
    return null;
  }

  /** Returns the signature header for a body sent now. */
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

/** Checks the shape: the type of a signed body is only the library's assumption. */
function isEvent(event: Stripe.Event): boolean {
  const { id, type, data } = { ...(event as { id?: unknown; type?: unknown; data?: { object?: unknown } | null }) };
  return typeof id === 'string' && typeof type === 'string' && typeof data?.object === 'object' && data.object !== null;
}
