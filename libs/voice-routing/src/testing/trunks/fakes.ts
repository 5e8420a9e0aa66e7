import { type GatewayPasswords, type HostCheck, type HostResolver } from '../../application/trunks/ports';

export class FakeHosts implements HostResolver {
  readonly refused = new Set<string>();
  readonly pinned = new Map<string, string>();

  /** Refuses a host, or a service of a host such as `_sip._udp.gw.example.com`. */
  check(host: string, srvService: string | null = null): Promise<HostCheck> {
    return Promise.resolve(
      this.refused.has(host) || this.refused.has(`${String(srvService)}.${host}`)
        ? { isAllowed: false, reason: 'is private' }
        : { isAllowed: true, address: this.pinned.get(host) ?? null },
    );
  }
}

export class PlainPasswords implements GatewayPasswords {
  seal(gatewayId: string, password: string): string {
    return `${gatewayId}:${password}`;
  }

  open(gatewayId: string, sealed: string): string {
    return sealed.slice(gatewayId.length + 1);
  }
}
