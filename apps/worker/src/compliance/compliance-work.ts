import { AnnounceExpiringDocuments, DeleteErasedData, SweepLooseFiles } from '@trunkline/compliance';
import type { Schedule } from '@trunkline/platform';
import type { Use } from '../use';

/** Returns the schedules for documents and bundles. */
export function complianceSchedules(use: Use): readonly Schedule[] {
  const announceExpiringDocuments = use(AnnounceExpiringDocuments);
  const deleteErasedData = use(DeleteErasedData);
  const sweepLooseFiles = use(SweepLooseFiles);
  return [
    { name: 'announce-expiring-documents', cron: '20 * * * *', run: () => announceExpiringDocuments.announce() },
    // Documents and end users of closed accounts.
    { name: 'delete-erased-data', cron: '45 * * * *', deletes: true, run: () => deleteErasedData.delete() },
    // Files that an interrupted upload or deletion left in the storage.
    { name: 'sweep-document-files', cron: '55 * * * *', run: () => sweepLooseFiles.sweep() },
  ];
}
