import type { Clock, EventBus, Transactor } from '@trunkline/kernel';
import type { Reader } from '../../domain/access';
import type { AccessLog } from '../ports';
import type { Bundles } from '../bundles/bundles';
import type { DocumentRepository } from '../documents/ports';
import type { RemovedFiles } from '../documents/removed-files';
import type { StoredResponses } from '../personal-data';
import type { EndUserRef } from './end-users';
import type { EndUserRepository } from './ports';

/** Erases the data of an end user: details, documents and files. See docs/compliance.md#rights-of-end-users. */
export class EraseEndUser {
  constructor(
    private readonly tx: Transactor,
    private readonly endUsers: EndUserRepository,
    private readonly documents: DocumentRepository,
    private readonly bundles: Bundles,
    private readonly files: RemovedFiles,
    private readonly responses: StoredResponses,
    private readonly accesses: AccessLog,
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {}

  /** Records the erasure in the access log. Throws `not_found`, and `resource_in_use` while live numbers or open ports need it. */
  async erase({ accountId, id }: EndUserRef, reader: Reader): Promise<void> {
    await this.tx.run(async () => {
      await this.endUsers.lock(accountId, id);
      const now = this.clock.now();
      const bundleIds = await this.bundles.lapse(accountId, id, now);
      const documents = await this.documents.ofEndUser(accountId, id);
      const storageKeys = await this.documents.removeOfEndUser(accountId, id);
      await this.files.add(accountId, storageKeys);
      await this.endUsers.erase(accountId, id, now);
      await this.responses.erase(accountId, [id, ...documents.map((document) => document.id)]);
      await this.accesses.record({ accountId, reader, action: 'end_user.erase', resourceIds: [id] });
      const data = { end_user_id: id, bundle_ids: bundleIds };
      await this.events.publish({ type: 'compliance.end_user.erased', accountId, data });
    });
  }
}
