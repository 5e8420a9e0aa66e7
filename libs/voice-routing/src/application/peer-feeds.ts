import type { SipTransport } from '../domain/trunks/sip-trunk';

/** Names a customer's gateway or trunk, or the operator's carrier. */
export type PeerOwner = { readonly gatewayId: string } | { readonly trunkId: string } | { readonly carrierId: string };

/** A gateway or carrier to probe. */
export interface ProbedPeer {
  readonly owner: PeerOwner;
  /** Where to send OPTIONS; null if it is not to be probed any more. */
  readonly target: { readonly uri: string; readonly transport: SipTransport } | null;
}

/** A network that calls of a trunk or carrier come from, or no longer come from. */
export interface SourceNetwork {
  readonly owner: PeerOwner;
  /** CIDR notation. */
  readonly network: string;
  readonly isRemoved: boolean;
}

export interface FeedPage<T> {
  readonly items: readonly T[];
  /** Where to read on, at once if there is more. */
  readonly next: string;
  readonly hasMore: boolean;
  /** The page begins the full list, which replaces what was read before. */
  readonly isReset: boolean;
}

/**
 * What switches probe and accept calls from, as lists and as changes since a cursor. Without a cursor, and with one that is
 * unknown or older than a week, the full list begins. A change is never missed, however late its transaction commits, and may
 * be returned more than once.
 */
export abstract class PeerFeeds {
  /** Enabled gateways of active trunks, and enabled carriers. */
  abstract gateways(after: string | null, limit: number): Promise<FeedPage<ProbedPeer>>;
  /** Networks of active trunks that no operator has rejected, and of enabled carriers. */
  abstract sources(after: string | null, limit: number): Promise<FeedPage<SourceNetwork>>;
  /** Forgets changes after a week. Returns how many. */
  abstract prune(): Promise<number>;
}
