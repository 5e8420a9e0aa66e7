import { HEALTH_EVIDENCE, type TrunkStatusView } from '@trunkline/voice-routing';
import { Decimal, Flag, Id, Integer, Nested, OneOf, QueryIds, Text, UnixTime } from '../../http';
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
  contactIp: string | null;

  @Text({ ...USER_AGENT, description: 'User agent of the preferred system.' })
  userAgent: string | null;

  @UnixTime({ description: 'When the registration of the preferred system expires.', nullable: true })
  expiresAt: Date | null;
}

export class RegisteredContactDto {
  @Text({ ...CONTACT_IP, jsonName: 'contact_ip' })
  ip: string | null;

  @Text(USER_AGENT)
  userAgent: string | null;

  @Decimal({ description: 'Preference from 0 to 1: calls try higher values first.', example: 1 })
  q: number;

  @UnixTime({ description: 'When the system registered.' })
  registeredAt: Date;

  @UnixTime({ description: 'When its registration expires, unless it is renewed.' })
  expiresAt: Date;
}

export class GatewayStateDto {
  @Id(GATEWAY_ID)
  gatewayId: string;

  @OneOf({ ...PEER_STATE, description: 'State by its newest measurement.' })
  state: string;

  @OneOf({
    description: 'What measured it last: a probe or a call.',
    values: HEALTH_EVIDENCE,
    name: 'HealthEvidence',
    nullable: true,
  })
  evidence: string | null;

  @UnixTime({ description: 'When it was measured last.', nullable: true })
  measuredAt: Date | null;

  @UnixTime(LAST_PROBE_AT)
  lastProbeAt: Date | null;

  @Integer({ ...SIP_CODE, description: 'SIP status code of the newest measurement; null without one.' })
  lastSipCode: number | null;

  @Integer({ ...RTT_MS, description: 'Time to the response, in milliseconds; null beside `evidence: call`.' })
  rttMs: number | null;

  @UnixTime({ description: 'Until when calls try it last.', example: null, nullable: true })
  downUntil: Date | null;

  @UnixTime({ description: 'Since when it has its state; null if that is not known.', nullable: true })
  since: Date | null;
}

export class TrunkStatusDto {
  @Id({ description: 'ID of the trunk.', prefix: 'trk' })
  trunkId: string;

  @Nested(() => RegistrationDto, {
    description: 'Registration of the preferred system; null unless `registration_mode` is `register`.',
    nullable: true,
  })
  registration: RegistrationDto | null;

  @Nested(() => RegisteredContactDto, {
    description: 'Registered systems, in the order in which calls try them.',
    many: true,
  })
  contacts: readonly RegisteredContactDto[];

  @Nested(() => GatewayStateDto, { description: 'Gateways by priority, then by descending weight.', many: true })
  gateways: readonly GatewayStateDto[];

  @Integer({ description: 'Calls in progress to and from the trunk.', example: 3 })
  activeCalls: number;
}

export class ListTrunkStatusesQuery {
  @QueryIds({ description: 'Trunks to report on, by their IDs.', prefix: 'trk', optional: false })
  id: string[];
}

export class TrunkStatusesDto {
  @Nested(() => TrunkStatusDto, { description: 'Status by trunk.', many: true })
  items: readonly TrunkStatusDto[];
}

export class TestTrunkDto {
  @Id({ description: 'Gateway to test. Without it, all gateways of the trunk.', prefix: 'gw', optional: true })
  gatewayId?: string;
}

export class GatewayTestDto {
  @Id(GATEWAY_ID)
  gatewayId: string;

  @Flag({ description: 'Whether the gateway responded, with any status below 500.' })
  ok: boolean;

  @Integer(SIP_CODE)
  sipCode: number | null;

  @Integer(RTT_MS)
  rttMs: number | null;

  @Text({ description: 'What failed; null for a success.', example: null, nullable: true })
  error: string | null;
}

export class TrunkTestDto {
  @Nested(() => GatewayTestDto, { description: 'Results by gateway.', many: true })
  items: readonly GatewayTestDto[];
}

export function toTrunkStatusDto({ contacts, ...status }: TrunkStatusView): TrunkStatusDto {
  return { ...status, registration: contacts && registrationOf(contacts[0]), contacts: contacts ?? [] };
}

function registrationOf(preferred: RegisteredContactDto | undefined): RegistrationDto {
  if (!preferred) return { registered: false, contactIp: null, userAgent: null, expiresAt: null };
  const { ip: contactIp, userAgent, expiresAt } = preferred;
  return { registered: true, contactIp, userAgent, expiresAt };
}
