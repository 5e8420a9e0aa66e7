import { resolve } from 'node:path';
import { type Binaries, findSystemBinaries } from '../postgres';

/**
 * Suites that depend on the server's version: migrations, rights, transactions, locks, stores, journal, backups. They also
 * run on the system's PostgreSQL; all other suites run on the embedded one only.
 */
const SUITES = [
  'libs/platform/src/database/migrate.int-spec.ts',
  'libs/platform/src/database/database.int-spec.ts',
  'libs/platform/src/database/roles/access.int-spec.ts',
  'libs/platform/src/security/master-keys.int-spec.ts',
  'libs/platform/src/stores/idempotency-keys.int-spec.ts',
  'libs/platform/src/events/outbox.int-spec.ts',
  'libs/platform/src/events/outbox-relay.int-spec.ts',
  'libs/platform/src/stores/store-contracts.int-spec.ts',
  'libs/platform/src/jobs/job-queues.int-spec.ts',
  'libs/billing-ledger/src/infrastructure/journal/stored-journal.int-spec.ts',
  'libs/billing-ledger/src/infrastructure/journal/verify.int-spec.ts',
  'libs/billing-ledger/src/application/ledger-properties.int-spec.ts',
  'libs/numbering/src/infrastructure/concurrent-requests.int-spec.ts',
  'libs/numbering/src/infrastructure/repositories.int-spec.ts',
  'libs/numbering/src/infrastructure/orders/purchases.int-spec.ts',
  'libs/identity/src/infrastructure/concurrent-requests.int-spec.ts',
  'libs/identity/src/infrastructure/repositories.int-spec.ts',
  'libs/voice-routing/src/infrastructure/calls/routing-snapshots.int-spec.ts',
  'libs/voice-routing/src/infrastructure/calls/decision-log.int-spec.ts',
  'libs/cdr/src/infrastructure/ingest/cdr-store.int-spec.ts',
  'libs/cdr/src/infrastructure/reads/cdr-queries.int-spec.ts',
  'libs/compliance/src/infrastructure/bundle-directory.int-spec.ts',
  'libs/compliance/src/infrastructure/personal-data/enveloped-personal-data.int-spec.ts',
  'libs/webhooks/src/infrastructure/events/event-log.int-spec.ts',
  'tools/schema.int-spec.ts',
];

const NO_SYSTEM_POSTGRES = `
################################################################################
##                                                                            ##
##   NO POSTGRESQL OF THE SYSTEM'S PACKAGES: THE SUITES THAT DEPEND ON THE    ##
##   SERVER'S VERSION RUN ON THE EMBEDDED ONE ALONE.                          ##
##   On Debian: apt-get install postgresql                                    ##
##                                                                            ##
################################################################################
`;

export const systemSuites = (): string[] => SUITES.map((path) => resolve(path));

/** Returns the oldest PostgreSQL that the system's packages installed, or null. Throws in CI when there is none. */
export function systemPostgres(found = findSystemBinaries(), isCi = process.env['CI'] === 'true'): Binaries | null {
  const [oldest] = found;
  if (oldest) return oldest;
  if (isCi) throw new Error('no PostgreSQL in /usr/lib/postgresql, and CI must run its suites');
  console.log(NO_SYSTEM_POSTGRES);
  return null;
}
