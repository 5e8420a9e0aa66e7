import { WEBRTC_STATUSES, WEBRTC_USER_DEFAULTS, type WebrtcUserView } from '@trunkline/voice-routing';
import {
  E164,
  Id,
  Nested,
  OneOf,
  PartialType,
  QueryFlag,
  QueryList,
  Text,
  Texts,
  UnixTime,
  WithDefaults,
} from '../http';
import { ListNamedQuery } from './profiles/list-routes.dto';

const NAME_MAX = 64;
const STATUS = { values: WEBRTC_STATUSES, name: 'WebrtcUserStatus' } as const;
/** What an account sets of a user. */
class WebrtcUserSettings {
  @Text({ description: 'Unique among the WebRTC users of the account.', example: 'Reception', max: NAME_MAX })
  name: string;

  @E164({
    description:
      'Number of the account that outbound calls of the user show when the browser states no other one; null: none.',
    example: '+4930901820',
    nullable: true,
  })
  defaultCallerId: string | null;
}

export class CreateWebrtcUserDto extends WithDefaults(WebrtcUserSettings, WEBRTC_USER_DEFAULTS) {}

export class ChangeWebrtcUserDto extends PartialType(WebrtcUserSettings) {
  @OneOf({ description: 'Disabling a user revokes its tokens.', ...STATUS, optional: true })
  status?: WebrtcUserView['status'];
}

export class WebrtcUserDto extends WebrtcUserSettings {
  @Id({ description: 'ID of the WebRTC user.', prefix: 'wru' })
  id: string;

  @OneOf({ description: 'A disabled user receives no calls and gets no tokens.', ...STATUS })
  status: string;

  @UnixTime({ description: 'When the user was created.' })
  createdAt: Date;

  @UnixTime({ description: 'When the user was last updated.' })
  updatedAt: Date;
}

export class ListWebrtcUsersQuery extends ListNamedQuery {
  @QueryList({ description: 'Only these statuses, comma-separated.', example: 'active', ...STATUS })
  status?: readonly WebrtcUserView['status'][];
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
  sipUsername: string;

  @Text({ description: 'Password for registration. Returned only once.', example: 'Zl3f8cQx0vYt5nW2bR7kHd1m' })
  sipPassword: string;

  @Text({ description: 'Domain and realm for registration.', example: 'sip.example.com' })
  sipDomain: string;

  @Text({ description: 'URL for SIP over WebSocket.', example: 'wss://sip.example.com:5061' })
  wssUrl: string;

  @Nested(() => IceServerDto, { description: 'Servers for `RTCPeerConnection`.', many: true })
  iceServers: readonly IceServerDto[];

  @UnixTime({ description: 'When the credentials expire, an hour after they were issued.' })
  expiresAt: Date;
}
