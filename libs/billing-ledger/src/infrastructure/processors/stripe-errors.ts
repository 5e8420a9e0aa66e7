import type { Log } from '@trunkline/platform';
import type Stripe from 'stripe';
import { ProcessorUnavailable } from '../../application/card-processor';

/** Statuses with which Stripe says that the request itself is at fault, and that it has done nothing. */
const REFUSALS = [400, 402, 404];

export type StripeRefusal =
  | { readonly kind: 'card'; readonly error: InstanceType<typeof Stripe.errors.StripeCardError> }
  | { readonly kind: 'request'; readonly error: InstanceType<typeof Stripe.errors.StripeInvalidRequestError> };

/**
 * Tells a refusal, after which nothing has happened, from an answer that leaves the outcome open: none at all, a fault of
 * Stripe's, too many requests, or a key of ours that is not valid (a new one may be on its way). The latter are thrown as
 * ProcessorUnavailable.
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

/** True when what was asked for does not exist at Stripe. */
export function isMissing({ kind, error }: StripeRefusal): boolean {
  return kind === 'request' && error.code === 'resource_missing';
}
