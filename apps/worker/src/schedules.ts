import { Housekeeping, type Schedule } from '@trunkline/platform';
import type { Use } from './use';

/** What is due by the clock: name, time in UTC, use case. All of it also runs when the test clock is moved. */
export function schedules(use: Use): readonly Schedule[] {
  const housekeeping = use(Housekeeping);
  return [
    { name: 'prune-outbox', cron: '20 3 * * *', run: () => housekeeping.pruneOutbox() },
    { name: 'prune-mails', cron: '30 3 * * *', run: () => housekeeping.pruneMails() },
    { name: 'prune-idempotency-keys', cron: '40 * * * *', run: () => housekeeping.pruneIdempotencyKeys() },
    { name: 'prune-stores', cron: '50 * * * *', run: () => housekeeping.pruneStores() },
  ];
}
