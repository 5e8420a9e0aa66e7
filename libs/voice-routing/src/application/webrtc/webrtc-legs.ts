import type { Codec } from '../../domain/trunks/sip-trunk';
import type { Leg, SkipReason } from '../calls/call';
import type { ContactLegs } from '../registrations/contact-legs';
import type { WebrtcUserState } from '../calls/ports';

/** Every browser has them (RFC 7874, section 3). */
export const WEBRTC_CODECS: readonly Codec[] = ['opus', 'g711a', 'g711u'];

/** Builds the legs to the browsers of WebRTC users. */
export class WebrtcLegs {
  constructor(private readonly contacts: ContactLegs) {}

  /**
   * Returns the legs to the registered browsers of the user, by preference, or the reason why there are none. Resolves host
   * names: call it without a database connection.
   */
  async toUser(user: WebrtcUserState | null, called: string): Promise<readonly Leg[] | SkipReason> {
    if (user?.status !== 'active') return 'webrtc_user_not_active';
    if (user.contacts.length === 0) return 'not_registered';
    const media = { media: 'webrtc', codecs: WEBRTC_CODECS, dtmfMode: 'rfc4733' } as const;
    const owner = { targetKind: 'webrtc_user', trunkId: null, webrtcUserId: user.id, ...media } as const;
    const legs = await this.contacts.toContacts(user.contacts, owner, called);
    return legs.length === 0 ? 'host_not_allowed' : legs;
  }
}
