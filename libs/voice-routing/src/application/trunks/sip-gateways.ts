import { type Clock, CommonErrors, type Page, type PageRequest, type Transactor } from '@trunkline/kernel';
import { VoiceRoutingErrors } from '../../domain/errors';
import {
  type GatewayOptions,
  GATEWAYS_PER_TRUNK_MAX,
  type NewGatewayOptions,
  SipGateway,
  withFollowingPort,
} from '../../domain/trunks/sip-gateway';
import { type SipPeer, srvServiceOf } from '../../domain/trunks/sip-uri';
import { assertNotArchived, type SipTransport, type SipTrunk } from '../../domain/trunks/sip-trunk';
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
    await this.trunkOf({ accountId, trunkId });
    return this.queries.gateways(trunkId, page);
  }

  async get(address: GatewayAddress): Promise<GatewayView> {
    await this.trunkOf(address);
    return this.view(address);
  }

  /**
   * Returns the gateway of the first request when repeated. Throws `host_not_allowed`, `gateway_limit_reached`,
   * `invalid_state` for an archived trunk.
   */
  async create({ accountId, trunkId, operationId, input }: NewGatewayRequest): Promise<GatewayView> {
    const trunk = await this.trunkOf({ accountId, trunkId });
    const id = idFromOperation('gw', operationId);
    const existing = await this.queries.gateway(trunkId, id);
    if (existing) return existing;
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
   * Runs `assertCurrent` with the gateway locked. Its error leaves the gateway unchanged, as does a change without members.
   * Throws `host_not_allowed`, `invalid_state` for an archived trunk.
   */
  async update(
    address: GatewayAddress,
    change: GatewayChange,
    assertCurrent?: () => Promise<void>,
  ): Promise<GatewayView> {
    const { authPassword, ...options } = change;
    const trunk = await this.trunkOf(address);
    // A stale ETag is stale for a gateway of an archived trunk too.
    if (trunk.status === 'archived') await assertCurrent?.();
    assertNotArchived(trunk, 'changed');
    await this.assertChangedHostAllowed(address, options);
    return this.tx.run(async () => {
      const gateway = await this.gateways.lock(address.trunkId, address.gatewayId);
      await assertCurrent?.();
      if (Object.keys(change).length === 0) return this.view(address);
      gateway.change(options, this.clock.now());
      this.setPassword(gateway, authPassword);
      await this.gateways.save(gateway);
      return this.view(address);
    });
  }

  async remove(address: GatewayAddress): Promise<void> {
    assertNotArchived(await this.trunkOf(address), 'changed');
    await this.tx.run(async () => {
      const gateway = await this.gateways.lock(address.trunkId, address.gatewayId);
      await this.gateways.remove(gateway);
    });
  }

  /** SRV records lead to other addresses, so what decides about them counts as a change of the host. */
  private async assertChangedHostAllowed(address: GatewayAddress, change: Partial<GatewayOptions>): Promise<void> {
    const { host, dnsSrv, transport, port } = change;
    if ([host, dnsSrv, transport, port].every((each) => each === undefined)) return;
    const gateway = await this.gateways.find(address.trunkId, address.gatewayId);
    if (!gateway) throw CommonErrors.not_found();
    const present = { host: gateway.host, port: gateway.port, transport: gateway.transport, dnsSrv: gateway.dnsSrv };
    const peer = { ...present, ...withFollowingPort(present, change) };
    if (host !== undefined || srvServiceOf(peer) !== srvServiceOf(present)) await this.assertHostAllowed(peer);
  }

  private async assertHostAllowed(gateway: SipPeer): Promise<void> {
    const check = await this.hosts.check(gateway.host, srvServiceOf(gateway));
    if (!check.isAllowed) throw VoiceRoutingErrors.host_not_allowed({ fields: { host: check.reason } });
  }

  private async view({ trunkId, gatewayId }: GatewayAddress): Promise<GatewayView> {
    const gateway = await this.queries.gateway(trunkId, gatewayId);
    if (!gateway) throw CommonErrors.not_found();
    return gateway;
  }

  /** Undefined keeps the password; null clears it. */
  private setPassword(gateway: SipGateway, password: string | null | undefined): void {
    if (password !== undefined) gateway.setSealedPassword(password && this.passwords.seal(gateway.id, password));
  }

  private async trunkOf({ accountId, trunkId }: Omit<GatewayAddress, 'gatewayId'>): Promise<SipTrunk> {
    const trunk = await this.trunks.find(accountId, trunkId);
    if (!trunk) throw CommonErrors.not_found();
    return trunk;
  }
}
