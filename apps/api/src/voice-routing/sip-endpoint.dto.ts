import { MEDIA_ENCRYPTIONS, PEER_STATES, SIP_TRANSPORTS } from '@trunkline/voice-routing';
import { Flag, Integer, OneOf, Text } from '../http';

export const NAME_MAX = 64;
export const HOST_MAX = 253;
const AUTH_MAX = 128;

/** What switches have reported about a gateway or carrier. */
export const PEER_STATE = {
  description:
    'State as switches report it: `down` after a failed probe or the third failed call within 30 seconds, `up` after a ' +
    'success, `unknown` before.',
  values: PEER_STATES,
  name: 'PeerState',
} as const;
export const LAST_PROBE_AT = { description: 'When a switch last probed it.', nullable: true } as const;

export const MEDIA_ENCRYPTION = {
  description: 'SRTP with keys in SDP (SDES): `off`, `optional` (if the peer accepts it) or `required`.',
  values: MEDIA_ENCRYPTIONS,
  name: 'MediaEncryption',
} as const;

/** What an account or operator sets of where calls are sent: of gateways and carriers. */
export abstract class SipEndpointSettings {
  @Integer({
    description: 'SIP port. On creation it defaults to 5060; 5061 for `tls`, 443 for `wss`.',
    example: 5060,
    min: 1,
    max: 65_535,
  })
  port: number;

  @Flag({
    description:
      'Whether the switch finds the host by SRV records (RFC 3263): request URIs have no port then, and `port` is used only ' +
      'without records. No effect for an IP address, `wss` and ports other than 5060 (`tls`: 5061).',
  })
  dnsSrv: boolean;

  @OneOf({ description: 'SIP transport.', values: SIP_TRANSPORTS, name: 'SipTransport' })
  transport: (typeof SIP_TRANSPORTS)[number];

  @Integer({ description: 'Lower values are tried first.', example: 0, min: 0, max: 99 })
  priority: number;

  @Integer({
    description: 'Relative share of calls within the priority; 0 is tried last. If all are 0, they share equally.',
    example: 100,
    min: 0,
    max: 10_000,
  })
  weight: number;

  @Text({ description: 'Username for digest authentication.', example: 'trunk7', max: AUTH_MAX, nullable: true })
  authUsername: string | null;
}

/** The password, which is never returned. */
export const AUTH_PASSWORD = {
  description: 'Password for digest authentication. Stored encrypted, never returned; null clears it.',
  max: AUTH_MAX,
  nullable: true,
} as const;
export const HAS_AUTH_PASSWORD = { description: 'Whether a password is stored. It is never returned.' } as const;
