import { unixSeconds, unixSecondsOrNull } from '@trunkline/kernel';
import type { GatewayTest, TrunkStatusView } from '@trunkline/voice-routing';
import { Decimal, Flag, Id, Integer, Nested, OneOf, Text, UnixTime } from '../../http';
import { LAST_PROBE_AT, PEER_STATE } from '../sip-endpoint.dto';

const GATEWAY_ID = { description: 'ID of the gateway.', prefix: 'gw' } as const;
const SIP_CODE = {
  description: 'SIP status code of the response; null without one.',
  example: 200,
  nullable: true,
} as const;
const RTT_MS = { description: 'Time to the response, in milliseconds.', example: 12, nullable: true } as const;
const CONTACT_IP = {
  description: 'Address that the system registered from.',
  example: '203.0.113.9',
  nullable: true,
} as const;
const USER_AGENT = { description: 'User agent of the system.', example: 'Yealink SIP-T54W', nullable: true } as const;

export class RegistrationDto {
  @Flag({ description: 'Whether a system is registered.' })
  registered: boolean;

  @Text({ ...CONTACT_IP, description: 'Address that the preferred system registered from.' })
  contact_ip: string | null;

  @Text({ ...USER_AGENT, description: 'User agent of the preferred system.' })
  user_agent: string | null;

  @UnixTime({ description: 'When the registration of the preferred system expires.', nullable: true })
  expires_at: number | null;
}

export class RegisteredContactDto {
  @Text(CONTACT_IP)
  contact_ip: string | null;

  @Text(USER_AGENT)
  user_agent: string | null;

  @Decimal({ description: 'Preference from 0 to 1: calls try higher values first.', example: 1 })
  q: number;

  @UnixTime({ description: 'When the system registered.' })
  registered_at: number;

  @UnixTime({ description: 'When its registration expires, unless it is renewed.' })
  expires_at: number;
}

export class GatewayStateDto {
  @Id(GATEWAY_ID)
  gateway_id: string;

  @OneOf(PEER_STATE)
  state: string;

  @UnixTime(LAST_PROBE_AT)
  last_probe_at: number | null;

  @Integer({ ...SIP_CODE, description: 'SIP status code of the last report of a switch; null without one.' })
  last_sip_code: number | null;

  @Integer(RTT_MS)
  rtt_ms: number | null;

  @UnixTime({ description: 'Until when calls try it last.', example: null, nullable: true })
  down_until: number | null;
}

export class TrunkStatusDto {
  @Nested(() => RegistrationDto, {
    description: 'Registration of the preferred system; null unless `registration_mode` is `register`.',
    nullable: true,
  })
  registration: RegistrationDto | null;

  @Nested(() => RegisteredContactDto, {
    description: 'Registered systems, in the order in which calls try them.',
    many: true,
  })
  contacts: RegisteredContactDto[];

  @Nested(() => GatewayStateDto, { description: 'Gateways by priority, then by descending weight.', many: true })
  gateways: GatewayStateDto[];

  @Integer({ description: 'Calls in progress to and from the trunk.', example: 3 })
  active_calls: number;
}

export class TestTrunkDto {
  @Id({ description: 'Gateway to test. Without it, all gateways of the trunk.', prefix: 'gw', optional: true })
  gateway_id?: string;
}

export class GatewayTestDto {
  @Id(GATEWAY_ID)
  gateway_id: string;

  @Flag({ description: 'Whether the gateway responded, with any status below 500.' })
  ok: boolean;

  @Integer(SIP_CODE)
  sip_code: number | null;

  @Integer(RTT_MS)
  rtt_ms: number | null;

  @Text({ description: 'What failed; null for a success.', example: null, nullable: true })
  error: string | null;
}

export class TrunkTestDto {
  @Nested(() => GatewayTestDto, { description: 'Results by gateway.', many: true })
  items: GatewayTestDto[];
}

export function toTrunkStatusDto({ contacts, gateways, activeCalls }: TrunkStatusView): TrunkStatusDto {
  const registered = (contacts ?? []).map(({ ip, userAgent, q, registeredAt, expiresAt }) => ({
    contact_ip: ip,
    user_agent: userAgent,
    q,
    registered_at: unixSeconds(registeredAt),
    expires_at: unixSeconds(expiresAt),
  }));
  return {
    registration: contacts && registrationOf(registered[0]),
    contacts: registered,
    gateways: gateways.map((gateway) => ({
      gateway_id: gateway.gatewayId,
      state: gateway.state,
      last_probe_at: unixSecondsOrNull(gateway.lastProbeAt),
      last_sip_code: gateway.lastSipCode,
      rtt_ms: gateway.rttMs,
      down_until: unixSecondsOrNull(gateway.downUntil),
    })),
    active_calls: activeCalls,
  };
}

function registrationOf(preferred: RegisteredContactDto | undefined): RegistrationDto {
  if (!preferred) return { registered: false, contact_ip: null, user_agent: null, expires_at: null };
  const { contact_ip, user_agent, expires_at } = preferred;
  return { registered: true, contact_ip, user_agent, expires_at };
}

export function toTrunkTestDto(tests: readonly GatewayTest[]): TrunkTestDto {
  return {
    items: tests.map(({ gatewayId, ok, sipCode, rttMs, error }) => ({
      gateway_id: gatewayId,
      ok,
      sip_code: sipCode,
      rtt_ms: rttMs,
      error,
    })),
  };
}
