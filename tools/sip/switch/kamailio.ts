import { resolve } from 'node:path';
import type { Certificates } from '../bed/certificates';
import { isListening } from '../bed/listening';
import { until } from '../bed/poll';
import type { Program } from '../bed/program';
import type { Testbed } from '../bed/testbed';
import type { Address } from '../sipp/phone';
import { rpc } from './rpc';

/** Settings of a switch. Kamailio and its agent read the same names. */
export type SwitchEnvironment = Readonly<Record<string, string>>;

export interface SwitchOptions {
  /** Name in the testbed, and `NODE` of the switch. */
  readonly node: string;
  readonly switchId?: string;
  readonly apiUrl: string;
  readonly switchToken: string;
  readonly domain: string;
  readonly address?: string;
  /** For TLS and WebSocket over it. */
  readonly certificates?: Certificates;
  /** As Kamailio names its media relay. */
  readonly rtpengine?: string;
  readonly env?: SwitchEnvironment;
}

const PORTS = [
  'SIP_PORT',
  'TLS_PORT',
  'INTERNAL_SIP_PORT',
  'RPC_PORT',
  'AGENT_PORT',
  'ECHO_PORT',
  'HEALTH_PORT',
] as const;
const SOCKETS = ['SIP_PORT', 'TLS_PORT', 'INTERNAL_SIP_PORT', 'RPC_PORT'] as const;
export type SwitchPorts = Readonly<Record<string, string>>;
const START = resolve('docker/kamailio/start');

interface Dialog {
  readonly h_entry: number;
  readonly h_id: number;
  readonly state: number;
  readonly timeout: number;
  readonly start_ts: number;
  readonly call_id?: string;
  readonly 'call-id'?: string;
}

const ENDED = 5;

/** A Kamailio with the configuration of docker/kamailio. Its state outlives a restart. */
export class Kamailio {
  private program: Program | null = null;

  private constructor(
    private readonly bed: Testbed,
    private readonly options: SwitchOptions,
    readonly env: SwitchEnvironment,
  ) {}

  /** Starts one, by default on free ports of the testbed. */
  static async start(bed: Testbed, options: SwitchOptions, ports?: SwitchPorts): Promise<Kamailio> {
    const env = environmentOf(bed, options, ports ?? (await choosePorts(bed)));
    const kamailio = new Kamailio(bed, options, env);
    await kamailio.start();
    return kamailio;
  }

  get address(): Address {
    return this.listener('SIP_PORT');
  }

  get tls(): Address {
    return this.listener('TLS_PORT');
  }

  get log(): string {
    return this.program?.log() ?? '';
  }

  async start(): Promise<void> {
    // The children of a killed Kamailio hold its sockets for a moment. At the first start, Kamailio names a port in use.
    if (this.program)
      await until('the free sockets', () => !SOCKETS.some((name) => isListening(Number(this.env[name]))));
    const program = this.bed.start(`kamailio-${this.options.node}`, START, [], this.env);
    this.program = program;
    await until('the start of Kamailio', () => {
      if (!program.isRunning) throw new Error(`Kamailio has ended: ${program.log().slice(-1500)}`);
      return this.rpc('core.version').then(
        () => true,
        () => false,
      );
    });
  }

  async stop(signal?: NodeJS.Signals): Promise<void> {
    await this.program?.stop(signal);
  }

  rpc(method: string, params: readonly (string | number)[] = []): Promise<unknown> {
    return rpc(Number(this.env['RPC_PORT']), method, params);
  }

  /** Returns the dialogs that have not ended. */
  async dialogs(): Promise<Dialog[]> {
    const listed = (await this.rpc('dlg.list')) as Dialog[];
    return listed.filter(({ state }) => state < ENDED);
  }

  private listener(port: 'SIP_PORT' | 'TLS_PORT'): Address {
    return { host: this.env['SIP_ADDRESS'] ?? '', port: Number(this.env[port]) };
  }
}

/** Returns free ports for a switch, for those who must know them before it starts. */
export async function choosePorts(bed: Testbed): Promise<SwitchPorts> {
  const ports: Record<string, string> = {};
  for (const name of PORTS) ports[name] = String(await bed.ports.port());
  return ports;
}

function environmentOf(bed: Testbed, options: SwitchOptions, ports: SwitchPorts): SwitchEnvironment {
  const { certificates } = options;
  return {
    ...ports,
    ...(certificates && {
      TLS_CERTIFICATE: certificates.certificate,
      TLS_PRIVATE_KEY: certificates.key,
      TLS_CA: certificates.authority,
    }),
    SIP_ADDRESS: options.address ?? '127.0.0.1',
    STATE_DIR: bed.makeFolder(`state-${options.node}`),
    SIP_DOMAIN: options.domain,
    SWITCH_ID: options.switchId ?? 'test',
    NODE: options.node,
    SWITCH_TOKEN: options.switchToken,
    API_URL: options.apiUrl,
    RTPENGINE: options.rtpengine ?? '',
    SHARED_MEMORY_MB: '64',
    ...options.env,
  };
}
