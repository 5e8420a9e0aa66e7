import { Dialog } from '../sip/dialog';
import { newToken } from '../sip/headers';
import type { SipRequest } from '../sip/message';
import type { Address } from '../sip/transport';
import type { UserAgent } from '../sip/user-agent';

export interface ProbeResult {
  readonly ok: boolean;
  /** That of Kamailio for a peer that did not respond; null without any response. */
  readonly sipCode: number | null;
  /** Null unless the peer itself responded. */
  readonly rttMs: number | null;
}

const PROBE_TIMEOUT_MS = 4000;
/** Kamailio waits as long for the peer as the agent waits for Kamailio: its own response may come a little later. */
const GRACE_MS = 500;
/** What Kamailio answers for a peer that did not respond, or that it could not send to. */
const NO_RESPONSE = new Set([408, 477, 478, 479]);

/** Sends OPTIONS through Kamailio's internal socket, which relays it to the URI. */
export class Probe {
  constructor(
    private readonly agent: UserAgent,
    private readonly proxy: Address,
    private readonly sipDomain: string,
    private readonly timeoutMs = PROBE_TIMEOUT_MS,
  ) {}

  /** Any response below 500 shows that the peer is up: it may refuse OPTIONS and accept calls. */
  async send(uri: string, transport?: string): Promise<ProbeResult> {
    const startedAt = performance.now();
    const timeoutMs = this.timeoutMs + GRACE_MS;
    const response = await this.agent.request(this.options(targetOf(uri, transport)), this.proxy, { timeoutMs }).final;
    if (!response || NO_RESPONSE.has(response.status))
      return { ok: false, sipCode: response?.status ?? null, rttMs: null };
    return { ok: response.status < 500, sipCode: response.status, rttMs: Math.round(performance.now() - startedAt) };
  }

  private options(target: string): SipRequest {
    const from = `sip:probe@${this.sipDomain}`;
    const dialog = Dialog.of({ callId: newToken(), from, to: target, target });
    return dialog.request('OPTIONS', this.agent.local, { entries: [['Accept', 'application/sdp']] });
  }
}

/** A URI without a transport means UDP, or what DNS says. */
export function targetOf(uri: string, transport?: string): string {
  const isNamed = transport === undefined || transport === 'udp' || uri.toLowerCase().includes(';transport=');
  return isNamed ? uri : `${uri};transport=${transport}`;
}
