import type { Page, PageRequest } from '@trunkline/kernel';
import { type Database, Where } from '@trunkline/platform';
import {
  type SourceNetworkFilters,
  type SourceNetworkStore,
  type SourceNetworkView,
} from '../application/source-networks/ports';

const CONTESTED = `EXISTS (
  SELECT FROM voice.trunk_sources o JOIN voice.sip_trunks ot ON ot.id = o.trunk_id AND ot.status <> 'archived'
   WHERE o.network && s.network AND ot.account_id <> t.account_id)`;

const SELECT = `SELECT s.id, s.trunk_id AS "trunkId", t.account_id AS "accountId", s.network::text AS network,
    s.claimed_at AS "claimedAt", s.confirmed_at AS "confirmedAt", s.confirmed_by AS "confirmedBy",
    s.rejected_at AS "rejectedAt", ${CONTESTED} AS "isContested"
  FROM voice.trunk_sources s JOIN voice.sip_trunks t ON t.id = s.trunk_id AND t.status <> 'archived'`;

export class StoredSourceNetworks implements SourceNetworkStore {
  constructor(private readonly db: Database) {}

  list(
    { accountId, trunkId, isContested }: SourceNetworkFilters,
    page: PageRequest<'claimed_at'>,
  ): Promise<Page<SourceNetworkView>> {
    const where = new Where()
      .add('t.account_id = ?', accountId)
      .add('s.trunk_id = ?', trunkId)
      .add(`${CONTESTED} = ?`, isContested);
    const of = ({ claimedAt, id }: SourceNetworkView) => [claimedAt, id] as const;
    return this.db.page({ select: SELECT, where, by: ['s.claimed_at', 's.id'], of }, page);
  }

  async lock(id: string): Promise<SourceNetworkView> {
    await this.db.query(`SELECT FROM voice.trunk_sources WHERE id = $1 FOR UPDATE`, [id]);
    return this.get(id);
  }

  get(id: string): Promise<SourceNetworkView> {
    return this.db.get(`${SELECT} WHERE s.id = $1`, [id]);
  }

  async confirm(id: string, by: string, now: Date): Promise<void> {
    await this.db.query(
      `UPDATE voice.trunk_sources SET confirmed_at = $2, confirmed_by = $3, rejected_at = NULL WHERE id = $1`,
      [id, now, by],
    );
  }

  async reject(id: string, now: Date): Promise<void> {
    await this.db.query(
      `UPDATE voice.trunk_sources SET rejected_at = $2, confirmed_at = NULL, confirmed_by = NULL WHERE id = $1`,
      [id, now],
    );
  }
}
