import { Dialog } from './sip/dialog';
import { newToken } from './sip/headers';
import type { SipRequest } from './sip/message';
import type { Address } from './sip/transport';
import type { UserAgent } from './sip/user-agent';

export interface ProbeResult {
  /** Null: Kamailio did not answer, which says nothing about the peer. */
  readonly ok: boolean | null;
  /** That of Kamailio for a peer that did not respond. */
  readonly sipCode: number | null;
  /** Null unless the peer itself responded. */
  readonly rttMs: number | null;
}

const PROBE_TIMEOUT_MS = 4000;
/** Kamailio waits as long for the peer as the agent waits for Kamailio: its own response may come later. */
const GRACE_MS = 2000;
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
    // Kamailio repeats it. A second copy of 10,000 probes would only add to the load that lost the first.
    const options = { timeoutMs: this.timeoutMs + GRACE_MS, isSentOnce: true };
    const response = await this.agent.request(this.options(targetOf(uri, transport)), this.proxy, options).final;
    if (!response) return { ok: null, sipCode: null, rttMs: null };
    if (NO_RESPONSE.has(response.status)) return { ok: false, sipCode: response.status, rttMs: null };
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
