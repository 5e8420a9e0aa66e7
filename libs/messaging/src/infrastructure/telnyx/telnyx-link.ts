import type { Clock } from '@trunkline/kernel';
import type {
  CarrierLink,
  CarrierProtocol,
  DeliveryReport,
  LinkState,
  MessagingCarrier,
  OutboundMessage,
  SubmitOutcome,
} from '../../application/carriers/ports';
import { reportOf } from './telnyx-events';
import { dateOf, errorCodeOf, type Fields, fieldsOf, messageErrorOf, partIdsOf, partsTag, textOf } from './telnyx-json';

export interface TelnyxTimings {
  /** Of a request with its response. */
  readonly requestMs: number;
  /** Between questions whether the API key is accepted. */
  readonly probeMs: number;
  /** For what is in flight when the link is closed. */
  readonly closeMs: number;
  /** The pause after Telnyx had too much to do, unless it names one. */
  readonly throttledMs: number;
}

export const TELNYX_TIMINGS: TelnyxTimings = {
  requestMs: 30_000,
  probeMs: 15_000,
  closeMs: 5_000,
  throttledMs: 1_000,
};

const MS = 1000;
const UNKNOWN: SubmitOutcome = { kind: 'unknown', carrierMessageIds: [] };
const BODY_BYTES_MAX = 1_048_576;
const TOO_MANY = 429;
/** Its queue of this sender is full (developers.telnyx.com/docs/overview/errors). */
const QUEUE_FULL = '40318';
/** Requests that had no effect, for a reason that lies with this service. */
const NOT_ACCEPTED = [401, 403];
/** No answer tells whether these had an effect. */
const UNCERTAIN = [408, 425];
/** Errors of a connection over which nothing was sent. */
const NOT_SENT =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|.*CERT.*|ERR_TLS.*|.*SELF_SIGNED.*|UNABLE_TO_.*)$/;

interface Response {
  readonly status: number;
  /** Of Retry-After in seconds; null without one. */
  readonly retryAfterMs: number | null;
  /** Undefined: incomplete, or no JSON. */
  readonly body: Fields | undefined;
}

/** Sends messages through the API of Telnyx (developers.telnyx.com/api-reference/messages/send-a-message). */
export class TelnyxProtocol implements CarrierProtocol {
  readonly protocol = 'http';

  /** `callbackUrl` receives the receipts. */
  constructor(
    private readonly callbackUrl: string,
    private readonly clock: Clock,
    private readonly timings: TelnyxTimings = TELNYX_TIMINGS,
  ) {}

  open(carrier: MessagingCarrier): CarrierLink {
    return new TelnyxLink(carrier, this.callbackUrl, this.clock, this.timings);
  }
}

class TelnyxLink implements CarrierLink {
  private readonly base: string;
  private readonly closing = new AbortController();
  private readonly sending = new Set<Promise<unknown>>();
  private readonly probing: NodeJS.Timeout;
  private connected = false;
  private since: Date;
  private lastError: string | null = null;
  private lagMs: number | null = null;

  constructor(
    private readonly carrier: MessagingCarrier,
    private readonly callbackUrl: string,
    private readonly clock: Clock,
    private readonly timings: TelnyxTimings,
  ) {
    const { tls, host, port } = carrier;
    this.base = `${tls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}/v2`;
    this.since = clock.now();
    this.probing = setInterval(() => void this.probe(), timings.probeMs).unref();
    void this.probe();
  }

  get state(): LinkState {
    const { connected, since, lastError, lagMs } = this;
    return { connected, since, lastError, lagMs, inFlight: this.sending.size };
  }

  submit(message: OutboundMessage): Promise<SubmitOutcome> {
    const sending = this.send(message).finally(() => this.sending.delete(sending));
    this.sending.add(sending);
    return sending;
  }

  async query(carrierMessageId: string): Promise<DeliveryReport | null> {
    try {
      const { status, body } = await this.request(
        'GET',
        `/messages/${encodeURIComponent(carrierMessageId.split('#')[0] ?? '')}`,
      );
      const message = fieldsOf(body?.['data']);
      return status === 200 ? reportOf(message, dateOf(message['completed_at'])) : null;
    } catch {
      return null;
    }
  }

  async close(): Promise<void> {
    clearInterval(this.probing);
    const late = setTimeout(() => this.closing.abort(), this.timings.closeMs);
    await Promise.allSettled(this.sending);
    clearTimeout(late);
    this.closing.abort();
    this.become(false, null);
  }

