import type { Log } from '@trunkline/platform';
import type Stripe from 'stripe';
import { ProcessorUnavailable } from '../../application/card-processor';

/** Statuses of invalid requests, for which Stripe does nothing. */
const REFUSALS = [400, 402, 404];

export type StripeRefusal =
  | { readonly kind: 'card'; readonly error: InstanceType<typeof Stripe.errors.StripeCardError> }
  | { readonly kind: 'request'; readonly error: InstanceType<typeof Stripe.errors.StripeInvalidRequestError> };

/**
 * Returns a refusal, after which nothing has happened. Throws ProcessorUnavailable for an unknown outcome: no response, a
 * server error, too many requests, or an invalid API key (which may be in rotation).
 */
export function refusalOf(error: unknown, { errors }: typeof Stripe, log: Log): StripeRefusal {
  if (error instanceof errors.StripeCardError) return { kind: 'card', error };
  if (error instanceof errors.StripeIdempotencyError) throw error;
  if (error instanceof errors.StripeInvalidRequestError && REFUSALS.includes(error.statusCode ?? 0)) {
    return { kind: 'request', error };
  }
  if (!(error instanceof errors.StripeError)) throw error;
  const { type, code, statusCode, requestId } = error;
  log.warn({ type, code, statusCode, stripeRequestId: requestId }, 'the card processor is not available');
  throw new ProcessorUnavailable(`Stripe: ${type}`, { cause: error });
}

/** Returns true when the object does not exist at Stripe. */
export function isMissing({ kind, error }: StripeRefusal): boolean {
  return kind === 'request' && error.code === 'resource_missing';
}
