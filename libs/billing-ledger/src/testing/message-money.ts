import type { Clock, EventBus } from '@trunkline/kernel';
import type { Database } from '@trunkline/platform';
import { Ledger } from '../application/ledger';
import { MessageHolds } from '../application/message-holds';
import { StoredCallHolds } from '../infrastructure/calls/call-hold.repository';
import { StoredJournal } from '../infrastructure/journal/journal';

/** The ledger and the holds of messages on a database, for tests of messaging. */
export function messageMoney(db: Database, clock: Clock, events: EventBus) {
  const journal = new StoredJournal(db);
  const ledger = new Ledger(db, journal, events, clock);
  return { journal, ledger, funds: new MessageHolds(db, new StoredCallHolds(db), ledger, clock) };
}