  private async send(message: OutboundMessage): Promise<SubmitOutcome> {
    if (this.closing.signal.aborted) return { kind: 'unreachable' };
    const begun = performance.now();
    try {
      const response = await this.request('POST', '/messages', {
        from: message.from,
        to: message.to,
        text: message.parts.map(({ text }) => text).join(''),
        type: 'SMS',
        ...(this.carrier.systemId !== null && { messaging_profile_id: this.carrier.systemId }),
        tags: [partsTag(message.parts.length)],
        webhook_url: this.callbackUrl,
        use_profile_webhooks: false,
      });
      this.lagMs = Math.round(performance.now() - begun);
      return this.outcomeOf(response, message.parts.length);
    } catch (error) {
      const code = codeOf(error);
      this.become(false, `The request failed: ${code}.`);
      return NOT_SENT.test(code) ? { kind: 'unreachable' } : UNKNOWN;
    }
  }

  private outcomeOf({ status, retryAfterMs, body }: Response, parts: number): SubmitOutcome {
    const code = errorCodeOf(body);
    if (status === TOO_MANY || code === QUEUE_FULL)
      return { kind: 'busy', retryAfterMs: retryAfterMs ?? this.timings.throttledMs };
    const fault = faultOf(status, code);
    this.become(fault === null, fault && `Telnyx answered with status ${status}.`);
    if (fault === 'unreachable') return { kind: fault };
    return fault === 'unknown' ? UNKNOWN : decided({ status, code, body }, parts);
  }

  /** Asks for something small, so that operators see whether messages could be sent. */
  private async probe(): Promise<void> {
    try {
      const { status } = await this.request('GET', '/messaging_profiles?page[size]=1');
      if (status === 200) this.become(true, null);
      else this.become(false, `Telnyx answered with status ${String(status)}.`);
    } catch (error) {
      if (!this.closing.signal.aborted) this.become(false, `The request failed: ${codeOf(error)}.`);
    }
  }

  private become(connected: boolean, lastError: string | null): void {
    if (connected !== this.connected) this.since = this.clock.now();
    this.connected = connected;
    this.lastError = lastError ?? this.lastError;
  }

  private async request(method: 'GET' | 'POST', path: string, body?: object): Promise<Response> {
    const signal = AbortSignal.any([this.closing.signal, AbortSignal.timeout(this.timings.requestMs)]);
    const response = await fetch(`${this.base}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.carrier.password ?? ''}`,
        accept: 'application/json',
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body ? JSON.stringify(body) : null,
      signal,
      redirect: 'manual',
    });
    const retryAfter = response.headers.get('retry-after');
    const retryAfterMs = retryAfter !== null && /^\d{1,4}$/.test(retryAfter) ? Number(retryAfter) * MS : null;
    return { status: response.status, retryAfterMs, body: await bodyOf(response) };
  }
}

/** Returns the outcome of a request that says nothing about the message, or null. */
function faultOf(status: number, code: string | null): 'unreachable' | 'unknown' | null {
  // The codes of messages begin with 40; others name a fault of the API key.
  if (NOT_ACCEPTED.includes(status) && !code?.startsWith('40')) return 'unreachable';
  return status >= 500 || UNCERTAIN.includes(status) ? 'unknown' : null;
}

interface Decision extends Pick<Response, 'status' | 'body'> {
  readonly code: string | null;
}

function decided({ status, code, body }: Decision, parts: number): SubmitOutcome {
  if (status >= 400) return { kind: 'refused', code: code ?? String(status), errorCode: messageErrorOf(code) };
  const id = textOf(fieldsOf(body?.['data'])['id']);
  return id === null ? UNKNOWN : { kind: 'accepted', carrierMessageIds: partIdsOf(id, parts) };
}

async function bodyOf(response: globalThis.Response): Promise<Fields | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const stream: AsyncIterable<Uint8Array> | Iterable<Uint8Array> = response.body ?? [];
  for await (const chunk of stream) {
    size += chunk.byteLength;
    if (size > BODY_BYTES_MAX) return undefined;
    chunks.push(chunk);
  }
  try {
    return fieldsOf(JSON.parse(Buffer.concat(chunks).toString('utf8')));
  } catch {
    return undefined;
  }
}

/** Returns only the code of the error, because its message may quote a header. */
function codeOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const { code, name } = fieldsOf(cause);
  return textOf(code) ?? textOf(name) ?? 'unknown';
}
