import { addSeconds } from '@trunkline/kernel';
import { type InboundWorld, inboundWorld, THEIR_NUMBER } from '../../testing/inbound-world';

const DAY_SECONDS = 86_400;

describe('ReceiveMessages', () => {
  let world: InboundWorld;
  let accounts = 0;
  let accountId: string;
  let ourNumber: string;
  let references = 0;

  beforeAll(async () => {
    world = await inboundWorld();
  });
  beforeEach(() => {
    accountId = `acc_${String(++accounts)}`;
    ourNumber = `+1212555${String(1000 + accounts)}`;
    world.own(accountId, ourNumber);
    references += 1;
  });
  afterAll(() => world.close());

  const long = (part: number, given: object = {}) =>
    world.part({ reference: references, part, parts: 3, text: `<${String(part)}>`, ...given });
  const bodies = async () => (await world.stored(accountId)).map(({ body, incomplete }) => [body, incomplete]);

  it('stores a message for the account of the number, sealed, with its event', async () => {
    await world.part({ text: 'See you at 8.' });
    const [message] = await world.stored(accountId);
    expect(message).toMatchObject({
      direction: 'inbound',
      status: 'received',
      sender: THEIR_NUMBER,
      recipient: ourNumber,
      body: 'See you at 8.',
      price_cents: 0,
    });
    const rows = await world.db.query(`SELECT m::text FROM messaging.messages m WHERE account_id = $1`, [accountId]);
    expect(JSON.stringify(rows)).not.toContain('See you');
    const [event] = await world.published(accountId);
    expect(event).toMatchObject({
      type: 'sms.received',
      data: { from: THEIR_NUMBER, to: ourNumber, body: null, segments: 1, incomplete: false, keyword: null },
    });
  });

  it('stores a message of a carrier that repeats it once', async () => {
    for (let time = 0; time < 3; time += 1) await world.part({ carrierMessageId: `m-${accountId}` });
    expect(await world.stored(accountId)).toHaveLength(1);
    expect(await world.published(accountId)).toHaveLength(1);
  });

  it('joins parts in any order, and ignores those that are doubled', async () => {
    for (const part of [3, 1, 3, 1]) await long(part);
    expect(await bodies()).toEqual([]);
    await long(2);
    expect(await bodies()).toEqual([['<1><2><3>', false]]);
    for (const part of [2, 1, 3]) await long(part);
    expect(await bodies()).toHaveLength(1);
    expect(await world.receive.deliverStale()).toBe(0);
  });

  it('joins a character that its sender has divided', async () => {
    const [high = '', low = ''] = '😀'.split('');
    await long(2, { text: `${low}!`, encoding: 'ucs2', parts: 2 });
    await long(1, { text: `Hello ${high}`, encoding: 'ucs2', parts: 2 });
    expect(await bodies()).toEqual([['Hello 😀!', false]]);
  });

  it('joins a message once when its last parts arrive at the same moment', async () => {
    for (let time = 0; time < 10; time += 1) {
      references += 1;
      await Promise.all([1, 2, 3, 3, 2].map((part) => long(part)));
    }
    expect(await bodies()).toEqual(Array.from({ length: 10 }, () => ['<1><2><3>', false]));
  });

  it('keeps the parts of senders, carriers and references apart', async () => {
    await long(1);
    await long(2, { from: '+491701234568' });
    await long(2, { reference: references + 1000 });
    await world.part({ reference: references, part: 2, parts: 3, text: '<2>' }, 'mcr_2');
    await long(3);
    expect(await bodies()).toEqual([]);
  });

  it('begins another message when a phone uses its reference again', async () => {
    await long(1);
    await long(1, { text: '<one>' });
    await long(2);
    await long(3);
    expect(await bodies()).toEqual([['<one><2><3>', false]]);
    world.clock.advance(DAY_SECONDS + 1);
    await world.receive.deliverStale();
    expect(await bodies()).toEqual([
      ['<one><2><3>', false],
      ['<1>…', true],
    ]);
  });

  it('begins another message with the same text after ten minutes', async () => {
    for (let time = 0; time < 2; time += 1) {
      for (const part of [1, 2, 3]) await long(part);
      world.clock.advance(601);
    }
    expect(await bodies()).toHaveLength(2);
  });

  it('delivers what came after 24 hours, marked, and a later part as one of its own', async () => {
    await long(3);
    await long(1, { receivedAt: addSeconds(world.clock.now(), 60) });
    world.clock.advance(DAY_SECONDS - 1);
    expect(await world.receive.deliverStale()).toBe(0);
    world.clock.advance(2);
    const [first, second] = await Promise.all([world.receive.deliverStale(), world.receive.deliverStale()]);
    expect(first + second).toBe(1);
    expect(await bodies()).toEqual([['<1>…<3>', true]]);
    const [event] = await world.published(accountId);
    expect(event?.data).toMatchObject({ incomplete: true, segments: 2 });
    await long(2);
    world.clock.advance(DAY_SECONDS + 1);
    await world.receive.deliverStale();
    expect((await bodies()).at(-1)).toEqual(['…<2>…', true]);
  });

  it('loses no part that arrives while a stale message is delivered', async () => {
    for (let time = 0; time < 5; time += 1) {
      references += 1;
      await long(1);
      world.clock.advance(DAY_SECONDS + 1);
      await Promise.all([world.receive.deliverStale(), long(2), long(3)]);
    }
    world.clock.advance(DAY_SECONDS + 1);
    await world.receive.deliverStale();
    const all = (await bodies()).map(([body]) => body).join('');
    for (const part of ['<1>', '<2>', '<3>']) expect(all.split(part)).toHaveLength(6);
  });

  it('delivers the others where one incomplete message cannot be read, keeps it, and delivers it once it can', async () => {
    await long(1, { text: '<broken>' });
    references += 1;
    world.clock.advance(1);
    await long(1);
    const [broken] = await world.db.query<{ group_id: string; text_sealed: string }>(
      `SELECT group_id, text_sealed FROM messaging.inbound_parts WHERE text_sealed IS NOT NULL ORDER BY started_at LIMIT 1`,
    );
    const seal = (sealed: string) =>
      world.db.query(`UPDATE messaging.inbound_parts SET text_sealed = $2 WHERE group_id = $1`, [
        broken!.group_id,
        sealed,
      ]);
    await seal('k0.AAAA');
    world.clock.advance(DAY_SECONDS + 1);
    await expect(world.receive.deliverStale()).rejects.toMatchObject({ errors: [expect.any(Error)] });
    expect(await bodies()).toEqual([['<1>…', true]]);
    expect(await world.carrierQueries.countUnhandled()).toBe(1);
    // Not again before its pause is over.
    expect(await world.receive.deliverStale()).toBe(0);
    await seal(broken!.text_sealed);
    world.clock.advance(7 * 3_600);
    expect(await world.receive.deliverStale()).toBe(1);
    expect(await bodies()).toEqual([
      ['<1>…', true],
      ['<broken>…', true],
    ]);
    expect(await world.carrierQueries.countUnhandled()).toBe(0);
  });

  it('takes the last part of a message whose first part cannot be read, and deletes both after 30 days', async () => {
    await long(1, { parts: 2 });
    await world.db.query(`UPDATE messaging.inbound_parts SET text_sealed = 'k0.AAAA' WHERE recipient = $1`, [
      ourNumber,
    ]);
    await long(2, { parts: 2 });
    const kept = () => world.db.query(`SELECT FROM messaging.inbound_parts WHERE recipient = $1`, [ourNumber]);
    expect(await kept()).toHaveLength(2);
    world.clock.advance(DAY_SECONDS + 1);
    await expect(world.receive.deliverStale()).rejects.toThrow(AggregateError);
    world.clock.advance(30 * DAY_SECONDS);
    await world.receive.prune();
    expect(await kept()).toEqual([]);
    expect(await bodies()).toEqual([]);
  });

  const page = { limit: 10, sort: 'received_at', order: 'desc', after: null } as const;
  const request = { operator: 'operator:test', reason: 'Assigned late' };

  it('keeps a message to an unknown number once that its carrier repeats, and delivers it once', async () => {
    const to = '+12125550178';
    const listed = async () => (await world.unclaimed.list({ carrierId: null, to }, page)).items;
    const given = { to, text: 'Again?', carrierMessageId: 'repeated', receivedAt: world.clock.now() };
    for (let time = 0; time < 3; time += 1) await world.part(given);
    const [message, ...others] = await listed();
    expect(others).toEqual([]);
    world.own(accountId, to);
    // Repeated after an account has the number, and again after the operator has retried it.
    await world.part(given);
    await world.retry.retry({ ...request, id: message!.id });
    await world.part(given);
    expect(await listed()).toEqual([]);
    expect(await bodies()).toEqual([['Again?', false]]);
  });

  it('keeps messages to unknown numbers for the operator, sealed, and delivers them when retried', async () => {
    const to = '+12125550177';
    await world.part({ to, text: 'Lost?' });
    const listed = async () => (await world.unclaimed.list({ carrierId: null, to }, page)).items;
    const [message] = await listed();
    expect(message).toMatchObject({ carrierId: 'mcr_1', from: THEIR_NUMBER, to, segments: 1 });
    const rows = await world.db.query(`SELECT u::text FROM messaging.unclaimed_messages u`);
    expect(JSON.stringify(rows)).not.toContain('Lost?');
    const retry = () => world.retry.retry({ ...request, id: message!.id });
    await expect(retry()).rejects.toMatchObject({ code: 'invalid_state' });
    expect(await listed()).toEqual([message]);
    world.own(accountId, to);
    await retry();
    expect(await listed()).toEqual([]);
    expect(await bodies()).toEqual([['Lost?', false]]);
    await expect(retry()).rejects.toMatchObject({ code: 'not_found' });
  });

  it('stores senders that are no numbers, in the form in which they came', async () => {
    for (const from of ['Trunkline', '72345', '+1 (not a number)', 'bad\u0000\u0007name']) await world.part({ from });
    const senders = (await world.stored(accountId)).map(({ sender }) => sender);
    expect(senders).toEqual(['Trunkline', '72345', '+1 (not a number)', 'badname']);
  });
});
