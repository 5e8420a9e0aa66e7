import { hasHostBits, networkOf } from '@trunkline/kernel';
import type { Database } from '@trunkline/platform';
import {
  type FeedPage,
  type PeerFeeds,
  type PeerOwner,
  type ProbedPeer,
  type SourceNetwork,
} from '../../application/peer-feeds';
import { type SipPeer, sipUri } from '../../domain/trunks/sip-uri';
import { ChangeFeed } from './change-feed';

/** Of a peer; empty at the start of the feed. */
const ID = /^\w*$/;
const LOWEST_NETWORK = '0.0.0.0/0';

/** SQL: what is to be probed now. */
const CARRIERS = `SELECT p.id AS key, p.host, p.port, p.transport, p.dns_srv AS "dnsSrv" FROM voice.carriers p WHERE p.enabled`;
const GATEWAYS = `SELECT p.id AS key, p.host, p.port, p.transport, p.dns_srv AS "dnsSrv" FROM voice.sip_gateways p
  JOIN voice.sip_trunks t ON t.id = p.trunk_id AND t.status = 'active' WHERE p.enabled`;
const PROBED = {
  name: 'gateways',
  list: `(${CARRIERS} AND p.id > $2 ORDER BY p.id LIMIT $3) UNION ALL (${GATEWAYS} AND p.id > $2 ORDER BY p.id LIMIT $3)
    ORDER BY key LIMIT $3`,
  changes: `SELECT c.peer_id AS key, c.changed_in::text AS "changedIn", p.host, p.port, p.transport, p."dnsSrv"
    FROM voice.probe_changes c
    LEFT JOIN LATERAL (${CARRIERS} AND p.id = c.peer_id UNION ALL ${GATEWAYS} AND p.id = c.peer_id) p ON true
    WHERE (c.changed_in, c.peer_id) > ($2::bigint, $3) ORDER BY c.changed_in, c.peer_id LIMIT $4`,
  isKey: (key: string) => ID.test(key),
  valuesOf: (key: string) => [key],
} as const;

/** SQL: where calls may come from now. */
const CARRIER_SOURCES = `SELECT s.carrier_id AS owner, s.network FROM voice.carrier_sources s
  JOIN voice.carriers p ON p.id = s.carrier_id AND p.enabled`;
const TRUNK_SOURCES = `SELECT s.trunk_id AS owner, s.network FROM voice.trunk_sources s
  JOIN voice.sip_trunks p ON p.id = s.trunk_id AND p.status = 'active' WHERE s.rejected_at IS NULL`;
const AFTER = `($2, $3::cidr)`;
const SOURCES = {
  name: 'sources',
  list: `SELECT owner || ' ' || network AS key, owner, network FROM (
      (${CARRIER_SOURCES} WHERE (s.carrier_id, s.network) > ${AFTER} ORDER BY s.carrier_id, s.network LIMIT $4)
      UNION ALL
      (${TRUNK_SOURCES} AND (s.trunk_id, s.network) > ${AFTER} ORDER BY s.trunk_id, s.network LIMIT $4)) found
    ORDER BY owner, network LIMIT $4`,
  changes: `SELECT c.owner_id || ' ' || c.network AS key, c.changed_in::text AS "changedIn", c.owner_id AS owner, c.network,
      NOT EXISTS (${CARRIER_SOURCES} WHERE s.carrier_id = c.owner_id AND s.network = c.network
        UNION ALL ${TRUNK_SOURCES} AND s.trunk_id = c.owner_id AND s.network = c.network) AS "isRemoved"
    FROM voice.source_changes c
    WHERE (c.changed_in, c.owner_id, c.network) > ($2::bigint, $3, $4::cidr)
    ORDER BY c.changed_in, c.owner_id, c.network LIMIT $5`,
  isKey: (key: string) => {
    const [owner = '', network = LOWEST_NETWORK, ...more] = key.split(' ');
    const parts = networkOf(network);
    return ID.test(owner) && parts !== null && !hasHostBits(parts) && more.length === 0;
  },
  valuesOf: (key: string) => {
    const [owner = '', network = LOWEST_NETWORK] = key.split(' ');
    return [owner, network];
  },
} as const;

/** A switch that does not ask for a week reads the full list. */
const KEPT = `interval '7 days'`;
const prune = (table: string, feed: string) => `WITH forgotten AS (
    DELETE FROM voice.${table} WHERE changed_at < now() - ${KEPT} RETURNING changed_in
  ), moved AS (
    UPDATE voice.change_feeds SET since = greatest(since, (SELECT max(changed_in) + 1 FROM forgotten))
     WHERE feed = '${feed}' AND EXISTS (SELECT FROM forgotten))
  SELECT count(*)::integer AS count FROM forgotten`;

interface StoredPeer {
  readonly key: string;
  readonly changedIn?: string;
  readonly host: string | null;
  readonly port: number;
  readonly transport: SipPeer['transport'];
  readonly dnsSrv: boolean;
}

interface StoredNetwork {
  readonly key: string;
  readonly changedIn?: string;
  readonly owner: string;
  readonly network: string;
  readonly isRemoved?: boolean;
}

export class StoredPeerFeeds implements PeerFeeds {
  private readonly probed: ChangeFeed<StoredPeer>;
  private readonly accepted: ChangeFeed<StoredNetwork>;

  constructor(private readonly db: Database) {
    this.probed = new ChangeFeed(db, PROBED);
    this.accepted = new ChangeFeed(db, SOURCES);
  }

  async gateways(after: string | null, limit: number): Promise<FeedPage<ProbedPeer>> {
    const page = await this.probed.page(after, limit);
    return { ...page, items: page.items.map(probedPeer) };
  }

  async sources(after: string | null, limit: number): Promise<FeedPage<SourceNetwork>> {
    const page = await this.accepted.page(after, limit);
    return { ...page, items: page.items.map(sourceNetwork) };
  }

  async prune(): Promise<number> {
    const peers = await this.db.get<{ count: number }>(prune('probe_changes', PROBED.name));
    const networks = await this.db.get<{ count: number }>(prune('source_changes', SOURCES.name));
    return peers.count + networks.count;
  }
}

function probedPeer({ key, host, port, transport, dnsSrv }: StoredPeer): ProbedPeer {
  const target = host === null ? null : { uri: sipUri({ host, port, transport, dnsSrv }), transport };
  return { owner: ownerOf(key), target };
}

function sourceNetwork({ owner, network, isRemoved = false }: StoredNetwork): SourceNetwork {
  return { owner: ownerOf(owner), network, isRemoved };
}

function ownerOf(id: string): PeerOwner {
  if (id.startsWith('car_')) return { carrierId: id };
  return id.startsWith('gw_') ? { gatewayId: id } : { trunkId: id };
}
