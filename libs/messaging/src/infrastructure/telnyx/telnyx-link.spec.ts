import { generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { TestClock } from '@trunkline/kernel/testing';
import type { OutboundMessage } from '../../application/carriers/ports';
import { aMessagingCarrier, anOutboundMessage } from '../../testing/samples';
import { TelnyxEvents } from './telnyx-events';
import { TelnyxProtocol } from './telnyx-link';

/** In the form of developers.telnyx.com/api-reference/messages/send-a-message. */
const TAKEN = { data: { record_type: 'message', direction: 'outbound', to: [{ status: 'queued' }] } };
const refusal = (code: string) => ({ errors: [{ code, title: 'Refused' }] });

type Answer = (response: ServerResponse) => void;
const json =
  (status: number, body: object, headers = {}): Answer =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

/** Telnyx on this machine. `answers` are those to the next messages. */
async function aTelnyx() {
  const answers: Answer[] = [];
  const sent: Record<string, unknown>[] = [];
  let ids = 0;
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    void text(request).then((body) => {
      if (request.headers.authorization !== 'Bearer KEY') return json(401, refusal('10009'))(response);
      if (request.method === 'GET') return json(200, { data: [] })(response);
      sent.push(JSON.parse(body) as Record<string, unknown>);
      const data = { ...TAKEN.data, id: `telnyx-${String(++ids)}` };
      return (answers.shift() ?? json(200, { data }))(response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const carrier = aMessagingCarrier({ protocol: 'http', host: '127.0.0.1', port, tls: false, password: 'KEY' });
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { answers, sent, carrier, close };
}

const aMessage = (parts = 1): OutboundMessage => {
  const list = Array.from({ length: parts }, (_, index) => ({ text: `<${String(index + 1)}>` }));
  return anOutboundMessage({ to: '+12125550199', parts: list });
};
const UNKNOWN = { kind: 'unknown', carrierMessageIds: [] };
const CALLBACK = 'https://api.example.com/webhooks/messaging/telnyx';

describe('the link to Telnyx', () => {
  it('sends the text as one message, with the address for its receipts', async () => {
    const telnyx = await aTelnyx();
    const link = new TelnyxProtocol(CALLBACK, new TestClock()).open(telnyx.carrier);
    await link.submit(aMessage(2));
    expect(telnyx.sent).toEqual([
      {
        from: '+12125550123',
        to: '+12125550199',
        text: '<1><2>',
        type: 'SMS',
        tags: ['parts:2'],
        webhook_url: CALLBACK,
        use_profile_webhooks: false,
      },
    ]);
    await link.close();
    telnyx.close();
  });

  it.each<[Answer, object]>([
    [json(500, refusal('10007')), UNKNOWN],
    [json(200, {}), UNKNOWN],
    [json(200, { data: { id: 'a\0b\ud800c' } }), { kind: 'accepted', carrierMessageIds: ['abc'] }],
    [json(200, { data: { id: 'x'.repeat(9_000) } }), { kind: 'accepted', carrierMessageIds: ['x'.repeat(255)] }],
    [json(400, refusal('40300')), { kind: 'refused', code: '40300', errorCode: 'recipient_opted_out' }],
    [json(403, refusal('40013')), { kind: 'refused', code: '40013', errorCode: 'sender_not_allowed' }],
    [json(400, refusal('40318')), { kind: 'busy', retryAfterMs: 1000 }],
    [json(400, {}), { kind: 'refused', code: '400', errorCode: 'carrier_refused' }],
  ])('translates the answer of case %#', async (answer, outcome) => {
    const telnyx = await aTelnyx();
    telnyx.answers.push(answer);
    const link = new TelnyxProtocol(CALLBACK, new TestClock()).open(telnyx.carrier);
    expect(await link.submit(aMessage())).toEqual(outcome);
    await link.close();
    telnyx.close();
  });

  it('sends nothing to a host that refuses connections', async () => {
    const telnyx = await aTelnyx();
    telnyx.close();
    const link = new TelnyxProtocol(CALLBACK, new TestClock()).open(telnyx.carrier);
    expect(await link.submit(aMessage())).toEqual({ kind: 'unreachable' });
    expect(link.state).toMatchObject({ connected: false, lastError: 'The request failed: ECONNREFUSED.' });
    await link.close();
  });
});

describe('the events of Telnyx', () => {
  const clock = new TestClock();
  const events = new TelnyxEvents(clock);
  /** In the form of developers.telnyx.com/docs/messaging/messages/receiving-webhooks. */
  const event = (event_type: string, payload: object) =>
    Buffer.from(
      JSON.stringify({ data: { id: 'evt-1', event_type, occurred_at: '2026-01-01T00:00:00.000+00:00', payload } }),
    );
  const sent = (status: string, given: object = {}) => ({
    id: 'telnyx-1',
    from: { phone_number: '+12125550123' },
    to: [{ phone_number: '+12125550199', status }],
    errors: [],
    ...given,
  });

  it.each([
    ['message.sent', 'sent', 'accepted'],
    ['message.finalized', 'delivered', 'delivered'],
    ['message.finalized', 'delivery_failed', 'undelivered'],
    ['message.finalized', 'sending_failed', 'rejected'],
    ['message.finalized', 'delivery_unconfirmed', 'unknown'],
  ])('reads %s with %s as %s', (type, status, state) => {
    const delivery = events.deliveryOf(event(type, sent(status, { errors: [{ code: '40008' }] })));
    expect(delivery).toMatchObject({
      kind: 'receipts',
      reports: [{ carrierMessageId: 'telnyx-1', from: '+12125550123', to: '+12125550199', state, code: '40008' }],
    });
  });

  it('reads a receipt as one of each part', () => {
    const delivery = events.deliveryOf(event('message.finalized', sent('delivered', { tags: ['parts:3'] })));
    const ids = delivery?.kind === 'receipts' ? delivery.reports.map(({ carrierMessageId }) => carrierMessageId) : [];
    expect(ids).toEqual(['telnyx-1', 'telnyx-1#2', 'telnyx-1#3']);
  });

  it('reads a received message, whose parts Telnyx has joined', () => {
    const payload = {
      id: 'in-1',
      from: { phone_number: '+491701234567' },
      to: [{ phone_number: '+12125550123', status: 'webhook_delivered' }],
      text: 'Grüße',
      encoding: 'GSM-7',
      parts: 2,
      received_at: '2026-01-01T00:00:00.000+00:00',
    };
    expect(events.deliveryOf(event('message.received', payload))).toEqual({
      kind: 'part',
      part: {
        carrierMessageId: 'in-1',
        from: '+491701234567',
        to: '+12125550123',
        text: 'Grüße',
        encoding: 'gsm7',
        reference: null,
        part: 1,
        parts: 1,
        receivedAt: new Date('2026-01-01T00:00:00Z'),
      },
    });
  });

  it('ignores other events, and rejects what is no event', () => {
    expect(events.eventIdOf(event('message.queued', sent('queued')))).toBeNull();
    for (const body of ['', '{', '[]', '{"data":{}}'])
      expect(() => events.eventIdOf(Buffer.from(body))).toThrow(expect.objectContaining({ code: 'malformed_request' }));
  });

  it('accepts signatures of its key over time and body, at most five minutes old', () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const key = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64');
    const rawBody = event('message.sent', sent('sent'));
    const signed = (seconds: number, body = rawBody) => {
      const timestamp = String(seconds);
      const signature = sign(null, Buffer.concat([Buffer.from(`${timestamp}|`), body]), privateKey).toString('base64');
      return { rawBody, headers: { 'telnyx-timestamp': timestamp, 'telnyx-signature-ed25519': signature } };
    };
    const now = Math.floor(clock.now().getTime() / 1000);
    expect(events.isSigned(key, signed(now))).toBe(true);
    expect(events.isSigned(key, signed(now - 301))).toBe(false);
    expect(events.isSigned(key, signed(now, Buffer.from('other')))).toBe(false);
    expect(events.isSigned(key, { rawBody, headers: {} })).toBe(false);
    expect(events.isSigned(`${'A'.repeat(43)}=`, signed(now))).toBe(false);
  });
});
