import { type Clock, CommonErrors, type Page, type PageRequest, type Transactor } from '@trunkline/kernel';
import { VoiceRoutingErrors } from '../../domain/errors';
import { GATEWAYS_PER_TRUNK_MAX, type SipGateway } from '../../domain/trunks/sip-gateway';
import { refuseArchived, type SipTrunk } from '../../domain/trunks/sip-trunk';
import type { GatewayChange, GatewayDrafts, GatewayInput } from './gateway-drafts';
import { idOf } from '../operation-id';
import type { SipGatewayRepository, SipTrunkRepository, TrunkQueries } from '../ports';
import type { GatewayView } from '../views';

export interface GatewayAddress {
  readonly accountId: string;
  readonly trunkId: string;
  readonly gatewayId: string;
}

export type NewGatewayRequest = Omit<GatewayAddress, 'gatewayId'> & {
  /** Stable across retries of one request. */
  readonly operationId: string;
  readonly input: GatewayInput;
};

/** Gateways of a trunk. Another account's trunk is `not_found`, as one that never existed. */
export class SipGateways {
  constructor(
    private readonly tx: Transactor,
    private readonly trunks: SipTrunkRepository,
    private readonly gateways: SipGatewayRepository,
    private readonly queries: TrunkQueries,
    private readonly drafts: GatewayDrafts,
    private readonly clock: Clock,
  ) {}

  async list(accountId: string, trunkId: string, page: PageRequest): Promise<Page<GatewayView>> {
    await this.trunkOf({ accountId, trunkId });
    return this.queries.gateways(trunkId, page);
  }

  async get(address: GatewayAddress): Promise<GatewayView> {
    await this.trunkOf(address);
    const gateway = await this.gateways.find(address.trunkId, address.gatewayId);
    if (!gateway) throw CommonErrors.not_found();
    return gateway;
  }

  /** Throws `host_not_allowed`, `gateway_limit_reached`, `invalid_state` when the trunk is archived. Repeats answer the first. */
  async create({ accountId, trunkId, operationId, input }: NewGatewayRequest): Promise<GatewayView> {
    const trunk = await this.trunkOf({ accountId, trunkId });
    const id = idOf('gw', operationId);
    const made = await this.gateways.find(trunkId, id);
    if (made) return made;
    refuseArchived(trunk, 'changed');
    const gateway = await this.drafts.draft(trunk, input, id);
    return this.tx.run(async () => {
      refuseArchived(await this.trunks.lock(accountId, trunkId), 'changed');
      const present = await this.gateways.ofTrunk(trunkId);
      if (present.length >= GATEWAYS_PER_TRUNK_MAX) throw VoiceRoutingErrors.gateway_limit_reached();
      await this.gateways.add(gateway);
      return gateway;
    });
  }

  /** Throws `host_not_allowed`, `invalid_state` when the trunk is archived. */
  async update(address: GatewayAddress, { authPassword, ...change }: GatewayChange): Promise<GatewayView> {
    refuseArchived(await this.trunkOf(address), 'changed');
    if (change.host !== undefined) await this.drafts.requireAllowed(change.host);
    return this.tx.run(async () => {
      const gateway = await this.gateways.lock(address.trunkId, address.gatewayId);
      gateway.change(change, this.clock.now());
      this.drafts.setPassword(gateway, authPassword);
      await this.gateways.save(gateway);
      return gateway;
    });
  }

  async remove(address: GatewayAddress): Promise<void> {
    refuseArchived(await this.trunkOf(address), 'changed');
    await this.tx.run(async () => {
      const gateway: SipGateway = await this.gateways.lock(address.trunkId, address.gatewayId);
      await this.gateways.remove(gateway);
    });
  }

  private async trunkOf({ accountId, trunkId }: Omit<GatewayAddress, 'gatewayId'>): Promise<SipTrunk> {
    const trunk = await this.trunks.find(accountId, trunkId);
    if (!trunk) throw CommonErrors.not_found();
    return trunk;
  }
}
