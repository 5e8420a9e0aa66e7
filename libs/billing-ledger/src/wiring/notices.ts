import { Mails } from '@trunkline/kernel';
import { bind, type Wiring } from '@trunkline/platform';
import { BillingNotices } from '../application/notices/billing-notices';
import { Journal } from '../application/journal/ports';
import { BillingContacts } from '../application/notices/ports';

export const noticesWiring: Wiring = {
  providers: [],
  exported: [bind(BillingNotices, [BillingContacts, Journal, Mails])],
};
