import { Mails } from '@trunkline/kernel';
import { bind, type Wiring } from '@trunkline/platform';
import { NumberContacts, NumberNotices } from '../application/notices/number-notices';

/** Mails about numbers. */
export const noticesWiring: Wiring = {
  providers: [],
  exported: [bind(NumberNotices, [NumberContacts, Mails])],
};
