import type { CheckoutStatus } from '@trunkline/client';
import type { State } from '../../ui/feedback/status-mark';

/** How a checkout ended, as a state and as a heading. */
export const CHECKOUT_STATUSES: Readonly<
  Record<CheckoutStatus, { readonly state: State; readonly text: string; readonly heading: string }>
> = {
  all_provisioned: { state: 'ok', text: 'All bought', heading: 'Your numbers are ready' },
  partial: { state: 'warn', text: 'Some bought', heading: 'Some numbers could not be bought' },
  all_failed: { state: 'bad', text: 'Failed', heading: 'No number could be bought' },
  balance_too_low: { state: 'bad', text: 'Balance too low', heading: 'The balance is too low' },
};
