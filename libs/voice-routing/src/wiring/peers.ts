import { Database, implement, type Wiring } from '@trunkline/platform';
import { PeerFeeds } from '../application/peers/ports';
import { StoredPeerFeeds } from '../infrastructure/peers/peer-feeds';

/** What switches probe and accept calls from. */
export const peersWiring: Wiring = {
  providers: [],
  exported: [implement(PeerFeeds, StoredPeerFeeds, [Database])],
};
