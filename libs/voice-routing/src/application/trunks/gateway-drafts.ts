import type { Clock } from '@trunkline/kernel';
import { VoiceRoutingErrors } from '../../domain/errors';
import { type GatewayOptions, type NewGatewayOptions, SipGateway } from '../../domain/trunks/sip-gateway';
import type { SipTransport } from '../../domain/trunks/sip-trunk';
import type { GatewayPasswords, HostResolver } from '../ports';

export type GatewayInput = NewGatewayOptions & { readonly authPassword?: string | null };
export type GatewayChange = Partial<GatewayOptions> & { readonly authPassword?: string | null };

interface OwningTrunk {
  readonly id: string;
  readonly accountId: string;
  readonly transport: SipTransport;
}

/** What a gateway needs of the outside before it can be kept: a host that may be called, and a sealed password. */
export class GatewayDrafts {
  constructor(
    private readonly hosts: HostResolver,
    private readonly passwords: GatewayPasswords,
    private readonly clock: Clock,
  ) {}

  /** Resolves the host, so not for inside a transaction. Throws `host_not_allowed`. */
  async draft(trunk: OwningTrunk, { authPassword, ...options }: GatewayInput, id?: string): Promise<SipGateway> {
    const gateway = SipGateway.create({ ...(id !== undefined && { id }), trunk, options }, this.clock.now());
    await this.requireAllowed(gateway.host);
    this.setPassword(gateway, authPassword);
    return gateway;
  }

  /** Contract, section 10: every address that the host stands for must be public, unless the deployment allows others. */
  async requireAllowed(host: string): Promise<void> {
    const verdict = await this.hosts.judge(host);
    if (!verdict.isAllowed) throw VoiceRoutingErrors.host_not_allowed({ fields: { host: verdict.reason } });
  }

  /** Undefined leaves the password as it is; null clears it. */
  setPassword(gateway: SipGateway, password: string | null | undefined): void {
    if (password !== undefined) gateway.keepPassword(password && this.passwords.seal(gateway.id, password));
  }
}
