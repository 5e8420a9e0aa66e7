import type { WebrtcToken } from '@trunkline/client';
import { UA, WebSocketInterface } from 'jssip';
import type { RTCSession } from 'jssip/lib/RTCSession';
import type { IncomingRTCSessionEvent, OutgoingRTCSessionEvent } from 'jssip/lib/UA';
import { endOf, type PhoneCall, type PhoneState, refusalOf, STARTING, unreachable } from './phone-state';

const TONE_HZ = 425;
const RINGS_FOR_S = 1;
const PAUSES_FOR_MS = 4_000;
const VOLUME = 0.1;

/** Rings until it is stopped. Without sound (a page that was not clicked yet may not play any), the page still shows the call. */
class Ringer {
  private readonly context = new AudioContext();
  private readonly timer: ReturnType<typeof setInterval>;

  constructor() {
    this.ring();
    this.timer = setInterval(() => this.ring(), PAUSES_FOR_MS);
  }

  stop(): void {
    clearInterval(this.timer);
    void this.context.close();
  }

  private ring(): void {
    const tone = this.context.createOscillator();
    const volume = this.context.createGain();
    tone.frequency.value = TONE_HZ;
    volume.gain.value = VOLUME;
    tone.connect(volume).connect(this.context.destination);
    tone.start();
    tone.stop(this.context.currentTime + RINGS_FOR_S);
  }
}

/** So that the switch notices a closed tab soon. */
const REGISTERS_FOR_S = 120;
/** Candidates of more networks rarely come later, and the other side waits meanwhile. */
const GATHERS_FOR_MS = 300;

const MS = 1000;
const RENEWS_BEFORE_MS = 60_000;

type DtmfOptions = NonNullable<Parameters<RTCSession['sendDTMF']>[1]>;
/** Tones within the media (RFC 4733). */
const DTMF = { transportType: 'RFC2833' } as unknown as DtmfOptions;

/** A phone in the browser: SIP over WebSocket, sound over WebRTC. */
export class Phone {
  private readonly agent: UA;
  private readonly listeners = new Set<() => void>();
  private readonly audio = new Audio();
  private current: PhoneState = STARTING;
  private session: RTCSession | null = null;
  private ringer: Ringer | null = null;

  constructor(private readonly token: WebrtcToken) {
    this.audio.autoplay = true;
    this.agent = new UA({
      sockets: [new WebSocketInterface(token.wss_url)],
      uri: `sip:${token.sip_username}@${token.sip_domain}`,
      authorization_user: token.sip_username,
      password: token.sip_password,
      realm: token.sip_domain,
      register_expires: REGISTERS_FOR_S,
      session_timers: false,
      user_agent: 'Trunkline dashboard',
    });
    this.agent.on('registered', () => this.become({ link: 'registered', reason: null }));
    this.agent.on('registrationFailed', ({ cause }) =>
      this.become({ link: 'failed', reason: refusalOf(cause ?? 'no response') }),
    );
    // The agent keeps trying to connect.
    this.agent.on('disconnected', () => this.become({ link: 'failed', reason: unreachable(token.wss_url) }));
    this.agent.on('newRTCSession', (event: IncomingRTCSessionEvent | OutgoingRTCSessionEvent) => this.follow(event));
  }

  readonly state = (): PhoneState => this.current;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** The credentials end within a minute, and no call is in progress that their renewal would end. */
  get isToRenew(): boolean {
    return this.current.call === null && this.token.expires_at * MS - Date.now() < RENEWS_BEFORE_MS;
  }

  start(): void {
    this.agent.start();
  }

  /** Ends the call and the registration. */
  stop(): void {
    this.ringer?.stop();
    this.agent.stop();
    this.audio.srcObject = null;
  }

  dial(number: string): void {
    this.agent.call(`sip:${number}@${this.token.sip_domain}`, this.media);
  }

  answer(): void {
    this.session?.answer(this.media);
  }

  hangUp(): void {
    this.session?.terminate();
  }

  toggleMute(): void {
    if (!this.session || !this.current.call) return;
    const isMuted = !this.current.call.isMuted;
    if (isMuted) this.session.mute({ audio: true });
    else this.session.unmute({ audio: true });
    this.change({ isMuted });
  }

  press(tone: string): void {
    this.session?.sendDTMF(tone, DTMF);
  }

  private get media() {
    const iceServers = this.token.ice_servers.map((server) => ({ ...server, urls: [...server.urls] }));
    return { mediaConstraints: { audio: true, video: false }, pcConfig: { iceServers } };
  }

  private follow({ session }: IncomingRTCSessionEvent | OutgoingRTCSessionEvent): void {
    if (this.session) {
      session.terminate({ status_code: 486 });
      return;
    }
    this.session = session;
    const isIncoming = session.direction !== ('outgoing' as typeof session.direction);
    if (isIncoming) this.ringer = new Ringer();
    this.become({
      ended: null,
      call: {
        direction: isIncoming ? 'incoming' : 'outgoing',
        party: session.remote_identity.uri.user,
        stage: isIncoming ? 'ringing' : 'calling',
        since: null,
        isMuted: false,
      },
    });
    this.listen(session);
  }

  private listen(session: RTCSession): void {
    session.on('confirmed', () => {
      this.silence();
      this.change({ stage: 'active', since: Date.now() });
    });
    const end = ({ cause }: { readonly cause: string }): void => {
      this.silence();
      this.session = null;
      this.become({ call: null, ended: endOf(cause) });
    };
    session.on('ended', end);
    session.on('failed', end);
    let gathered: ReturnType<typeof setTimeout> | undefined;
    session.on('icecandidate', ({ ready }) => {
      clearTimeout(gathered);
      gathered = setTimeout(ready, GATHERS_FOR_MS);
    });
    // An outgoing session has its connection already.
    const connection = session.connection as RTCPeerConnection | null;
    if (connection) this.play(connection);
    session.on('peerconnection', ({ peerconnection }) => this.play(peerconnection));
  }

  private play(connection: RTCPeerConnection): void {
    connection.addEventListener('track', ({ streams: [stream] }) => {
      this.audio.srcObject = stream ?? null;
    });
  }

  private silence(): void {
    this.ringer?.stop();
    this.ringer = null;
  }

  private change(change: Partial<PhoneCall>): void {
    if (this.current.call) this.become({ call: { ...this.current.call, ...change } });
  }

  private become(change: Partial<PhoneState>): void {
    this.current = { ...this.current, ...change };
    for (const listener of this.listeners) listener();
  }
}
