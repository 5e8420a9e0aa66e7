import { planHeaders } from './calls/attempts';
import { Dialog } from './sip/dialog';
import { newToken } from './sip/headers';
import { isAnswered, Leg } from './sip/leg';
import { heldOffer } from './sip/sdp';
import type { Address } from './sip/transport';
import type { UserAgent } from './sip/user-agent';

export interface TestCallResult {
  readonly ok: boolean;
  readonly sipCode: number;
  /** From the INVITE to its final response. */
  readonly rttMs: number;
}

const RING_MS = 10_000;
const NO_REPLY_MS = 5000;
const MAX_S = 30;

/**
 * Calls a URI through Kamailio, as a click to dial calls a phone, and hangs up as soon as the call is answered. The plan has no
 * decision, so Kamailio reports nothing of the call, and it is free.
 */
export class TestCall {
  constructor(
    private readonly agent: UserAgent,
    private readonly proxy: Address,
    private readonly sipDomain: string,
    private readonly ringMs = RING_MS,
  ) {}

  async place(uri: string): Promise<TestCallResult> {
    const { host, port } = this.proxy;
    const target = `sip:test@${host}:${port}`;
    const dialog = Dialog.of({ callId: newToken(), from: `sip:test@${this.sipDomain}`, to: uri, target });
    const ignore = (): void => undefined;
    const leg = new Leg(this.agent, this.proxy, dialog, { onEnded: ignore, onRequest: ignore });
    const timer = setTimeout(() => leg.cancelInvite(), this.ringMs);
    const startedAt = performance.now();
    try {
      const origin = { id: Math.floor(startedAt), version: 1, host: this.agent.local.host };
      const answer = await leg.invite(heldOffer(origin, ['g711a', 'g711u']), planHeaders(this.planTo(uri)));
      const rttMs = Math.round(performance.now() - startedAt);
      if (isAnswered(answer)) leg.acknowledge(answer);
      await leg.end();
      return { ok: isAnswered(answer), sipCode: answer.status, rttMs };
    } finally {
      clearTimeout(timer);
    }
  }

  private planTo(uri: string) {
    const route = {
      uri,
      dst_uri: '',
      fr_timer: NO_REPLY_MS,
      fr_inv_timer: this.ringMs,
      headers: {},
      media: 'rtp',
      codecs: ['g711a', 'g711u'],
      dtmf_mode: 'rfc2833',
      pass: 0,
    };
    const head = { action: 'route', version: '1.0', routing: 'serial', first_branch: 0 };
    return { ...head, max_duration_s: MAX_S, ring_timeout_ms: this.ringMs, routes: [route] };
  }
}
