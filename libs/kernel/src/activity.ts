import type { ActorColumns } from './actor';

/** Filters of a list. Undefined members match everything. */
export interface ActivityFilter {
  /** An actor's id or kind. */
  readonly actor?: string;
  readonly action?: string;
  /** A resource's id or kind. */
  readonly resource?: string;
  /** Inclusive. */
  readonly from?: Date;
  /** Exclusive. */
  readonly to?: Date;
}

/** One field of a resource, as the API spells it. */
export interface ActivityChange {
  readonly field: string;
  readonly from: unknown;
  readonly to: unknown;
  /** The values are left out, because they are a secret or personal data. */
  readonly redacted?: boolean;
}

/** The change of one resource. */
export interface Activity extends ActorColumns {
  readonly id: string;
  readonly at: Date;
  readonly ip: string | null;
  readonly action: string;
  readonly resourceKind: string;
  readonly resourceId: string;
  readonly resourceName: string | null;
  readonly changes: readonly ActivityChange[];
}
