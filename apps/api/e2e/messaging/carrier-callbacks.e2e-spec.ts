import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CarrierEvents, DeliverMessages } from '@trunkline/messaging';
import { Database } from '@trunkline/platform';
import { eventually } from '@trunkline/platform/testing';
import { startApi, type TestApi } from '../support';
import { codeOf, dataOf, itemsOf, type Row } from '../support/numbering/shopping';
import { aSender, nowOf } from '../support/sender';

const PATH = '/webhooks/messaging/telnyx';
const THEIRS = '+4915112345678';
const BODY_MAX = 256 * 1024;
const TOLERANCE_SECONDS = 300;
const RECEIVED = { received: true };

interface Change {
  readonly key?: KeyObject;
  readonly at?: number;
  /** Replaces what was signed. */
  readonly body?: string;
  readonly headers?: Record<string, string>;
}

describe('POST /webhooks/messaging/{carrier}', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const stranger = generateKeyPairSync('ed25519').privateKey;
  let api: TestApi;
  /** The messaging API of Telnyx. */
  let telnyx: Server;
  let carrierId: string;
  let events = 0;
  let taken = 0;

  beforeAll(async () => {
    telnyx = createServer((request, response) => {
      request.resume();
      const data = { id: `telnyx-${String(++taken)}`, to: [{ status: 'queued' }] };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }));
    }).listen(0, '127.0.0.1');
    await once(telnyx, 'listening');
    api = await startApi();
    carrierId = await aCarrier(publicKey);
  });
  afterAll(async () => {
    await api.use(DeliverMessages).stop();
    await api.stop();
    telnyx.closeAllConnections();
    telnyx.close();
  });

  const aCarrier = async (key: KeyObject, given: Row = {}) => {
    const answer = await api.operator('POST', '/operator/messaging-carriers', {
      name: 'Telnyx',
      protocol: 'http',
      host: '127.0.0.1',
      port: (telnyx.address() as AddressInfo).port,
      password: 'KEY',
      prefixes: ['+49'],
      webhook_public_key: Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64'),
      ...given,
    });
    expect(answer.status).toBe(201);
    return String(dataOf(answer)['id']);
  };
  const call = (signed: string, { key = privateKey, at = nowOf(api), body = signed, headers = {} }: Change = {}) => {
    const signature = sign(null, Buffer.from(`${String(at)}|${signed}`), key).toString('base64');
    const signing = { 'telnyx-timestamp': String(at), 'telnyx-signature-ed25519': signature };
    return api.post(PATH, body, {}, { ...signing, ...headers });
  };
  const eventOf = (event_type: string, payload: Row) => {
    const id = `evt-${String(++events)}`;
    return { id, text: JSON.stringify({ data: { id, event_type, occurred_at: new Date().toISOString(), payload } }) };
  };
  const messageTo = (to: string, text = 'Hello') =>
    eventOf('message.received', {
      id: `in-${String(events)}`,
      from: { phone_number: THEIRS },
      to: [{ phone_number: to }],
      text,
      encoding: 'GSM-7',
      received_at: new Date().toISOString(),
    });
  const receiptOf = (id: string, status: string, given: Row = {}) =>
    eventOf('message.finalized', { id, to: [{ phone_number: THEIRS, status }], ...given });
  const storedOf = (id: string) =>
    api.use(Database).query<{ carrierId: string; status: string; isKept: boolean }>(
      `SELECT carrier_id AS "carrierId", status, event_sealed IS NOT NULL AS "isKept" FROM messaging.carrier_events
          WHERE event_id = $1`,
      [id],
    );
  /** Handles an event as the worker does. */
  const handle = async (id: string) => {
    for (const { carrierId } of await storedOf(id)) await api.use(CarrierEvents).handle(carrierId, id);
  };
  const accept = async ({ id, text }: { readonly id: string; readonly text: string }, change: Change = {}) => {
    const answer = await call(text, change);
    expect([answer.status, answer.body.data]).toEqual([200, RECEIVED]);
    await handle(id);
  };
  /** A message that Telnyx has taken, and its id there. */
  const aTakenMessage = async () => {
    const sender = await aSender(api);
    const message = await sender.sent({ to: THEIRS });
    const deliver = api.use(DeliverMessages);
    await eventually(async () => {
      await deliver.round();
      expect(await sender.read(message)).toMatchObject({ status: 'sent' });
    });
    return { ...sender, message, telnyxId: `telnyx-${String(taken)}` };
  };

  it('returns 200 and stores a received message once, however often it is repeated', async () => {
    const { from, list } = await aSender(api);
    const event = messageTo(from, 'See you at 8.');
    for (let time = 0; time < 3; time += 1) await accept(event);
    expect(await list('?direction=inbound')).toMatchObject([
      { from: THEIRS, to: from, body: 'See you at 8.', status: 'received', segments: 1, price_cents: 0 },
    ]);
    expect(await storedOf(event.id)).toEqual([{ carrierId, status: 'handled', isKept: false }]);
  });

  it.each([
    ['delivered', { status: 'delivered', error_code: null }],
    ['delivery_failed', { status: 'undelivered', error_code: 'undeliverable' }],
  ])('returns 200 and settles a message by its receipt: %s', async (status, expected) => {
    const { customer, message, telnyxId, read } = await aTakenMessage();
    const event = receiptOf(telnyxId, status);
    await accept(event);
    await accept(event);
    expect(await read(message)).toMatchObject(expected);
    const query = `/v1/billing/transactions?related_kind=sms&related_id=${String(message['id'])}`;
    expect(itemsOf(await api.get(query, customer))).toMatchObject([{ kind: 'charge', amount_cents: -13 }]);
  });

  it('returns 200 for the receipt of an unknown message, which changes no message', async () => {
    const { message, read } = await aTakenMessage();
    await accept(receiptOf('telnyx-unknown', 'delivered'));
    expect(await read(message)).toMatchObject({ status: 'sent' });
  });

  it('returns 200 for a message to a number of no account, which is kept for the operator', async () => {
    await accept(messageTo('+12125550177'));
    const query = `/operator/unclaimed-messages?carrier_id=${carrierId}`;
    expect(itemsOf(await api.operator('GET', query))).toMatchObject([{ from: THEIRS, to: '+12125550177' }]);
  });

  it('returns 200 for an event about something else, and stores nothing', async () => {
    const event = eventOf('messaging_profile.updated', { id: 'x' });
    await accept(event);
    expect(await storedOf(event.id)).toEqual([]);
  });

  it.each<[string, () => Change]>([
    ['is signed with the key of a stranger', () => ({ key: stranger })],
    ['was changed after it was signed', () => ({ body: messageTo('+12125550178').text })],
    ['has no signature', () => ({ headers: { 'telnyx-signature-ed25519': '' } })],
    ['has a signature that is no base64', () => ({ headers: { 'telnyx-signature-ed25519': 'not base64 at all' } })],
    ['has a signature that is too short', () => ({ headers: { 'telnyx-signature-ed25519': 'AAAA' } })],
    ['has no timestamp', () => ({ headers: { 'telnyx-timestamp': '' } })],
    ['has a timestamp that was not signed', () => ({ headers: { 'telnyx-timestamp': String(nowOf(api) - 1) } })],
    ['has a timestamp that is no number', () => ({ headers: { 'telnyx-timestamp': 'now' } })],
    ['is a second too old', () => ({ at: nowOf(api) - TOLERANCE_SECONDS - 1 })],
    // The clock moves while the request is on its way.
    ['is dated too far ahead', () => ({ at: nowOf(api) + TOLERANCE_SECONDS + 30 })],
  ])('returns 401 unauthorized and stores nothing when it %s', async (_name, change) => {
    const event = messageTo('+12125550178');
    const answer = await call(event.text, change());
    expect([answer.status, codeOf(answer), await storedOf(event.id)]).toEqual([401, 'unauthorized', []]);
  });

  it.each([-TOLERANCE_SECONDS + 30, TOLERANCE_SECONDS])(
    'returns 200 when the signature is of %d seconds from now',
    async (seconds) => {
      await accept(messageTo('+12125550179'), { at: nowOf(api) + seconds });
    },
  );

  it('returns 200 for a body of 256 KiB, and 413 payload_too_large for one more byte', async () => {
    const { id, text } = messageTo('+12125550179');
    await accept({ id, text: text.padEnd(BODY_MAX) });
    const larger = messageTo('+12125550179');
    const answer = await call(larger.text.padEnd(BODY_MAX + 1));
    expect([answer.status, codeOf(answer), await storedOf(larger.id)]).toEqual([413, 'payload_too_large', []]);
  });

  it.each([
    ['is not JSON', '{'],
    ['is empty', ''],
    ['is a list', '[]'],
    ['has no event', '{"data":null}'],
    ['has an event without id', '{"data":{"event_type":"message.received","payload":{}}}'],
    ['has a message without sender', '{"data":{"id":"e","event_type":"message.received","payload":{"to":[]}}}'],
  ])('returns 400 malformed_request when a signed body %s', async (_name, text) => {
    const answer = await call(text);
    expect([answer.status, codeOf(answer)]).toEqual([400, 'malformed_request']);
  });

  it('returns 404 for another kind of carrier', async () => {
    for (const kind of ['twilio', 'sandbox', carrierId]) {
      const answer = await api.post(`/webhooks/messaging/${kind}`, messageTo('+12125550178').text);
      expect([answer.status, codeOf(answer)]).toEqual([404, 'not_found']);
    }
  });

  it('returns 200 while the carrier is disabled, and 401 once it is deleted', async () => {
    const { publicKey: key, privateKey: signer } = generateKeyPairSync('ed25519');
    const id = await aCarrier(key, { enabled: false });
    await accept(messageTo('+12125550179'), { key: signer });
    await api.operator('DELETE', `/operator/messaging-carriers/${id}`);
    expect((await call(messageTo('+12125550179').text, { key: signer })).status).toBe(401);
  });
});
