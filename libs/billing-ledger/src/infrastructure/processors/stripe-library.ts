import type Stripe from 'stripe';

/** Loads the library on first use: it is large, and many processes never need it. */
export async function stripeLibrary(): Promise<typeof Stripe> {
  return (await import('stripe')).default;
}
