import { Database, implement, type Wiring } from '@trunkline/platform';
import { PeerFeeds } from '../application/peers/ports';
import { SqlPeerFeeds } from '../infrastructure/peers/sql-peer-feeds';

/** What switches probe and accept calls from. */
export const peersWiring: Wiring = {
  providers: [],
  exported: [implement(PeerFeeds, SqlPeerFeeds, [Database])],
};
