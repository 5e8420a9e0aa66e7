import type { CheckoutStatus } from '@trunkline/client';

/** How a checkout ended, as a state and as a heading. */
export const CHECKOUT_STATUSES: Readonly<
  Record<CheckoutStatus, { readonly color: string; readonly text: string; readonly heading: string }>
> = {
  all_provisioned: { color: 'teal', text: 'All bought', heading: 'Your numbers are ready' },
  partial: { color: 'yellow', text: 'Some bought', heading: 'Some numbers could not be bought' },
  all_failed: { color: 'red', text: 'Failed', heading: 'No number could be bought' },
  balance_too_low: { color: 'red', text: 'Balance too low', heading: 'The balance is too low' },
};
