import { unixSeconds } from '@trunkline/kernel';
import { WEBRTC_STATUSES, type WebrtcToken, type WebrtcUserView } from '@trunkline/voice-routing';
import {
  E164,
  given,
  Id,
  Nested,
  OneOf,
  PageQuery,
  QueryFlag,
  QueryList,
  QueryOneOf,
  QueryOrder,
  SchemaOf,
  Text,
  Texts,
  UnixTime,
} from '../../http';

const NAME_MAX = 64;
const STATUS = { values: WEBRTC_STATUSES, name: 'WebrtcUserStatus' } as const;
const CALLER_ID = 'Number of the account that outbound calls of the user show when the browser states no other one';

export class WebrtcUserDto {
  @Id({ description: 'ID of the WebRTC user.', prefix: 'wru' })
  id: string;

  @Text({ description: 'Name of the user.', example: 'Reception' })
  name: string;

  @OneOf({ description: 'A disabled user receives no calls and gets no tokens.', ...STATUS })
  status: string;

  @Text({ description: `${CALLER_ID}; null: none.`, example: '+4930901820', nullable: true })
  default_caller_id: string | null;

  @UnixTime({ description: 'When the user was created.' })
  created_at: number;

  @UnixTime({ description: 'When the user was last updated.' })
  updated_at: number;
}

@SchemaOf({ defaults: { default_caller_id: null } })
export class CreateWebrtcUserDto {
  @Text({ description: 'Unique among the WebRTC users of the account.', example: 'Reception', max: NAME_MAX })
  name: string;

  @E164({ description: `${CALLER_ID}.`, example: '+4930901820', optional: true, nullable: true })
  default_caller_id?: string | null;
}

export class ChangeWebrtcUserDto {
  @Text({
    description: 'Unique among the WebRTC users of the account.',
    example: 'Reception',
    max: NAME_MAX,
    optional: true,
  })
  name?: string;

  @E164({ description: `${CALLER_ID}.`, example: '+4930901820', optional: true, nullable: true })
  default_caller_id?: string | null;

  @OneOf({ description: 'Disabling a user revokes its tokens.', ...STATUS, optional: true })
  status?: WebrtcUserView['status'];
}

export class ListWebrtcUsersQuery extends PageQuery {
  @QueryList({ description: 'Only these statuses, comma-separated.', example: 'active', ...STATUS })
  status?: WebrtcUserView['status'][];

  @Text({
    description: 'Part of the name, without regard to case, accents and hyphens.',
    example: 'rec',
    max: NAME_MAX,
    optional: true,
  })
  q?: string;

  @QueryOneOf({ description: 'Sort key.', default: 'created_at', values: ['created_at', 'name'], name: 'RouteSort' })
  sort?: 'created_at' | 'name';

  @QueryOrder()
  order?: 'asc' | 'desc';
}

export class DeleteWebrtcUserQuery {
  @QueryFlag({ description: 'Disables the targets that lead to the user.', default: false })
  force?: boolean;
}

/** The members of `RTCIceServer`. */
export class IceServerDto {
  @Texts({ description: 'URLs of the server.', example: ['turn:turn.example.com:3478?transport=udp'] })
  urls: readonly string[];

  @Text({ description: 'Username of a TURN server.', example: '1795369784:w8f0c2d4b6a1e3957', optional: true })
  username?: string;

  @Text({ description: 'Password of a TURN server.', example: 'Zl3f8cQx0vYt5nW2bR7kHd1mq0s=', optional: true })
  credential?: string;
}

export class WebrtcTokenDto {
  @Text({ description: 'Username for registration.', example: 'w8f0c2d4b6a1e3957' })
  sip_username: string;

  @Text({ description: 'Password for registration. Returned only once.', example: 'Zl3f8cQx0vYt5nW2bR7kHd1m' })
  sip_password: string;

  @Text({ description: 'Domain and realm for registration.', example: 'sip.example.com' })
  sip_domain: string;

  @Text({ description: 'URL for SIP over WebSocket.', example: 'wss://sip.example.com:5061' })
  wss_url: string;

  @Nested(() => IceServerDto, { description: 'Servers for `RTCPeerConnection`.', many: true })
  ice_servers: IceServerDto[];

  @UnixTime({ description: 'When the credentials expire, an hour after they were issued.' })
  expires_at: number;
}

export function webrtcUserChangeOf(body: ChangeWebrtcUserDto) {
  return given({ name: body.name, defaultCallerId: body.default_caller_id, status: body.status });
}

export function toWebrtcUserDto(user: WebrtcUserView): WebrtcUserDto {
  return {
    id: user.id,
    name: user.name,
    status: user.status,
    default_caller_id: user.defaultCallerId,
    created_at: unixSeconds(user.createdAt),
    updated_at: unixSeconds(user.updatedAt),
  };
}

export function toWebrtcTokenDto(token: WebrtcToken): WebrtcTokenDto {
  return {
    sip_username: token.sipUsername,
    sip_password: token.sipPassword,
    sip_domain: token.sipDomain,
    wss_url: token.wssUrl,
    ice_servers: token.iceServers.map((server) => ({ ...server })),
    expires_at: unixSeconds(token.expiresAt),
  };
}
