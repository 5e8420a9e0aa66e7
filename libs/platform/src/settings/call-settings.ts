import { isE164 } from '@trunkline/kernel';
import { ArrayNotEmpty, IsInt, IsOptional, Matches, Max, Min, ValidateBy } from 'class-validator';
import { Int, List } from './conversions';
import { AreNetworks } from './network-check';
import { SupplierSettings } from './supplier-settings';

const CAP_MAX_CENTS = 1_000_000_000;

/** In a range of fictional numbers. */
const SANDBOX_ECHO_NUMBER = '+12025550199';

const IsE164 = () =>
  ValidateBy({
    name: 'e164',
    validator: { validate: isE164, defaultMessage: () => '$property must be a phone number in E.164 format' },
  });

const SIP_PORT = /^(udp|tcp|tls):([1-9]\d{0,4})$/;
const PORT_MAX = 65_535;

/** A port of the switch. */
export interface SipPort {
  readonly transport: 'udp' | 'tcp' | 'tls';
  readonly port: number;
}

/** Returns null for other text. */
function sipPortOf(text: unknown): SipPort | null {
  const [, transport, port] = (typeof text === 'string' && SIP_PORT.exec(text)) || [];
  if (transport === undefined || Number(port) > PORT_MAX) return null;
  return { transport: transport as SipPort['transport'], port: Number(port) };
}

const IsSipPort = () =>
  ValidateBy(
    {
      name: 'isSipPort',
      validator: {
        validate: (value) => sipPortOf(value) !== null,
        defaultMessage: () => 'each of SIP_PORTS must be udp, tcp or tls, a colon and a port',
      },
    },
    { each: true },
  );

const RTP_PORTS = /^([1-9]\d{0,4})-([1-9]\d{0,4})$/;

/** Whether the text is a range of ports that goes upwards. */
function isPortRange(text: unknown): boolean {
  const [, first, last] = (typeof text === 'string' && RTP_PORTS.exec(text)) || [];
  return first !== undefined && Number(first) < Number(last) && Number(last) <= PORT_MAX;
}

/**
 * Caps on the cost of outbound calls per account and UTC day (0: no cap; verified and wholesale accounts have none), and what
 * the API says about the switch.
 */
export class CallSettings extends SupplierSettings {
  /** Before the first successful top-up. */
  @Int()
  @IsInt()
  @Min(0)
  @Max(CAP_MAX_CENTS)
  OUTBOUND_DAILY_CAP_TRIAL_CENTS: number = 1_000;

  @Int()
  @IsInt()
  @Min(0)
  @Max(CAP_MAX_CENTS)
  OUTBOUND_DAILY_CAP_SELF_SERVE_CENTS: number = 10_000;

  /** `host:port` of the carrier that `npm start` creates in the sandbox: the echo of a switch on this machine. */
  @Matches(/^[A-Za-z0-9.-]{1,253}:[1-9][0-9]{0,4}$/, { message: 'SANDBOX_CARRIER must be host:port' })
  SANDBOX_CARRIER: string = '127.0.0.1:5090';

  /** A number that answers with an echo, for test calls. The sandbox has one by default. */
  @IsOptional()
  @IsE164()
  ECHO_NUMBER?: string;

  /** Where the switch accepts SIP. The page of a trunk shows it, and the firewalls of customers depend on it. */
  @List()
  @ArrayNotEmpty({ message: 'SIP_PORTS must name a port' })
  @IsSipPort()
  SIP_PORTS: string[];

  /** Addresses and networks from which the switch sends SIP. Without them, the page of a trunk asks customers to write to you. */
  @List()
  @AreNetworks()
  SIP_NETWORKS: string[] = [];

  /** The same for RTP, if the switch relays the sound of calls. */
  @List()
  @AreNetworks()
  RTP_NETWORKS: string[] = [];

  /** The ports from and to which the switch relays RTP. */
  @IsOptional()
  @ValidateBy({
    name: 'isPortRange',
    validator: { validate: isPortRange, defaultMessage: () => 'RTP_PORTS must be a range such as 30000-39999' },
  })
  RTP_PORTS?: string;

  get sipPorts(): readonly SipPort[] {
    return this.SIP_PORTS.flatMap((text) => sipPortOf(text) ?? []);
  }

  echoNumberOf(isSandbox: boolean): string | null {
    return this.ECHO_NUMBER ?? (isSandbox ? SANDBOX_ECHO_NUMBER : null);
  }
}

export const CALL_SETTING_NAMES = [
  'OUTBOUND_DAILY_CAP_TRIAL_CENTS',
  'OUTBOUND_DAILY_CAP_SELF_SERVE_CENTS',
  'SANDBOX_CARRIER',
  'ECHO_NUMBER',
  'SIP_PORTS',
  'SIP_NETWORKS',
  'RTP_NETWORKS',
  'RTP_PORTS',
] as const satisfies readonly (keyof CallSettings)[];
