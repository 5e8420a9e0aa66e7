import type { EndUserKind, NumberType, Page, PageRequest } from '@trunkline/kernel';
import type { AccessAction, Reader } from '../domain/access';
import type { NumberRequirements } from '../domain/requirements';

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

/** What regulators and carriers require per country and number type. See docs/requirements.md. */
export abstract class RequirementsDirectory {
  /**
   * Returns what a bundle is checked against, also where the requirements are unknown. An `endUserKind` leaves out what
   * applies only to the other kind; it does not check that the number may be used by that kind.
   */
  abstract find(country: string, numberType: NumberType, endUserKind?: EndUserKind | null): NumberRequirements;
  abstract isKnown(country: string, numberType: NumberType): boolean;
  /** Returns the requirements of every number type of a country that are known; none for an unknown country. */
  abstract list(country: string): readonly NumberRequirements[];
}

/** Looks up end users and documents for other contexts, which keep only their ids. Both methods join the caller's transaction. */
export abstract class RecordDirectory {
  /** Returns those of the account's documents that exist, and prevents their removal until the transaction ends. */
  abstract shareDocuments(accountId: string, ids: readonly string[]): Promise<readonly string[]>;
  /** Returns whether the account has the end user, and prevents its removal and erasure until the transaction ends. */
  abstract shareEndUser(accountId: string, id: string): Promise<boolean>;
}

/** The uses of end users and documents outside of this context: by ports of numbers, from numbering. */
export abstract class RecordUses {
  abstract usesDocument(accountId: string, documentId: string): Promise<boolean>;
  abstract usesEndUser(accountId: string, endUserId: string): Promise<boolean>;
}

/** The members of accounts, from identity. */
export abstract class ComplianceContacts {
  /** Returns the owners and admins. */
  abstract technicalContacts(
    accountId: string,
  ): Promise<readonly { readonly userId: string; readonly email: string; readonly name: string }[]>;
}
