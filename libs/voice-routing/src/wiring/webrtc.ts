import { Clock, Transactor } from '@trunkline/kernel';
import { bind, CryptoBox, Database, implement, Settings, type Wiring } from '@trunkline/platform';
import { NumberDirectory } from '../application/ports';
import { EnabledTargets } from '../application/profiles/enabled-targets';
import { WebrtcTokens, WebrtcUserRepository } from '../application/webrtc/ports';
import { WebrtcUsers } from '../application/webrtc/webrtc-users';
import { StoredWebrtcTokens } from '../infrastructure/webrtc/webrtc-tokens';
import { StoredWebrtcUsers } from '../infrastructure/webrtc/webrtc-user.repository';

/** WebRTC users, and the tokens of their browsers. */
export const webrtcWiring: Wiring = {
  providers: [implement(WebrtcTokens, StoredWebrtcTokens, [Database, CryptoBox, Settings])],
  exported: [
    implement(WebrtcUserRepository, StoredWebrtcUsers, [Database]),
    bind(WebrtcUsers, [Transactor, WebrtcUserRepository, WebrtcTokens, NumberDirectory, EnabledTargets, Clock]),
  ],
};
