import { CommonErrors } from '@trunkline/kernel';
import type { Database } from '@trunkline/platform';
import { type SipGatewayRepository } from '../../application/trunks/ports';
import type { SipGateway } from '../../domain/trunks/sip-gateway';
import { SipGatewaySchema } from '../schema';

export class StoredSipGateways implements SipGatewayRepository {
  constructor(private readonly db: Database) {}

  async add(gateway: SipGateway): Promise<void> {
    await this.db.manager.insert(SipGatewaySchema, gateway);
  }

  async save(gateway: SipGateway): Promise<void> {
    await this.db.manager.save(SipGatewaySchema, gateway);
  }

  async remove({ id }: SipGateway): Promise<void> {
    await this.db.manager.delete(SipGatewaySchema, { id });
  }

  async lock(trunkId: string, id: string): Promise<SipGateway> {
    const lock = { mode: 'pessimistic_write' } as const;
    const gateway = await this.db.manager.findOne(SipGatewaySchema, { where: { id, trunkId }, lock });
    if (!gateway) throw CommonErrors.not_found();
    return gateway;
  }

  find(trunkId: string, id: string): Promise<SipGateway | null> {
    return this.db.manager.findOneBy(SipGatewaySchema, { id, trunkId });
  }

  ofTrunk(trunkId: string): Promise<SipGateway[]> {
    return this.db.manager.find(SipGatewaySchema, {
      where: { trunkId },
      order: { priority: 'ASC', weight: 'DESC', id: 'ASC' },
    });
  }
}
