import type { Clock, Transactor } from '@trunkline/kernel';
import type { Reader } from '../../domain/access-log/access';
import { ComplianceErrors } from '../../domain/errors';
import type { AccessLog } from '../access-log/ports';
import type { BundleNumbers, BundleRepository } from '../bundles/ports';
import { deleteFiles } from '../documents/delete-files';
import type { DocumentRepository, DocumentStorage, LooseFiles } from '../documents/ports';
import type { EndUserRef } from './end-users';
import type { EndUserRepository } from './ports';

/** Erases what is held of an end user: details, documents and files. See docs/compliance.md#rights-of-end-users. */
export class EraseEndUser {
  constructor(
    private readonly tx: Transactor,
    private readonly endUsers: EndUserRepository,
    private readonly documents: DocumentRepository,
    private readonly bundles: BundleRepository,
    private readonly numbers: BundleNumbers,
    private readonly storage: DocumentStorage,
    private readonly looseFiles: LooseFiles,
    private readonly accesses: AccessLog,
    private readonly clock: Clock,
  ) {}

  /** Records the erasure in the access log. Throws `not_found`, and `resource_in_use` while live numbers need it. */
  async execute({ accountId, id }: EndUserRef, reader: Reader): Promise<void> {
    const files = await this.tx.run(async () => {
      await this.endUsers.lock(accountId, id);
      const now = this.clock.now();
      // Locks the bundles before their numbers are counted, so that no number attaches one in between.
      await this.bundles.lapse(accountId, id, now);
      await this.assertUnneeded(accountId, id);
      const storageKeys = await this.documents.removeOfEndUser(accountId, id);
      await this.looseFiles.addRemoved(accountId, storageKeys);
      await this.endUsers.erase(accountId, id, now);
      await this.accesses.record({ accountId, reader, action: 'end_user.erase', resourceIds: [id] });
      return storageKeys;
    });
    this.tx.afterCommit(() => void deleteFiles(files, this.storage, this.looseFiles));
  }

  private async assertUnneeded(accountId: string, id: string): Promise<void> {
    const bundleIds = await this.endUsers.bundlesOf(accountId, id);
    const counts = await this.numbers.countByBundles(accountId, bundleIds);
    const total = bundleIds.reduce((sum, bundleId) => sum + (counts.get(bundleId) ?? 0), 0);
    if (total === 0) return;
    throw ComplianceErrors.resource_in_use({
      message: 'Numbers have a bundle with the end user or its documents. Release them, or attach another bundle.',
      fields: { numbers: String(total) },
    });
  }
}
