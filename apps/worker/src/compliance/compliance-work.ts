import { AnnounceExpiringDocuments, SweepLooseFiles } from '@trunkline/compliance';
import type { Schedule } from '@trunkline/platform';
import type { Use } from '../use';

/** Returns the schedules for documents and bundles. */
export function complianceSchedules(use: Use): readonly Schedule[] {
  const announceExpiringDocuments = use(AnnounceExpiringDocuments);
  const sweepLooseFiles = use(SweepLooseFiles);
  return [
    { name: 'announce-expiring-documents', cron: '20 * * * *', run: () => announceExpiringDocuments.execute() },
    // Files that an interrupted upload or deletion left in the storage.
    { name: 'sweep-document-files', cron: '55 * * * *', run: () => sweepLooseFiles.execute() },
  ];
}
