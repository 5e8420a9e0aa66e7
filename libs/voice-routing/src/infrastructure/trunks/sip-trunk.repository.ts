import { newId } from '@trunkline/kernel';
import type { Database } from '@trunkline/platform';
import type { SipTrunkRepository } from '../../application/trunks/ports';
import type { SipTrunk } from '../../domain/trunks/sip-trunk';
import { uniqueName } from '../routes';
import { SipTrunkSchema } from '../schema';

const OF_ACCOUNT = 'id = $1 AND account_id = $2';
const nameInUse = uniqueName('sip_trunks_live_name');

export class StoredSipTrunks implements SipTrunkRepository {
  constructor(private readonly db: Database) {}

  async add(trunk: SipTrunk): Promise<void> {
    await this.db.table(SipTrunkSchema).add(trunk, nameInUse);
    await this.addSources(trunk);
  }

  async save(trunk: SipTrunk): Promise<void> {
    await this.db.table(SipTrunkSchema).save(trunk, nameInUse);
    // Unchanged networks keep their claim time and confirmation, which decide whose trunk a call from there belongs to.
    await this.db.write(
      `DELETE FROM voice.trunk_sources
       WHERE trunk_id = $1 AND network NOT IN (SELECT cidr::cidr FROM unnest($2::text[]) AS cidr)`,
      [trunk.id, trunk.inboundCidrs],
    );
    await this.addSources(trunk);
  }

  find(accountId: string, id: string): Promise<SipTrunk | null> {
    return this.db.table(SipTrunkSchema).find(OF_ACCOUNT, [id, accountId]);
  }

  get(accountId: string, id: string): Promise<SipTrunk> {
    return this.db.table(SipTrunkSchema).get(OF_ACCOUNT, [id, accountId]);
  }

  lock(accountId: string, id: string): Promise<SipTrunk> {
    return this.db.table(SipTrunkSchema).get(`${OF_ACCOUNT} FOR UPDATE`, [id, accountId]);
  }

  private async addSources({ id, inboundCidrs, updatedAt }: SipTrunk): Promise<void> {
    if (inboundCidrs.length === 0) return;
    await this.db.write(
      `INSERT INTO voice.trunk_sources (trunk_id, network, id, claimed_at)
       SELECT $1, cidr::cidr, id, $4 FROM unnest($2::text[], $3::text[]) AS claim (cidr, id)
       ON CONFLICT (trunk_id, network) DO NOTHING`,
      [id, inboundCidrs, inboundCidrs.map(() => newId('src')), updatedAt],
    );
  }
}
