import type { Clock, EventBus, Transactor } from '@trunkline/kernel';
import type { Reader } from '../../domain/access-log/access';
import { ComplianceErrors } from '../../domain/errors';
import type { AccessLog } from '../access-log/ports';
import type { BundleNumbers, BundleRepository } from '../bundles/ports';
import type { DocumentRepository } from '../documents/ports';
import type { RemovedFiles } from '../documents/removed-files';
import type { EndUserRef } from './end-users';
import type { EndUserRepository } from './ports';

/** Erases the data of an end user: details, documents and files. See docs/compliance.md#rights-of-end-users. */
export class EraseEndUser {
  constructor(
    private readonly tx: Transactor,
    private readonly endUsers: EndUserRepository,
    private readonly documents: DocumentRepository,
    private readonly bundles: BundleRepository,
    private readonly numbers: BundleNumbers,
    private readonly files: RemovedFiles,
    private readonly accesses: AccessLog,
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {}

  /** Records the erasure in the access log. Throws `not_found`, and `resource_in_use` while live numbers need it. */
  async execute({ accountId, id }: EndUserRef, reader: Reader): Promise<void> {
    await this.tx.run(async () => {
      await this.endUsers.lock(accountId, id);
      const now = this.clock.now();
      // Locks the bundles before their numbers are counted, so that no number attaches one in between.
      await this.bundles.lapse(accountId, id, now);
      const bundleIds = await this.endUsers.bundlesOf(accountId, id);
      await this.assertUnneeded(accountId, bundleIds);
      const storageKeys = await this.documents.removeOfEndUser(accountId, id);
      await this.files.add(accountId, storageKeys);
      await this.endUsers.erase(accountId, id, now);
      await this.accesses.record({ accountId, reader, action: 'end_user.erase', resourceIds: [id] });
      const data = { end_user_id: id, bundle_ids: bundleIds };
      await this.events.publish({ type: 'compliance.end_user.erased', accountId, data });
    });
  }

  private async assertUnneeded(accountId: string, bundleIds: readonly string[]): Promise<void> {
    const counts = await this.numbers.countByBundles(accountId, bundleIds);
    const total = bundleIds.reduce((sum, bundleId) => sum + (counts.get(bundleId) ?? 0), 0);
    if (total === 0) return;
    throw ComplianceErrors.resource_in_use({
      message:
        'Live numbers use a bundle with the end user or its documents. Release them, or attach another bundle to them.',
      fields: { numbers: String(total) },
    });
  }
}
