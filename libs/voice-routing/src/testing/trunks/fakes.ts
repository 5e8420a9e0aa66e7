import { GatewayPasswords, type HostCheck, HostResolver } from '../../application/trunks/ports';

export class FakeHosts extends HostResolver {
  readonly refused = new Set<string>();
  readonly pinned = new Map<string, string>();

  /** Refuses a host, or a service of a host such as `_sip._udp.gw.example.com`. */
  override check(host: string, srvService: string | null = null): Promise<HostCheck> {
    return Promise.resolve(
      this.refused.has(host) || this.refused.has(`${String(srvService)}.${host}`)
        ? { isAllowed: false, reason: 'is private' }
        : { isAllowed: true, address: this.pinned.get(host) ?? null },
    );
  }
}

export class PlainPasswords extends GatewayPasswords {
  override seal(gatewayId: string, password: string): string {
    return `${gatewayId}:${password}`;
  }

  override open(gatewayId: string, sealed: string): string {
    return sealed.slice(gatewayId.length + 1);
  }
}
