import type { Clock, Page, PageRequest, Transactor } from '@trunkline/kernel';
import { VoiceRoutingErrors } from '../../domain/errors';
import {
  type GatewayOptions,
  GATEWAYS_PER_TRUNK_MAX,
  type NewGatewayOptions,
  SipGateway,
  withFollowingPort,
} from '../../domain/trunks/sip-gateway';
import { type SipPeer, srvServiceOf } from '../../domain/trunks/sip-uri';
import { assertNotArchived, type SipTransport } from '../../domain/trunks/sip-trunk';
import { idFromOperation } from '../id-from-operation';
import type { GatewayPasswords, HostResolver, SipGatewayRepository, SipTrunkRepository, TrunkQueries } from './ports';
import type { GatewayView } from './views';

export type GatewayInput = NewGatewayOptions & { readonly authPassword?: string | null };
export type GatewayChange = Partial<GatewayOptions> & { readonly authPassword?: string | null };

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

/** Gateways of a trunk. Another account's trunk is `not_found`. */
export class SipGateways {
  constructor(
    private readonly tx: Transactor,
    private readonly trunks: SipTrunkRepository,
    private readonly gateways: SipGatewayRepository,
    private readonly queries: TrunkQueries,
    private readonly hosts: HostResolver,
    private readonly passwords: GatewayPasswords,
    private readonly clock: Clock,
  ) {}

  async list(accountId: string, trunkId: string, page: PageRequest): Promise<Page<GatewayView>> {
    await this.trunks.get(accountId, trunkId);
    return this.queries.gateways(trunkId, page);
  }

  async get({ accountId, trunkId, gatewayId }: GatewayAddress): Promise<GatewayView> {
    await this.trunks.get(accountId, trunkId);
    return this.queries.gateway(trunkId, gatewayId);
  }

  /**
   * Returns the gateway of the first request when repeated. Throws `host_not_allowed`, `gateway_limit_reached`,
   * `invalid_state` for an archived trunk.
   */
  async create({ accountId, trunkId, operationId, input }: NewGatewayRequest): Promise<GatewayView> {
    const trunk = await this.trunks.get(accountId, trunkId);
    const id = idFromOperation('gw', operationId);
    if (await this.gateways.find(trunkId, id)) return this.queries.gateway(trunkId, id);
    assertNotArchived(trunk, 'changed');
    const gateway = await this.build(trunk, input, id);
    return this.tx.run(async () => {
      assertNotArchived(await this.trunks.lock(accountId, trunkId), 'changed');
      const present = await this.gateways.ofTrunk(trunkId);
      if (present.length >= GATEWAYS_PER_TRUNK_MAX) throw VoiceRoutingErrors.gateway_limit_reached();
      await this.gateways.add(gateway);
      return gateway.unreported;
    });
  }

  /** Builds a gateway without storing it. Resolves its host: call it outside transactions. Throws `host_not_allowed`. */
  async build(
    trunk: { readonly id: string; readonly accountId: string; readonly transport: SipTransport },
    { authPassword, ...options }: GatewayInput,
    id?: string,
  ): Promise<SipGateway> {
    const gateway = SipGateway.create({ ...(id !== undefined && { id }), trunk, options }, this.clock.now());
    await this.assertHostAllowed(gateway);
    this.setPassword(gateway, authPassword);
    return gateway;
  }

  /**
   * Runs `assertCurrent` with the trunk and the gateway locked. Its error leaves the gateway unchanged, as does a change without members.
   * Throws `host_not_allowed`, `invalid_state` for an archived trunk.
   */
  async update(
    address: GatewayAddress,
    change: GatewayChange,
    assertCurrent?: () => Promise<void>,
  ): Promise<GatewayView> {
    const { authPassword, ...options } = change;
    const { accountId, trunkId, gatewayId } = address;
    const trunk = await this.trunks.get(accountId, trunkId);
    // A stale ETag is stale for a gateway of an archived trunk too.
    if (trunk.status === 'archived') await assertCurrent?.();
    assertNotArchived(trunk, 'changed');
    await this.assertChangedHostAllowed(address, options);
    return this.tx.run(async () => {
      const locked = await this.trunks.lock(accountId, trunkId);
      const gateway = await this.gateways.lock(trunkId, gatewayId);
      await assertCurrent?.();
      assertNotArchived(locked, 'changed');
      if (Object.keys(change).length === 0) return this.queries.gateway(trunkId, gatewayId);
      gateway.change(options, this.clock.now());
      this.setPassword(gateway, authPassword);
      await this.gateways.save(gateway);
      return this.queries.gateway(trunkId, gatewayId);
    });
  }

  async remove({ accountId, trunkId, gatewayId }: GatewayAddress): Promise<void> {
    await this.tx.run(async () => {
      assertNotArchived(await this.trunks.lock(accountId, trunkId), 'changed');
      await this.gateways.remove(await this.gateways.lock(trunkId, gatewayId));
    });
  }

  /** SRV records lead to other addresses, so what decides about them counts as a change of the host. */
  private async assertChangedHostAllowed(address: GatewayAddress, change: Partial<GatewayOptions>): Promise<void> {
    const { host, dnsSrv, transport, port } = change;
    if ([host, dnsSrv, transport, port].every((each) => each === undefined)) return;
    const present = await this.queries.gateway(address.trunkId, address.gatewayId);
    const peer = { ...present, ...withFollowingPort(present, change) };
    if (host !== undefined || srvServiceOf(peer) !== srvServiceOf(present)) await this.assertHostAllowed(peer);
  }

  private async assertHostAllowed(gateway: SipPeer): Promise<void> {
    const check = await this.hosts.check(gateway.host, srvServiceOf(gateway));
    if (!check.isAllowed) throw VoiceRoutingErrors.host_not_allowed({ fields: { host: check.reason } });
  }

  /** Undefined keeps the password; null clears it. */
  private setPassword(gateway: SipGateway, password: string | null | undefined): void {
    if (password !== undefined) gateway.setSealedPassword(password && this.passwords.seal(gateway.id, password));
  }
}
