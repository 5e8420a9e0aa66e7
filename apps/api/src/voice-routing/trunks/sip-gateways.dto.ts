import { GATEWAY_DEFAULTS } from '@trunkline/voice-routing';
import { Flag, Id, OneOf, PartialType, Secret, Text, TextMap, UnixTime, WithDefaults } from '../../http';
import {
  AUTH_PASSWORD,
  HAS_AUTH_PASSWORD,
  HOST_MAX,
  LAST_PROBE_AT,
  NAME_MAX,
  PEER_STATE,
  SipEndpointSettings,
} from '../sip-endpoint.dto';

const HEADERS_MAX = 10;
const HEADER_VALUE_MAX = 200;

class GatewaySettings extends SipEndpointSettings {
  @Text({ description: 'Name of the gateway.', example: 'Berlin 1', max: NAME_MAX })
  name: string;

  @Text({
    description:
      'Host name or IP address. Must resolve to public addresses, with `dns_srv` the targets of its SRV records too.',
    example: 'sip1.example.com',
    max: HOST_MAX,
  })
  host: string;

  @TextMap({
    description:
      'SIP headers to add to each call, at most 10, with single-line values. Names consist of `X-` and 1 to 40 letters, ' +
      'digits or hyphens.',
    example: { 'X-Site': 'berlin' },
    max: HEADERS_MAX,
    item: { min: 0, max: HEADER_VALUE_MAX },
    nullable: true,
  })
  customHeaders: Readonly<Record<string, string>> | null;

  @Flag({ description: 'Whether the gateway receives calls.' })
  enabled: boolean;
}

export class SipGatewayDto extends GatewaySettings {
  @Id({ description: 'ID of the gateway.', prefix: 'gw' })
  id: string;

  @Flag(HAS_AUTH_PASSWORD)
  hasAuthPassword: boolean;

  @OneOf({ ...PEER_STATE, inEtag: false })
  state: string;

  @UnixTime({ ...LAST_PROBE_AT, inEtag: false })
  lastProbeAt: Date | null;

  @UnixTime({ description: 'When the gateway was created.' })
  createdAt: Date;

  @UnixTime({ description: 'When the gateway was last updated.' })
  updatedAt: Date;
}

class GatewayBody extends GatewaySettings {
  @Secret(AUTH_PASSWORD)
  authPassword: string | null;
}

/** Without a transport, a new gateway gets the trunk's. */
export class CreateGatewayDto extends WithDefaults(GatewayBody, {
  ...GATEWAY_DEFAULTS,
  transport: undefined,
  port: undefined,
  authPassword: null,
}) {}

export class ChangeGatewayDto extends PartialType(GatewayBody) {}
