import type { Page, PageRequest } from '@trunkline/kernel';

/** A network that a trunk claims as a source of its calls. */
export interface SourceNetworkView {
  readonly id: string;
  readonly trunkId: string;
  readonly accountId: string;
  /** CIDR. */
  readonly network: string;
  readonly claimedAt: Date;
  readonly confirmedAt: Date | null;
  /** The fingerprint of the operator's token, or `digest` for an authenticated call. */
  readonly confirmedBy: string | null;
  readonly rejectedAt: Date | null;
  /** Another account claims an overlapping network. */
  readonly isContested: boolean;
}

export interface SourceNetworkFilters {
  readonly accountId?: string;
  readonly trunkId?: string;
  readonly isContested?: boolean;
}

/** Claims of trunks that are not archived. */
export abstract class SourceNetworkStore {
  abstract list(filters: SourceNetworkFilters, page: PageRequest<'claimed_at'>): Promise<Page<SourceNetworkView>>;
  /** Locks the claim until the transaction ends. Throws `not_found`. */
  abstract lock(id: string): Promise<SourceNetworkView>;
  abstract confirm(id: string, by: string, now: Date): Promise<void>;
  abstract reject(id: string, now: Date): Promise<void>;
  /** Throws `not_found`. */
  abstract get(id: string): Promise<SourceNetworkView>;
}
