import type { Page, PageRequest } from '@trunkline/kernel';
import { containing, type Database, readPage, type SortKey, spelledLike } from '@trunkline/platform';
import type { GatewayView, TrunkDetail, TrunkView } from '../../application/trunks/views';
import { type RouteFilters, type RouteSort, type TrunkQueries } from '../../application/trunks/ports';

/** The gateway, and the value that its page is sorted by. */
interface GatewayRow extends GatewayView {
  readonly rank: number;
}

interface Named {
  readonly name: string;
  readonly createdAt: Date;
}

export const ROUTE_SORTS: Readonly<Record<RouteSort, SortKey<Named>>> = {
  created_at: { column: 'r.created_at', type: 'timestamptz', of: (row) => row.createdAt.toISOString() },
  name: { column: 'r.name', type: 'text', of: (row) => row.name },
};

const TRUNK = `r.id, r.name, r.status, r.transport, r.codec_preference AS "codecPreference", r.dtmf_mode AS "dtmfMode",
  r.registration_mode AS "registrationMode", r.caller_id_strategy AS "callerIdStrategy",
  r.caller_id_override AS "callerIdOverride", r.default_caller_id AS "defaultCallerId", r.inbound_cidrs AS "inboundCidrs",
  r.max_concurrent_calls AS "maxConcurrentCalls", r.number_format AS "numberFormat", r.number_prefix AS "numberPrefix",
  r.media_encryption AS "mediaEncryption", r.user_phone AS "userPhone", r.created_at AS "createdAt",
  r.updated_at AS "updatedAt", r.archived_at AS "archivedAt"`;
// Priority ascending and weight descending as one number, for keyset pagination.
const RANK = `(g.priority * 10001 + 10000 - g.weight)`;
const GATEWAYS = `SELECT g.id, g.name, g.host, g.port, g.transport, g.weight, g.priority, g.auth_username AS "authUsername",
    g.auth_password_sealed IS NOT NULL AS "hasAuthPassword", g.custom_headers AS "customHeaders", g.enabled,
    g.dns_srv AS "dnsSrv", g.created_at AS "createdAt", g.updated_at AS "updatedAt", coalesce(h.state, 'unknown') AS state,
    h.last_probe_at AS "lastProbeAt", ${RANK} AS rank
  FROM voice.sip_gateways g LEFT JOIN voice.gateway_health h ON h.gateway_id = g.id`;

export class TrunkReads implements TrunkQueries {
  constructor(private readonly db: Database) {}

  list(accountId: string, { statuses, q }: RouteFilters, page: PageRequest<RouteSort>): Promise<Page<TrunkView>> {
    const statement = {
      select: `SELECT ${TRUNK} FROM voice.sip_trunks r`,
      where: [`r.account_id = $1`, `r.status = ANY($2)`, `($3::text[] IS NULL OR ${spelledLike('r.name', '$3')})`],
      values: [accountId, statuses, q && containing(q)],
      key: ROUTE_SORTS[page.sort],
      id: 'r.id',
    };
    return readPage<TrunkView>(this.db, statement, page);
  }

  get(accountId: string, id: string) {
    return this.db.queryOne<Omit<TrunkDetail, 'numberCount'>>(
      `SELECT ${TRUNK},
         (SELECT count(*) FROM voice.sip_gateways g WHERE g.trunk_id = r.id) AS "gatewayCount",
         (SELECT count(DISTINCT t.profile_id) FROM voice.routing_targets t
            JOIN voice.routing_profiles p ON p.id = t.profile_id AND p.status <> 'archived'
           WHERE t.sip_trunk_id = r.id) AS "profileCount"
       FROM voice.sip_trunks r WHERE r.id = $1 AND r.account_id = $2`,
      [id, accountId],
    );
  }

  gateways(trunkId: string, page: PageRequest): Promise<Page<GatewayView>> {
    const statement = {
      select: GATEWAYS,
      where: [`g.trunk_id = $1`],
      values: [trunkId],
      key: { column: RANK, type: 'bigint', of: (row: GatewayRow) => row.rank } as const,
      id: 'g.id',
    };
    return readPage<GatewayRow>(this.db, statement, page);
  }

  gateway(trunkId: string, gatewayId: string): Promise<GatewayView | null> {
    return this.db.queryOne<GatewayView>(`${GATEWAYS} WHERE g.id = $2 AND g.trunk_id = $1`, [trunkId, gatewayId]);
  }
}
