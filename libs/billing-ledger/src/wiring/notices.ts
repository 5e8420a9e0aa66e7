import { Mails } from '@trunkline/kernel';
import { bind } from '@trunkline/platform';
import { BillingNotices } from '../application/notices/billing-notices';
import { BillingContacts } from '../application/notices/ports';
import type { Wiring } from './wiring';

export const noticesWiring: Wiring = {
  providers: [],
  exports: [bind(BillingNotices, [BillingContacts, Mails])],
  schemas: [],
  migrations: [],
};
