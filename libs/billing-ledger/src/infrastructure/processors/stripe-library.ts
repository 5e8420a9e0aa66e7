import type Stripe from 'stripe';

/** Read when it is first needed: it is large, and a process may start, serve and end without it. */
export async function stripeLibrary(): Promise<typeof Stripe> {
  return (await import('stripe')).default;
}
