import { CommonErrors, newId } from '@trunkline/kernel';
import type { Database } from '@trunkline/platform';
import { type SipTrunkRepository } from '../../application/trunks/ports';
import type { RouteStatus, SipTrunk } from '../../domain/trunks/sip-trunk';
import { routeStatus, withUniqueName } from '../routes';
import { SipTrunkSchema } from '../schema';

const NAME_INDEX = 'sip_trunks_live_name';

export class StoredSipTrunks implements SipTrunkRepository {
  constructor(private readonly db: Database) {}

  async add(trunk: SipTrunk): Promise<void> {
    await withUniqueName(NAME_INDEX, () => this.db.manager.insert(SipTrunkSchema, trunk));
    await this.addSources(trunk);
  }

  async save(trunk: SipTrunk): Promise<void> {
    await withUniqueName(NAME_INDEX, () => this.db.manager.save(SipTrunkSchema, trunk));
    // Unchanged networks keep their claim time and confirmation, which decide whose trunk a call from there belongs to.
    await this.db.query(
      `DELETE FROM voice.trunk_sources
       WHERE trunk_id = $1 AND network NOT IN (SELECT cidr::cidr FROM unnest($2::text[]) AS cidr)`,
      [trunk.id, trunk.inboundCidrs],
    );
    await this.addSources(trunk);
  }

  find(accountId: string, id: string): Promise<SipTrunk | null> {
    return this.db.manager.findOneBy(SipTrunkSchema, { id, accountId });
  }

  async lock(accountId: string, id: string): Promise<SipTrunk> {
    const lock = { mode: 'pessimistic_write' } as const;
    const trunk = await this.db.manager.findOne(SipTrunkSchema, { where: { id, accountId }, lock });
    if (!trunk) throw CommonErrors.not_found();
    return trunk;
  }

  status(accountId: string, id: string): Promise<RouteStatus | null> {
    return routeStatus(this.db, 'voice.sip_trunks', [id, accountId]);
  }

  private async addSources({ id, inboundCidrs, updatedAt }: SipTrunk): Promise<void> {
    if (inboundCidrs.length === 0) return;
    await this.db.query(
      `INSERT INTO voice.trunk_sources (trunk_id, network, id, claimed_at)
       SELECT $1, cidr::cidr, id, $4 FROM unnest($2::text[], $3::text[]) AS claim (cidr, id)
       ON CONFLICT (trunk_id, network) DO NOTHING`,
      [id, inboundCidrs, inboundCidrs.map(() => newId('src')), updatedAt],
    );
  }
}
