import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { StripeConfig } from '@trunkline/platform';
import Stripe from 'stripe';
import { parseForm } from './stripe-form';
import { ROUTES } from './stripe-routes';
import { StripeRefusal, StripeState } from './stripe-state';

interface Answer {
  readonly status: number;
  readonly body: object;
}

interface Replay extends Answer {
  readonly request: string;
}

export interface SignedCallback {
  readonly rawBody: Buffer;
  readonly signature: string;
}

/** `lost`: the request does not arrive. `unanswered`: it is handled, and the connection breaks. `fault`: Stripe fails. */
export type StripeFault = 'lost' | 'unanswered' | 'fault';

const SECRET_KEY = 'sk_test_fake';
const WEBHOOK_SECRET = 'whsec_fake';

/**
 * A local Stripe server for tests: form-encoded requests, Stripe's objects and errors, idempotency keys, and events signed
 * with Stripe's library.
 */
export class FakeStripe {
  readonly state = new StripeState();
  /** Faults of the next requests, one each. */
  readonly faults: StripeFault[] = [];
  /** Method and path of each request. */
  readonly requests: string[] = [];
  private readonly replays = new Map<string, Replay>();
  private readonly server: Server;

  private constructor() {
    this.server = createServer((request, response) => void this.serve(request, response));
  }

  static async start(): Promise<FakeStripe> {
    const fake = new FakeStripe();
    fake.server.listen(0, '127.0.0.1');
    await once(fake.server, 'listening');
    return fake;
  }

  get config(): StripeConfig {
    const { port } = this.server.address() as AddressInfo;
    return {
      secretKey: SECRET_KEY,
      publishableKey: 'pk_test_fake',
      webhookSecrets: ['whsec_next', WEBHOOK_SECRET],
      apiBase: new URL(`http://127.0.0.1:${port}`),
    };
  }

  /** Returns the events since the last call, signed at this time. */
  callbacks(at: Date): SignedCallback[] {
    const timestamp = Math.floor(at.getTime() / 1000);
    return this.state.events.splice(0).map((payload) => {
      const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: WEBHOOK_SECRET, timestamp });
      return { rawBody: Buffer.from(payload), signature };
    });
  }

  /** Authenticates as the customer would in the browser. */
  authenticate(intentId: string): void {
    const intent = this.state.intent(intentId);
    intent.status = 'succeeded';
    this.state.addEvent('payment_intent.succeeded', intent);
  }

  winDispute(intentId: string): void {
    const dispute = this.state.disputes.find((each) => each.payment_intent === intentId);
    if (!dispute) throw new Error(`${intentId} is not disputed.`);
    dispute.status = 'won';
    this.state.addEvent('charge.dispute.funds_reinstated', dispute);
    this.state.addEvent('charge.dispute.closed', dispute);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const fault = this.faults.shift();
    if (fault === 'lost') return void request.socket.destroy();
    if (fault === 'fault') return reply(response, { status: 500, body: { error: { type: 'api_error' } } });
    const answer = this.answer(request, await text(request));
    if (fault === 'unanswered') return void request.socket.destroy();
    reply(response, answer);
  }

  private answer(request: IncomingMessage, body: string): Answer {
    if (request.headers.authorization !== `Bearer ${SECRET_KEY}`) {
      return { status: 401, body: { error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } } };
    }
    const { method = '', url = '' } = request;
    this.requests.push(`${method} ${url}`);
    const key = request.headers['idempotency-key'];
    // The library sends a key with each POST, so that it can retry.
    if (typeof key !== 'string') return this.handle(method, url, body);
    return this.onceUnder(key, `${method} ${url} ${body}`, () => this.handle(method, url, body));
  }

  /** Returns the first response of a key again; 400 for other parameters (docs.stripe.com/api/idempotent_requests). */
  private onceUnder(key: string, request: string, handle: () => Answer): Answer {
    const replay = this.replays.get(key);
    if (replay?.request === request) return replay;
    if (replay) {
      const message = 'Keys can only be used with the same parameters they were first used with.';
      return { status: 400, body: { error: { type: 'idempotency_error', message } } };
    }
    const answer = handle();
    // A copy, because the state changes the objects of earlier responses.
    this.replays.set(key, structuredClone({ request, ...answer }));
    return answer;
  }

  private handle(method: string, url: string, body: string): Answer {
    const { pathname, search } = new URL(url, 'http://stripe');
    const form = parseForm(method === 'GET' ? search.slice(1) : body);
    for (const route of ROUTES) {
      const match = route.method === method ? route.path.exec(pathname) : null;
      if (!match) continue;
      try {
        return { status: 200, body: route.answer(this.state, { id: match[1] ?? '', form }) };
      } catch (error) {
        if (error instanceof StripeRefusal) return { status: error.status, body: { error: error.error } };
        throw error;
      }
    }
    return { status: 404, body: { error: { type: 'invalid_request_error', message: `Unrecognized ${url}` } } };
  }
}

function reply(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_fake' });
  response.end(JSON.stringify(body));
}
