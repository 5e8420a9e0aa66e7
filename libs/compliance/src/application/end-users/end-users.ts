import type { Clock, Page, PageRequest, Transactor } from '@trunkline/kernel';
import type { Reader } from '../../domain/access';
import { EndUser, type EndUserChange } from '../../domain/end-user';
import { ComplianceErrors, portedByEndUser } from '../../domain/errors';
import type { AccessLog, RecordUses } from '../ports';
import type { EndUserFilters, EndUserRepository, EndUserView } from './ports';

export interface EndUserRef {
  readonly accountId: string;
  readonly id: string;
}

/** Creates, reads and changes end users. The access log records every read, and every change, which returns all details. */
export class EndUsers {
  constructor(
    private readonly tx: Transactor,
    private readonly endUsers: EndUserRepository,
    private readonly accesses: AccessLog,
    private readonly records: RecordUses,
    private readonly clock: Clock,
  ) {}

  async list(
    { accountId, reader }: { readonly accountId: string; readonly reader: Reader },
    filters: EndUserFilters,
    page: PageRequest<'created_at'>,
  ): Promise<Page<EndUserView>> {
    const found = await this.endUsers.list(accountId, filters, page);
    const resourceIds = found.items.map(({ endUser }) => endUser.id);
    await this.accesses.record({ accountId, reader, action: 'end_user.read', resourceIds });
    return found;
  }

  /** Throws `not_found`. */
  async get({ accountId, id }: EndUserRef, reader: Reader): Promise<EndUserView> {
    const view = await this.endUsers.get(accountId, id);
    await this.accesses.record({ accountId, reader, action: 'end_user.read', resourceIds: [id] });
    return view;
  }

  create(input: Pick<EndUser, 'accountId' | 'kind' | 'country' | 'details'>): Promise<EndUserView> {
    return this.tx.run(async () => {
      const endUser = EndUser.create(input, this.clock.now());
      await this.endUsers.add(endUser);
      return { endUser, documentCount: 0 };
    });
  }

  /** Throws `not_found`, `invalid_input`, and `resource_in_use` when a submitted or approved bundle relies on the change. */
  update(ref: EndUserRef, change: EndUserChange, reader: Reader): Promise<EndUserView> {
    return this.tx.run(async () => {
      const endUser = await this.endUsers.lock(ref.accountId, ref.id);
      const isReviewed = endUser.change(change, this.clock.now());
      if (isReviewed) await this.assertUnreviewed(endUser);
      await this.endUsers.save(endUser);
      return this.get(ref, reader);
    });
  }

  /** Throws `not_found`, and `resource_in_use` while documents, bundles or open ports refer to the end user. */
  remove({ accountId, id }: EndUserRef): Promise<void> {
    return this.tx.run(async () => {
      const endUser = await this.endUsers.lock(accountId, id);
      const { documents, bundles } = await this.endUsers.uses(id);
      if (documents + bundles > 0) {
        throw ComplianceErrors.resource_in_use({
          message: 'The end user has documents or bundles. Delete them first.',
          fields: { documents: String(documents), bundles: String(bundles) },
        });
      }
      if (await this.records.usesEndUser(accountId, id)) throw portedByEndUser();
      await this.endUsers.remove(endUser);
    });
  }

  /** The lock of the end user keeps bundles from being submitted meanwhile. */
  private async assertUnreviewed({ id }: EndUser): Promise<void> {
    const { lockedBundles } = await this.endUsers.uses(id);
    if (lockedBundles === 0) return;
    throw ComplianceErrors.resource_in_use({
      message:
        'Submitted or approved bundles rely on these details. Withdraw the submitted ones; for approved ones, create ' +
        'another end user and copy the bundle.',
      fields: { bundles: String(lockedBundles) },
    });
  }
}
