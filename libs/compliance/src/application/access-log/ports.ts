import type { Page, PageRequest } from '@trunkline/kernel';
import type { AccessAction, Reader } from '../../domain/access-log/access';

export interface Access {
  readonly accountId: string;
  readonly reader: Reader;
  readonly action: AccessAction;
  /** The records that were read, one entry each. */
  readonly resourceIds: readonly string[];
}

export interface AccessEntry {
  readonly id: string;
  readonly at: Date;
  readonly actorKind: Reader['kind'];
  readonly actorId: string;
  readonly action: AccessAction;
  readonly resourceId: string;
}

/** Who has read which personal data. Append-only. */
export abstract class AccessLog {
  /** Written before the data is returned, so that no read goes unrecorded. */
  abstract record(access: Access): Promise<void>;
  /** Newest first by default. */
  abstract list(accountId: string, resourceId: string | null, page: PageRequest<'at'>): Promise<Page<AccessEntry>>;
}
