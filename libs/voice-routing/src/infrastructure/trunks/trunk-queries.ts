import type { Page, PageRequest } from '@trunkline/kernel';
import { columnsOf, type Database, membersOf, Where } from '@trunkline/platform';
import type { GatewayView, StoredTrunkDetail, TrunkView } from '../../application/trunks/views';
import type { RouteFilters, RouteSort, TrunkQueries } from '../../application/trunks/ports';
import { listOfRoutes } from '../routes';
import { SipGatewaySchema, SipTrunkSchema } from '../schema';

const TRUNK = columnsOf(SipTrunkSchema, membersOf(SipTrunkSchema, ['accountId']), 'r');
const GATEWAY = columnsOf(
  SipGatewaySchema,
  membersOf(SipGatewaySchema, ['trunkId', 'accountId', 'authPasswordSealed']),
  'g',
);
// Priority ascending and weight descending as one number, for keyset pagination.
const RANK = `(g.priority * 10001 + 10000 - g.weight)`;
const GATEWAYS = `SELECT ${GATEWAY}, g.auth_password_sealed IS NOT NULL AS "hasAuthPassword",
    coalesce(h.state, 'unknown') AS state, h.last_probe_at AS "lastProbeAt", ${RANK} AS rank
  FROM voice.sip_gateways g LEFT JOIN voice.gateway_health h ON h.gateway_id = g.id`;

export class TrunkReads implements TrunkQueries {
  constructor(private readonly db: Database) {}

  list(accountId: string, filters: RouteFilters, page: PageRequest<RouteSort>): Promise<Page<TrunkView>> {
    const select = `SELECT ${TRUNK} FROM voice.sip_trunks r`;
    return this.db.page<TrunkView>(listOfRoutes(select, accountId, filters, page.sort), page);
  }

  get(accountId: string, id: string): Promise<StoredTrunkDetail> {
    return this.db.get(
      `SELECT ${TRUNK},
         (SELECT count(*) FROM voice.sip_gateways g WHERE g.trunk_id = r.id) AS "gatewayCount",
         coalesce(p.count, 0) AS "profileCount", coalesce(p.profiles, '[]') AS profiles
       FROM voice.sip_trunks r CROSS JOIN LATERAL (
         SELECT count(*) AS count, jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name) ORDER BY p.name) AS profiles
         FROM voice.routing_profiles p
         WHERE p.status <> 'archived' AND p.id IN (
           SELECT t.profile_id FROM voice.routing_targets t WHERE t.sip_trunk_id = r.id)) AS p
       WHERE r.id = $1 AND r.account_id = $2`,
      [id, accountId],
    );
  }

  gateways(trunkId: string, page: PageRequest): Promise<Page<GatewayView>> {
    const where = new Where().require('g.trunk_id = ?', trunkId);
    const of = ({ rank, id }: GatewayView & { readonly rank: number }) => [rank, id] as const;
    return this.db.page({ select: GATEWAYS, where, by: [RANK, 'g.id'], of }, page);
  }

  gateway(trunkId: string, gatewayId: string): Promise<GatewayView> {
    return this.db.get(`${GATEWAYS} WHERE g.id = $2 AND g.trunk_id = $1`, [trunkId, gatewayId]);
  }
}
