import type { EndUserKind, Page, PageRequest } from '@trunkline/kernel';
import type { EndUser } from '../../domain/end-user';

/** An end user matches one value of each list; undefined members match everything. */
export interface EndUserFilters {
  readonly kind?: readonly EndUserKind[];
  readonly country?: readonly string[];
  /** Whole words of names, email, phone and registration numbers; all must match. */
  readonly q?: string;
}

export interface EndUserView {
  readonly endUser: EndUser;
  readonly documentCount: number;
}

/** What refers to an end user. */
export interface EndUserUses {
  readonly documents: number;
  readonly bundles: number;
  /** Bundles that are submitted or approved. */
  readonly lockedBundles: number;
}

/** Seals the details of end users. Erased end users are not found. */
export abstract class EndUserRepository {
  abstract add(endUser: EndUser): Promise<void>;
  abstract save(endUser: EndUser): Promise<void>;
  abstract remove(endUser: EndUser): Promise<void>;
  /** Locks the end user until the transaction ends. Throws `not_found`. */
  abstract lock(accountId: string, id: string): Promise<EndUser>;
  /** Prevents changes and removal of the end user until the transaction ends. Returns null for an unknown end user. */
  abstract share(accountId: string, id: string): Promise<EndUser | null>;
  /** Throws `not_found`. */
  abstract get(accountId: string, id: string): Promise<EndUserView>;
  abstract find(accountId: string, id: string): Promise<EndUserView | null>;
  abstract list(
    accountId: string,
    filters: EndUserFilters,
    page: PageRequest<'created_at'>,
  ): Promise<Page<EndUserView>>;
  abstract uses(endUserId: string): Promise<EndUserUses>;
  /** Returns the bundles of any status that have the end user or a document of it. */
  abstract bundlesOf(accountId: string, id: string): Promise<readonly string[]>;
  /** Deletes the details of the end user, and the names and review notes of its bundles. */
  abstract erase(accountId: string, id: string, at: Date): Promise<void>;
}
