import type { Database } from '@trunkline/platform';
import type { SipGatewayRepository } from '../../application/trunks/ports';
import type { SipGateway } from '../../domain/trunks/sip-gateway';
import { SipGatewaySchema } from '../schema';

const OF_TRUNK = 'id = $1 AND trunk_id = $2';

export class StoredSipGateways implements SipGatewayRepository {
  constructor(private readonly db: Database) {}

  add(gateway: SipGateway): Promise<void> {
    return this.db.table(SipGatewaySchema).add(gateway);
  }

  save(gateway: SipGateway): Promise<void> {
    return this.db.table(SipGatewaySchema).save(gateway);
  }

  remove({ id }: SipGateway): Promise<void> {
    return this.db.write('DELETE FROM voice.sip_gateways WHERE id = $1', [id]);
  }

  find(trunkId: string, id: string): Promise<SipGateway | null> {
    return this.db.table(SipGatewaySchema).find(OF_TRUNK, [id, trunkId]);
  }

  lock(trunkId: string, id: string): Promise<SipGateway> {
    return this.db.table(SipGatewaySchema).get(`${OF_TRUNK} FOR UPDATE`, [id, trunkId]);
  }

  ofTrunk(trunkId: string): Promise<SipGateway[]> {
    return this.db.table(SipGatewaySchema).query('trunk_id = $1 ORDER BY priority, weight DESC, id', [trunkId]);
  }
}
