import type { Page, PageRequest } from '@trunkline/kernel';
import { containing, type Database, readPage, type SortKey, spelledLike } from '@trunkline/platform';
import type { GatewayView, TrunkView } from '../../application/trunks/views';
import { type RouteFilters, type RouteSort, TrunkQueries } from '../../application/trunks/ports';
import type { GatewayOptions } from '../../domain/trunks/sip-gateway';
import type { Codec, RouteStatus, TrunkOptions } from '../../domain/trunks/sip-trunk';

interface TrunkRow {
  readonly id: string;
  readonly name: string;
  readonly status: RouteStatus;
  readonly transport: TrunkOptions['transport'];
  readonly codec_preference: Codec[];
  readonly dtmf_mode: TrunkOptions['dtmfMode'];
  readonly registration_mode: TrunkOptions['registrationMode'];
  readonly caller_id_strategy: TrunkOptions['callerIdStrategy'];
  readonly caller_id_override: string | null;
  readonly default_caller_id: string | null;
  readonly inbound_cidrs: string[];
  readonly max_concurrent_calls: number | null;
  readonly number_format: TrunkOptions['numberFormat'];
  readonly number_prefix: string | null;
  readonly media_encryption: TrunkOptions['mediaEncryption'];
  readonly user_phone: boolean;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly archived_at: Date | null;
}

interface GatewayRow {
  readonly id: string;
  readonly name: string;
  readonly host: string;
  readonly port: number;
  readonly transport: GatewayOptions['transport'];
  readonly weight: number;
  readonly priority: number;
  readonly auth_username: string | null;
  readonly has_auth_password: boolean;
  readonly custom_headers: Record<string, string> | null;
  readonly enabled: boolean;
  readonly dns_srv: boolean;
  readonly state: GatewayView['state'];
  readonly last_probe_at: Date | null;
  readonly rank: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

interface Named {
  readonly name: string;
  readonly created_at: Date;
}

export const ROUTE_SORTS: Readonly<Record<RouteSort, SortKey<Named>>> = {
  created_at: { column: 'r.created_at', type: 'timestamptz', of: (row) => row.created_at.toISOString() },
  name: { column: 'r.name', type: 'text', of: (row) => row.name },
};

const TRUNK = `r.id, r.name, r.status, r.transport, r.codec_preference, r.dtmf_mode, r.registration_mode,
  r.caller_id_strategy, r.caller_id_override, r.default_caller_id, r.inbound_cidrs, r.max_concurrent_calls, r.number_format,
  r.number_prefix, r.media_encryption, r.user_phone, r.created_at, r.updated_at, r.archived_at`;
// Priority ascending and weight descending as one number, for keyset pagination.
const RANK = `(g.priority * 10001 + 10000 - g.weight)`;
const GATEWAY = `g.id, g.name, g.host, g.port, g.transport, g.weight, g.priority, g.auth_username,
  g.auth_password_sealed IS NOT NULL AS has_auth_password, g.custom_headers, g.enabled, g.dns_srv, g.created_at, g.updated_at,
  ${RANK} AS rank, coalesce(h.state, 'unknown') AS state, h.last_probe_at`;
const GATEWAYS = `SELECT ${GATEWAY} FROM voice.sip_gateways g LEFT JOIN voice.gateway_health h ON h.gateway_id = g.id`;

export class SqlTrunkQueries extends TrunkQueries {
  constructor(private readonly db: Database) {
    super();
  }

  override async list(
    accountId: string,
    { statuses, q }: RouteFilters,
    page: PageRequest<RouteSort>,
  ): Promise<Page<TrunkView>> {
    const statement = {
      select: `SELECT ${TRUNK} FROM voice.sip_trunks r`,
      where: [`r.account_id = $1`, `r.status = ANY($2)`, `($3::text[] IS NULL OR ${spelledLike('r.name', '$3')})`],
      values: [accountId, statuses, q && containing(q)],
      key: ROUTE_SORTS[page.sort],
      id: 'r.id',
    };
    const { items, next } = await readPage<TrunkRow>(this.db, statement, page);
    return { items: items.map(trunkView), next };
  }

  override async get(accountId: string, id: string) {
    const row = await this.db.queryOne<TrunkRow & { gateway_count: number; profile_count: number }>(
      `SELECT ${TRUNK},
         (SELECT count(*) FROM voice.sip_gateways g WHERE g.trunk_id = r.id) AS gateway_count,
         (SELECT count(DISTINCT t.profile_id) FROM voice.routing_targets t
            JOIN voice.routing_profiles p ON p.id = t.profile_id AND p.status <> 'archived'
           WHERE t.sip_trunk_id = r.id) AS profile_count
       FROM voice.sip_trunks r WHERE r.id = $1 AND r.account_id = $2`,
      [id, accountId],
    );
    if (!row) return null;
    const { gateway_count: gatewayCount, profile_count: profileCount } = row;
    return { ...trunkView(row), gatewayCount, profileCount };
  }

  override async gateways(trunkId: string, page: PageRequest): Promise<Page<GatewayView>> {
    const statement = {
      select: GATEWAYS,
      where: [`g.trunk_id = $1`],
      values: [trunkId],
      key: { column: RANK, type: 'bigint', of: (row: GatewayRow) => row.rank } as const,
      id: 'g.id',
    };
    const { items, next } = await readPage<GatewayRow>(this.db, statement, page);
    return { items: items.map(gatewayView), next };
  }

  override async gateway(trunkId: string, gatewayId: string): Promise<GatewayView | null> {
    const row = await this.db.queryOne<GatewayRow>(`${GATEWAYS} WHERE g.id = $2 AND g.trunk_id = $1`, [
      trunkId,
      gatewayId,
    ]);
    return row && gatewayView(row);
  }
}

function trunkView(row: TrunkRow): TrunkView {
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    transport: row.transport,
    codecPreference: row.codec_preference,
    dtmfMode: row.dtmf_mode,
    registrationMode: row.registration_mode,
    callerIdStrategy: row.caller_id_strategy,
    callerIdOverride: row.caller_id_override,
    defaultCallerId: row.default_caller_id,
    inboundCidrs: row.inbound_cidrs,
    maxConcurrentCalls: row.max_concurrent_calls,
    numberFormat: row.number_format,
    numberPrefix: row.number_prefix,
    mediaEncryption: row.media_encryption,
    userPhone: row.user_phone,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    archivedAt: row.archived_at,
  };
}

function gatewayView(row: GatewayRow): GatewayView {
  return {
    id: row.id,
    name: row.name,
    host: row.host,
    port: row.port,
    transport: row.transport,
    weight: row.weight,
    priority: row.priority,
    authUsername: row.auth_username,
    hasAuthPassword: row.has_auth_password,
    customHeaders: row.custom_headers,
    enabled: row.enabled,
    dnsSrv: row.dns_srv,
    state: row.state,
    lastProbeAt: row.last_probe_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
