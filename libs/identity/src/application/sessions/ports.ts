import type { Page, PageRequest } from '@trunkline/kernel';

/** A session as shown to its user. */
export interface SessionView {
  readonly id: string;
  readonly deviceName: string;
  readonly ip: string | null;
  readonly ipCountry: string | null;
  readonly city: string | null;
  readonly isTrusted: boolean;
  /** The session of this request. */
  readonly isCurrent: boolean;
  readonly lastUsedAt: Date;
  readonly expiresAt: Date;
  readonly createdAt: Date;
}

export interface SessionFilter {
  readonly userId: string;
  readonly currentSessionId: string;
  readonly now: Date;
}

export abstract class SessionQueries {
  /** Usable sessions: the current one first, then by last use. */
  abstract list(filter: SessionFilter, page: PageRequest<'last_used_at'>): Promise<Page<SessionView>>;
  /** Throws not_found for another user's session and for one that has ended. */
  abstract get(filter: SessionFilter, id: string): Promise<SessionView>;
}
