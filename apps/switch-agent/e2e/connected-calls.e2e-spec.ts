import { eventually } from '@trunkline/platform/testing';
import { SDP } from '../src/sip/dialog';
import type { SipRequest } from '../src/sip/message';
import type { ServerTransaction } from '../src/sip/server-transaction';
import { type ReceivedCall, sessionOf } from './support/fake-kamailio';
import { TestAgent } from './support/test-agent';

const HELD = `${sessionOf(4000)}a=sendonly\r\n`;

describe('a connected call', () => {
  let agent: TestAgent;
  let phone: ReceivedCall;
  let number: ReceivedCall;

  beforeAll(async () => {
    agent = await TestAgent.start();
  });
  beforeEach(async () => {
    ({ phone, number } = await agent.connect(`rd_${agent.kamailio.calls.length}`));
  });
  afterAll(() => agent.stop());

  it.each(['phone', 'number'] as const)('is held and resumed by the %s', async (side) => {
    const [from, to] = side === 'phone' ? [phone, number] : [number, phone];
    const response = await from.send('INVITE', HELD);
    expect(response?.status).toBe(200);
    expect(response?.body).toContain(/m=audio \d+ /.exec(to.sdp)?.[0]);
    expect(to.requests.at(-1)?.method).toBe('INVITE');
    expect(to.requests.at(-1)?.body).toContain('a=sendonly');
    expect((await from.send('INVITE', sessionOf(4000)))?.status).toBe(200);
  });

  it('is changed by an INVITE without an offer, whose ACK has the answer', async () => {
    let acknowledged: Promise<SipRequest | null> | undefined;
    number.onRequest = (transaction) => {
      acknowledged = transaction.acknowledged;
      transaction.respond(200, { entries: [['Contact', '<sip:phone@127.0.0.1>']], body: sessionOf(4700) });
    };
    const response = await phone.send('INVITE', '', SDP, sessionOf(4500));
    expect(response?.body).toContain('m=audio 4700 ');
    expect([number.requests.at(-1)?.method, number.requests.at(-1)?.body]).toEqual(['INVITE', '']);
    expect((await acknowledged)?.body).toContain('m=audio 4500 ');
  });

  it('ends when the answer to an offer never comes', async () => {
    await phone.send('INVITE', '');
    await eventually(() => expect([phone.methods.at(-1), number.methods.at(-1)]).toEqual(['BYE', 'BYE']));
  });

  it('passes keys on, with their type, and what the other side answers', async () => {
    number.onRequest = (transaction) => transaction.respond(200);
    const response = await phone.send('INFO', 'Signal=5\r\nDuration=160\r\n', 'application/dtmf-relay');
    expect(response?.status).toBe(200);
    const info = number.requests.at(-1);
    expect([info?.method, info?.headers.get('Content-Type'), info?.body]).toEqual([
      'INFO',
      'application/dtmf-relay',
      'Signal=5\r\nDuration=160\r\n',
    ]);
    number.onRequest = (transaction) => transaction.respond(415);
    expect((await phone.send('INFO', 'x', 'text/plain'))?.status).toBe(415);
  });

  it('answers a refreshed session timer itself', async () => {
    const before = number.requests.length;
    expect((await phone.send('UPDATE'))?.status).toBe(200);
    expect(number.requests).toHaveLength(before);
  });

  it('passes an UPDATE with a session on as an INVITE, which every phone understands', async () => {
    expect((await phone.send('UPDATE', HELD))?.status).toBe(200);
    expect(number.requests.at(-1)?.method).toBe('INVITE');
    expect(number.requests.at(-1)?.body).toContain('a=sendonly');
  });

  it('passes the refusal of a session on, and goes on', async () => {
    number.onRequest = (transaction) => transaction.respond(488);
    expect((await phone.send('INVITE', HELD))?.status).toBe(488);
    expect((await phone.send('OPTIONS'))?.status).toBe(200);
  });

  it('refuses a second change with 491 while one is being passed on', async () => {
    let held: ServerTransaction | undefined;
    number.onRequest = (transaction) => (held = transaction);
    const first = phone.send('INVITE', HELD);
    await eventually(() => expect(held).toBeDefined());
    expect((await number.send('INVITE', HELD))?.status).toBe(491);
    held?.respond(200, { entries: [['Contact', '<sip:phone@127.0.0.1>']], body: sessionOf(4002) });
    expect((await first)?.status).toBe(200);
  });

  it('answers the keep-alive OPTIONS of Kamailio with 200, and with 481 after the call', async () => {
    expect((await phone.send('OPTIONS'))?.status).toBe(200);
    await phone.send('BYE');
    expect((await phone.send('OPTIONS'))?.status).toBe(481);
  });

  it('refuses a transfer, which would take the call out of its charge', async () => {
    expect((await phone.send('REFER'))?.status).toBe(405);
  });

  it('ends when one side no longer knows it', async () => {
    number.onRequest = (transaction) => transaction.respond(481);
    expect((await phone.send('INFO', 'Signal=1', 'application/dtmf-relay'))?.status).toBe(481);
    await eventually(() => expect(phone.methods.at(-1)).toBe('BYE'));
  });
});
