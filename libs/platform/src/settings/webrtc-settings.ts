import { IsUrl, ValidateBy } from 'class-validator';
import * as v from 'valibot';
import { CallSettings } from './call-settings';

/** A STUN or TURN server of browsers. */
export interface IceServerSetting {
  readonly urls: readonly string[];
  readonly username?: string;
  readonly credential?: string;
  /** The TURN server shares this secret with us, and the credentials of each token are derived from it. */
  readonly secret?: string;
}

const SERVERS_MAX = 10;
const ICE_URL = /^(stuns?|turns?):[A-Za-z0-9.:[\]-]{1,255}(\?transport=(udp|tcp))?$/;
const ICE_FORM =
  'ICE_SERVERS must be a JSON list of at most 10 objects with urls (stun: or turn:), and for TURN either username and ' +
  'credential, or secret';

const url = v.pipe(v.string(), v.regex(ICE_URL));
const urls = v.pipe(
  v.union([url, v.array(url)]),
  v.transform((value) => (typeof value === 'string' ? [value] : value)),
  v.minLength(1),
);
const text = v.pipe(v.string(), v.minLength(1));
const isTurn = (server: { readonly urls: readonly string[] }) => server.urls.some((each) => each.startsWith('turn'));
const SERVERS = v.pipe(
  v.array(
    v.union([
      v.pipe(
        v.strictObject({ urls }),
        v.check((server) => !isTurn(server)),
      ),
      v.pipe(
        v.strictObject({ urls, username: text, credential: text }),
        v.check((server) => isTurn(server)),
      ),
      v.pipe(
        v.strictObject({ urls, secret: text }),
        v.check((server) => isTurn(server)),
      ),
    ]),
  ),
  v.maxLength(SERVERS_MAX),
);

/** How browsers of WebRTC users reach the switch. See docs/routing.md#webrtc-users. */
export class WebrtcSettings extends CallSettings {
  /** URL of the switch for SIP over WebSocket. */
  @IsUrl(
    { protocols: ['ws', 'wss'], require_protocol: true, require_tld: false, allow_fragments: false },
    { message: 'WSS_URL must be a ws:// or wss:// URL' },
  )
  WSS_URL: string;

  @ValidateBy({
    name: 'isIceServers',
    validator: { validate: (value) => parsed(value) !== null, defaultMessage: () => ICE_FORM },
  })
  ICE_SERVERS: string = '[]';

  get iceServers(): readonly IceServerSetting[] {
    return parsed(this.ICE_SERVERS) ?? [];
  }
}

export const WEBRTC_SETTING_NAMES = ['WSS_URL', 'ICE_SERVERS'] as const satisfies readonly (keyof WebrtcSettings)[];

/** Returns null for a text in another form. A single URL may stand for the list of `urls`, as in browsers. */
function parsed(value: unknown): readonly IceServerSetting[] | null {
  const read = v.safeParse(SERVERS, typeof value === 'string' ? jsonOf(value) : null);
  return read.success ? read.output : null;
}

function jsonOf(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    // Reported as a setting in another form.
    return null;
  }
}
