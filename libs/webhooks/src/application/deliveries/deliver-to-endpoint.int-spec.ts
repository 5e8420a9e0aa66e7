import { jest } from '@jest/globals';
import { addDays, addSeconds } from '@trunkline/kernel';
import { eventually } from '@trunkline/platform/testing';
import { Webhook } from 'standardwebhooks';
import { createHmac } from 'node:crypto';
import { type DeliveryWorld, deliveryWorld } from '../../testing/delivery-world';
import { type Received, Receiver } from '../../testing/receiver';
import { OutcomeLog } from './outcome-log';

const MANY = 250;

/** The verification that docs/webhooks.md#signatures describes. */
function signaturesOf({ headers, body }: Received, secret: string) {
  const [t = '', ...signatures] = String(headers['x-svc-signature']).split(',');
  const expected = createHmac('sha256', secret)
    .update(`${t.slice('t='.length)}.${body}`)
    .digest('hex');
  return { isValid: signatures.includes(`v1=${expected}`), count: signatures.length, at: Number(t.slice(2)) };
}

describe('DeliverToEndpoint', () => {
  let world: DeliveryWorld;
  let receiver: Receiver;
  let accounts = 0;
  let accountId: string;

  beforeAll(async () => {
    world = await deliveryWorld();
  });
  beforeEach(async () => {
    accountId = `acc_${++accounts}`;
    receiver = await Receiver.start();
  });
  afterEach(() => receiver.close());
  afterAll(() => world.close());

  const endpoint = async (types?: readonly string[]) => {
    const { endpoint: made, signingSecret } = await world.endpoint(accountId, receiver.url, types);
    return { id: made.id, secret: signingSecret };
  };
  const status = (code: number, headers = {}) => {
    receiver.answer = (_, response) => void response.writeHead(code, headers).end('because');
  };

  it('delivers an event once, signed in both forms, and records the attempt', async () => {
    const { id, secret } = await endpoint();
    const [eventId] = await world.publish(accountId);
    await world.turn(id);
    await world.turn(id);
    const [request] = receiver.received;
    expect(receiver.received).toHaveLength(1);
    expect(JSON.parse(request!.body)).toEqual({
      id: eventId,
      type: 'number.released',
      created_at: Math.floor(world.clock.now().getTime() / 1000),
      data: { number_id: 'num_0', e164: '+12125550123' },
    });
    expect(request!.headers).toMatchObject({
      'content-type': 'application/json',
      'x-svc-event-id': eventId,
      'x-svc-event-type': 'number.released',
      'x-svc-delivery-attempt': '1',
      'webhook-id': eventId,
    });
    const { isValid, count, at } = signaturesOf(request!, secret);
    expect([isValid, count]).toEqual([true, 1]);
    // Real time, although the clock of the sandbox says otherwise.
    expect(Math.abs(at - Date.now() / 1000)).toBeLessThan(60);
    const verified = new Webhook(secret).verify(request!.body, request!.headers as Record<string, string>);
    expect(verified).toEqual(JSON.parse(request!.body));
    expect(await world.deliveries(id)).toEqual([
      expect.objectContaining({
        status: 'succeeded',
        next_attempt_at: null,
        leased_until: null,
        attempts: [expect.objectContaining({ status_code: 204, error: null, response_excerpt: null })],
      }),
    ]);
  });

  it('signs with both secrets until the overlap ends', async () => {
    const { id, secret } = await endpoint();
    const { signingSecret } = await world.endpoints.rotateSecret(accountId, id, 60);
    await world.publish(accountId);
    await world.turn(id);
    for (const each of [secret, signingSecret]) {
      expect(signaturesOf(receiver.received[0]!, each)).toMatchObject({ isValid: true, count: 2 });
      new Webhook(each).verify(receiver.received[0]!.body, receiver.received[0]!.headers as Record<string, string>);
    }
    world.clock.advance(60);
    await world.publish(accountId);
    await world.turn(id);
    expect(signaturesOf(receiver.received[1]!, secret)).toMatchObject({ isValid: false, count: 1 });
    expect(signaturesOf(receiver.received[1]!, signingSecret).isValid).toBe(true);
  });

  it('sends to enabled endpoints that subscribe to the type, and hints at them', async () => {
    const [all, some, others] = [
      await endpoint(),
      await endpoint(['order.failed', 'number.released']),
      await endpoint(['order.failed']),
    ];
    const off = await endpoint();
    await world.endpoints.update(accountId, off.id, { enabled: false });
    world.hints.given.splice(0);
    await world.publish(accountId);
    expect(world.hints.given.map(({ endpointId }) => endpointId).sort()).toEqual([all.id, some.id].sort());
    for (const { id } of [all, some, others, off]) await world.turn(id);
    expect(receiver.received).toHaveLength(2);
  });

  it('repeats a failed attempt with the same id, and counts attempts', async () => {
    const { id } = await endpoint();
    status(500);
    const [eventId] = await world.publish(accountId);
    await world.turn(id);
    const [failed] = await world.deliveries(id);
    expect(failed).toMatchObject({
      status: 'pending',
      attempts: [{ status_code: 500, error: null, response_excerpt: 'because' }],
    });
    const wait = (failed!.next_attempt_at!.getTime() - world.clock.now().getTime()) / 1000;
    expect(wait).toBeGreaterThanOrEqual(4);
    expect(wait).toBeLessThanOrEqual(6);
    await world.turn(id, true);
    expect(receiver.received).toHaveLength(1);
    world.clock.advance(6);
    status(200);
    await world.turn(id, true);
    expect(receiver.eventIds).toEqual([eventId, eventId]);
    expect(receiver.received[1]!.headers['x-svc-delivery-attempt']).toBe('2');
    expect(await world.deliveries(id)).toEqual([expect.objectContaining({ status: 'succeeded' })]);
  });

  it('delivers again at once what was requested again while the last attempt failed', async () => {
    const { id } = await endpoint();
    await world.publish(accountId);
    status(500);
    await world.turn(id, true);
    world.clock.advance(86_399);
    const held: (() => void)[] = [];
    receiver.answer = (_, response) => void held.push(() => response.writeHead(500).end());
    const last = world.turn(id, true);
    await eventually(() => expect(held).toHaveLength(1));
    const [before] = await world.deliveries(id);
    await world.redeliver(accountId, id, before!.id);
    status(204);
    held[0]!();
    await last;
    await world.turn(id, true);
    expect(receiver.received).toHaveLength(3);
    const [after] = await world.deliveries(id);
    expect(after).toMatchObject({ status: 'succeeded', cycle_attempts: 1 });
    expect(after!.attempts.map((attempt) => attempt.status_code)).toEqual([500, 500, 204]);
  });

  it('waits as long as Retry-After asks', async () => {
    const { id } = await endpoint();
    status(503, { 'retry-after': '3600' });
    await world.publish(accountId);
    await world.turn(id);
    expect(await world.deliveries(id)).toEqual([
      expect.objectContaining({ next_attempt_at: addSeconds(world.clock.now(), 3600) }),
    ]);
  });

  it('gives up after eleven attempts, the last within 24 hours of the first', async () => {
    const { id } = await endpoint();
    status(500);
    await world.publish(accountId);
    const begun = world.clock.now();
    for (;;) {
      await world.turn(id, true);
      const [row] = await world.deliveries(id);
      if (row!.status !== 'pending') break;
      world.clock.advance((row!.next_attempt_at!.getTime() - world.clock.now().getTime()) / 1000);
    }
    expect(await world.deliveries(id)).toEqual([expect.objectContaining({ status: 'failed', next_attempt_at: null })]);
    expect(receiver.received.length).toBeGreaterThanOrEqual(10);
    expect(receiver.received.length).toBeLessThanOrEqual(11);
    expect(world.clock.now().getTime() - begun.getTime()).toBeLessThan(86_400_000);
  });

  it('makes no attempt later than 24 hours after the first, when no worker ran meanwhile', async () => {
    const { id } = await endpoint();
    status(500);
    await world.publish(accountId);
    await world.turn(id);
    world.clock.advance(86_401);
    await world.turn(id, true);
    expect(receiver.received).toHaveLength(1);
    expect(await world.deliveries(id)).toEqual([expect.objectContaining({ status: 'failed' })]);
  });

  it('disables the endpoint at 410 and gives up what is pending', async () => {
    const { id } = await endpoint();
    status(410);
    await world.publish(accountId);
    await world.turn(id);
    expect(await world.repository.get(accountId, id)).toMatchObject({ status: 'disabled', disabledReason: 'gone' });
    expect(await world.deliveries(id)).toEqual([expect.objectContaining({ status: 'failed' })]);
    expect(world.mails.sent.filter((mail) => mail.accountId === accountId)).toEqual([]);
  });

  it('disables the endpoint after five days of failures, with one mail to each contact', async () => {
    const { id } = await endpoint();
    status(500);
    const begun = world.clock.now();
    while (world.clock.now() < addDays(begun, 5)) {
      await world.publish(accountId);
      await world.turn(id, true);
      world.clock.advance(86_400 / 2);
    }
    expect((await world.repository.get(accountId, id)).status).toBe('failing');
    await world.publish(accountId);
    await world.turn(id, true);
    expect(await world.repository.get(accountId, id)).toMatchObject({ status: 'disabled', disabledReason: 'failures' });
    const mails = world.mails.sent.filter((mail) => mail.accountId === accountId);
    expect(mails.map(({ to }) => to)).toEqual(['usr_1@example.com', 'usr_2@example.com']);
    const statuses = (await world.deliveries(id)).map((row) => row.status);
    expect(statuses).toContain('abandoned');
    expect(statuses).not.toContain('pending');
  });

  it('gives up what is queued for an endpoint while that is disabled', async () => {
    const { id } = await endpoint();
    await world.publish(accountId, 3);
    await world.endpoints.update(accountId, id, { enabled: false });
    expect((await world.deliveries(id)).map((row) => row.status)).toEqual(Array(3).fill('abandoned'));
    await world.turn(id);
    expect(receiver.received).toEqual([]);
  });

  it('delivers what was queued after the endpoint was enabled again, for a turn that still saw it disabled', async () => {
    const { id } = await endpoint();
    const disabled = await world.endpoints.update(accountId, id, { enabled: false });
    await world.endpoints.update(accountId, id, { enabled: true });
    await world.publish(accountId);
    const find = jest.spyOn(world.targets, 'find').mockResolvedValueOnce(disabled);
    await world.turn(id);
    find.mockRestore();
    expect((await world.deliveries(id)).map((row) => row.status)).toEqual(['pending']);
    await world.turn(id);
    expect(receiver.received).toHaveLength(1);
  });

  it('delivers everything once when workers race for one endpoint', async () => {
    const { id } = await endpoint();
    const ids = await world.publish(accountId, MANY);
    const workers = [world.worker(), world.worker(), world.worker()];
    await Promise.all(workers.map((worker) => worker.deliver({ endpointId: id, isFailing: false })));
    expect([...receiver.eventIds].sort()).toEqual([...ids].sort());
  });

  /** Answers once `count` requests have been open together, so that this does not depend on the speed of the machine. */
  const answerTogether = (count: number) => {
    const held: (() => void)[] = [];
    receiver.answer = (_, response) => {
      held.push(() => response.writeHead(200).end());
      // The pause leaves time for requests beyond the limit.
      if (receiver.openMax >= count) for (const release of held.splice(0)) setTimeout(release, 20);
    };
  };

  it('never has more requests in flight to an endpoint than its limit', async () => {
    const { id } = await endpoint();
    await world.publish(accountId, 60);
    answerTogether(5);
    await world.turn(id);
    expect(receiver.received).toHaveLength(60);
    expect(receiver.openMax).toBe(5);
  });

  it('never has more requests in flight for an account than its limit', async () => {
    const many = await Promise.all(Array.from({ length: 4 }, () => endpoint()));
    await world.publish(accountId, 20);
    answerTogether(7);
    const worker = world.worker({ total: 40, account: 7, endpoint: 5 });
    await Promise.all(many.map(({ id }) => worker.deliver({ endpointId: id, isFailing: false })));
    expect([receiver.received.length, receiver.openMax]).toEqual([80, 7]);
  });

  it('ends the turn of an endpoint that began to fail, and hints that it does', async () => {
    const { id } = await endpoint();
    await world.publish(accountId, 50);
    status(500);
    world.hints.given.splice(0);
    await world.turn(id);
    expect(receiver.received.length).toBeLessThan(15);
    expect(world.hints.given).toEqual([{ endpointId: id, isFailing: true }]);
    const rows = await world.deliveries(id);
    expect(rows.filter((row) => row.leased_until !== null)).toEqual([]);
  });

  it('delivers to other endpoints as before while one has more than it can take', async () => {
    const worker = world.worker({ total: 8, account: 8, endpoint: 4 });
    const hanging = await Receiver.start(() => undefined);
    const slow = await world.endpoint(accountId, hanging.url);
    await world.publish(accountId, 30);
    const stuck = worker.deliver({ endpointId: slow.endpoint.id, isFailing: true });
    await eventually(() => expect(hanging.open).toBeGreaterThan(0));
    const { id } = await endpoint();
    await world.publish(accountId, 10);
    await worker.deliver({ endpointId: id, isFailing: false });
    expect([receiver.received.length, hanging.openMax]).toEqual([10, 2]);
    worker.stop();
    await hanging.close();
    await stuck;
  });

  it('finishes what is in flight when it stops, and hands the rest back', async () => {
    const { id } = await endpoint();
    await world.publish(accountId, 50);
    const releases: (() => void)[] = [];
    receiver.answer = (_, response) => void releases.push(() => response.writeHead(200).end());
    const worker = world.worker();
    const turn = worker.deliver({ endpointId: id, isFailing: false });
    await eventually(() => expect(releases).toHaveLength(5));
    worker.stop();
    releases.forEach((release) => release());
    await turn;
    const rows = await world.deliveries(id);
    expect(rows.filter((row) => row.status === 'succeeded')).toHaveLength(5);
    expect(rows.filter((row) => row.status === 'pending' && row.leased_until === null)).toHaveLength(45);
  });

  it('sends no more, and hands the rest back, when an outcome cannot be stored', async () => {
    const { id } = await endpoint();
    await world.publish(accountId, 20);
    const settle = jest.spyOn(world.store, 'settle').mockRejectedValue(new Error('the database is unavailable'));
    const add = jest.spyOn(OutcomeLog.prototype, 'add');
    const held: (() => void)[] = [];
    // One outcome is lost while the turn waits for the responses to other requests.
    receiver.answer = (_, response) => {
      if (receiver.received.length === 1) response.writeHead(200).end();
      else held.push(() => response.writeHead(200).end());
    };
    const turn = world.turn(id).catch((error: unknown) => error);
    await eventually(() => expect([settle.mock.calls.length, held.length]).toEqual([1, 5]));
    // The outcome is lost once its transaction was rolled back.
    await expect(add.mock.results[0]?.value).rejects.toThrow('the database is unavailable');
    held.forEach((release) => release());
    expect(await turn).toMatchObject({ message: 'the database is unavailable' });
    settle.mockRestore();
    add.mockRestore();
    const leased = (await world.deliveries(id)).filter((row) => row.leased_until !== null);
    expect([receiver.received.length, leased.length]).toEqual([6, 6]);
  });

  it('attempts what a killed worker had leased again, once the lease has ended', async () => {
    const { id } = await endpoint();
    const ids = await world.publish(accountId, 5);
    await world.store.lease(id, 3);
    await world.turn(id);
    expect(receiver.received).toHaveLength(2);
    expect(await world.store.dueEndpoints()).not.toContainEqual(expect.objectContaining({ endpointId: id }));
    await world.loseLeases();
    expect(await world.store.dueEndpoints()).toContainEqual({ endpointId: id, isFailing: false });
    await world.turn(id);
    expect([...receiver.eventIds].sort()).toEqual([...ids].sort());
  });
});
