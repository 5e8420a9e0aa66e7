import { invalidFields, isHost, newId } from '@trunkline/kernel';
import { NEVER_REPORTED } from './peer-health';
import type { SipTransport } from './sip-trunk';

export const GATEWAYS_PER_TRUNK_MAX = 20;
const CUSTOM_HEADERS_MAX = 10;
const HEADER_NAME = /^X-[A-Za-z0-9-]{1,40}$/;
const HEADER_VALUE = /^[^\r\n]{0,200}$/;

/** A gateway's settings, except its password. */
export type GatewayOptions = Omit<
  SipGateway,
  | 'id'
  | 'trunkId'
  | 'accountId'
  | 'authPasswordSealed'
  | 'createdAt'
  | 'updatedAt'
  | 'hasAuthPassword'
  | 'unreported'
  | 'change'
  | 'setSealedPassword'
>;
export type NewGatewayOptions = Partial<GatewayOptions> & Pick<GatewayOptions, 'name' | 'host'>;

export const GATEWAY_DEFAULTS = {
  weight: 100,
  priority: 0,
  authUsername: null,
  customHeaders: null,
  enabled: true,
  dnsSrv: false,
} as const;
/** RFC 3261, section 18; WebSockets (RFC 7118) use the HTTPS port. */
export const DEFAULT_PORTS: Readonly<Record<SipTransport, number>> = { udp: 5060, tcp: 5060, tls: 5061, wss: 443 };

export interface NewGateway {
  readonly id?: string;
  readonly trunk: { readonly id: string; readonly accountId: string; readonly transport: SipTransport };
  readonly options: NewGatewayOptions;
}

export class SipGateway {
  readonly id!: string;
  readonly trunkId!: string;
  readonly accountId!: string;
  readonly name!: string;
  readonly host!: string;
  readonly port!: number;
  readonly transport!: SipTransport;
  /** 0 to 10000: share of calls within its priority; 0 comes last. */
  readonly weight!: number;
  /** 0 to 99, 0 first. */
  readonly priority!: number;
  readonly authUsername!: string | null;
  /** Sealed for this gateway; never returned by the API. */
  readonly authPasswordSealed!: string | null;
  readonly customHeaders!: Readonly<Record<string, string>> | null;
  readonly enabled!: boolean;
  /** The switch finds the host by its SRV records, unless it is an address or has a port other than the default. */
  readonly dnsSrv!: boolean;
  readonly createdAt!: Date;
  readonly updatedAt!: Date;

  private constructor(state: Partial<SipGateway>) {
    Object.assign(this, state);
  }

  static create({ id = newId('gw'), trunk, options }: NewGateway, now: Date): SipGateway {
    const transport = options.transport ?? trunk.transport;
    const port = options.port ?? DEFAULT_PORTS[transport];
    const settings = validated({ ...GATEWAY_DEFAULTS, ...options, transport, port });
    const owner = { trunkId: trunk.id, accountId: trunk.accountId };
    return new SipGateway({ ...settings, ...owner, id, authPasswordSealed: null, createdAt: now, updatedAt: now });
  }

  get hasAuthPassword(): boolean {
    return this.authPasswordSealed !== null;
  }

  /** The gateway as it is shown before a switch has reported anything about it. */
  get unreported() {
    const { authPasswordSealed, ...shown } = this;
    return { ...shown, ...NEVER_REPORTED, hasAuthPassword: authPasswordSealed !== null };
  }

  change(change: Partial<GatewayOptions>, now: Date): void {
    Object.assign(this, validated(Object.assign({}, this, withFollowingPort(this, change))), { updatedAt: now });
  }

  /** Null clears the password. */
  setSealedPassword(sealed: string | null): void {
    Object.assign(this, { authPasswordSealed: sealed });
  }
}

/** With `dnsSrv`, the default port follows a changed transport: the port of another transport would rule out SRV records. */
export function withFollowingPort<C extends Partial<Pick<GatewayOptions, 'port' | 'transport' | 'dnsSrv'>>>(
  present: Pick<GatewayOptions, 'port' | 'transport' | 'dnsSrv'>,
  change: C,
): C {
  const { transport, dnsSrv } = { ...present, ...change };
  const follows = dnsSrv && change.port === undefined && present.port === DEFAULT_PORTS[present.transport];
  return follows ? { ...change, port: DEFAULT_PORTS[transport] } : change;
}

function validated(options: GatewayOptions): GatewayOptions {
  if (!isHost(options.host)) throw invalidFields({ host: 'must be a host name or an IP address' });
  const headers = Object.entries(options.customHeaders ?? {});
  if (headers.length > CUSTOM_HEADERS_MAX)
    throw invalidFields({ custom_headers: `must have at most ${CUSTOM_HEADERS_MAX} headers` });
  for (const [name, value] of headers) {
    if (!HEADER_NAME.test(name))
      throw invalidFields({ custom_headers: 'names must be X- and 1 to 40 letters, digits or hyphens' });
    if (!HEADER_VALUE.test(value))
      throw invalidFields({ [`custom_headers.${name}`]: 'must be at most 200 characters on one line' });
  }
  return options;
}
