import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { newId, unixSeconds } from '@trunkline/kernel';
import { RecordingEventBus } from '@trunkline/kernel/testing';
import { CryptoBox } from '@trunkline/platform';
import { StoredCarrierEvents } from '../../infrastructure/carriers/carrier-events';
import { TelnyxEvents } from '../../infrastructure/telnyx/telnyx-events';
import { type CarrierWorld, carrierWorld } from '../../testing/carrier-world';
import { RecordingInbox } from '../../testing/recording-inbox';
import { CarrierEvents } from './carrier-events';

const OPERATOR = 'operator:test';

describe('CarrierEvents', () => {
  let world: CarrierWorld;
  let inbox: RecordingInbox;
  let events: CarrierEvents;
  let key: KeyObject;
  let publicKey: string;
  /** What carriers were called with the receipts. */
  let callers: string[];
  const box = new CryptoBox([{ id: 'k1', secret: Buffer.alloc(32, 7) }]);

  beforeAll(async () => {
    world = await carrierWorld();
    // Opens every connection first: a race needs them at the same time.
    await Promise.all(Array.from({ length: 6 }, () => world.db.query('SELECT pg_sleep(0.05)')));
  });
  beforeEach(async () => {
    inbox = new RecordingInbox();
    callers = [];
    const receipt = inbox.receipt.bind(inbox);
    inbox.receipt = (carrierId, report) => {
      callers.push(carrierId);
      return receipt(carrierId, report);
    };
    events = eventsWith(box);
    const pair = generateKeyPairSync('ed25519');
    key = pair.privateKey;
    publicKey = Buffer.from(String(pair.publicKey.export({ format: 'jwk' }).x), 'base64url').toString('base64');
    await world.db.query('DELETE FROM messaging.carrier_events');
  });
  afterAll(() => world.close());

  const eventsWith = (keys: CryptoBox) => {
    const stored = new StoredCarrierEvents(world.db, keys);
    return new CarrierEvents(
      world.db,
      new TelnyxEvents(world.clock),
      stored,
      inbox,
      new RecordingEventBus(),
      world.clock,
    );
  };
  const aCarrier = (systemId: string | null, given: object = {}) =>
    world.carriers.create(OPERATOR, {
      ...{ name: 'Telnyx', host: 'api.telnyx.com', protocol: 'http' },
      ...{ webhookPublicKey: publicKey, systemId },
      ...given,
    });
  const receive = (profile: string | null, id: string = newId('op')) => {
    const payload = { id, to: [{ phone_number: '+12125550123', status: 'delivered' }] };
    const data = {
      id: `event-${id}`,
      event_type: 'message.finalized',
      payload: { ...payload, messaging_profile_id: profile },
    };
    const rawBody = Buffer.from(JSON.stringify({ data }));
    const timestamp = String(unixSeconds(world.clock.now()));
    const signature = sign(null, Buffer.concat([Buffer.from(`${timestamp}|`), rawBody]), key).toString('base64');
    const headers = { 'telnyx-timestamp': timestamp, 'telnyx-signature-ed25519': signature };
    return events.receive('telnyx', { headers, rawBody });
  };
  const later = () => world.clock.advance(3_600);

  it('attributes the event of one carrier to it, whatever profile the event names', async () => {
    const { id } = await aCarrier(null);
    await receive('any');
    await receive(null);
    later();
    expect(await events.handleDue()).toBe(2);
    expect(callers).toEqual([id, id]);
  });

  it('attributes the events of carriers with one key to the carrier with the profile', async () => {
    const [first, second] = [await aCarrier('profile-1'), await aCarrier('profile-2')];
    for (const profile of ['profile-2', 'profile-1', 'profile-2']) {
      await receive(profile);
      later();
      await events.handleDue();
    }
    expect(callers).toEqual([second.id, first.id, second.id]);
  });

  it('keeps an event of a profile that no carrier has any more', async () => {
    const [first] = [await aCarrier('profile-1'), await aCarrier('profile-2')];
    await receive('a-profile-of-last-week');
    later();
    await events.handleDue();
    expect(callers).toEqual([first.id]);
  });

  it('refuses an event that no carrier has signed', async () => {
    await expect(receive('profile-1')).rejects.toMatchObject({ code: 'unauthorized' });
  });

  it('refuses carriers with one key whose events cannot be distinguished', async () => {
    const first = await aCarrier(null);
    const shared = 'has the same `webhook_public_key`';
    await expect(aCarrier('profile-2')).rejects.toMatchObject({
      fields: { system_id: `must first be set for the carrier ${first.id}, which ${shared}` },
    });
    await world.carriers.update({ operator: OPERATOR, id: first.id }, { systemId: 'profile-1' });
    await expect(aCarrier(null)).rejects.toMatchObject({
      fields: { system_id: `must name the messaging profile, because the carrier ${first.id} ${shared}` },
    });
    await expect(aCarrier('profile-1')).rejects.toMatchObject({
      fields: { system_id: `must differ from that of the carrier ${first.id}, which ${shared}` },
    });
    const second = await aCarrier('profile-2');
    const change = (systemId: string) => world.carriers.update({ operator: OPERATOR, id: second.id }, { systemId });
    await expect(change('profile-1')).rejects.toMatchObject({ code: 'invalid_input' });
    expect(await change('profile-3')).toMatchObject({ systemId: 'profile-3' });
  });

  it('accepts one of two carriers with one key and profile that are created at the same time', async () => {
    const created = await Promise.allSettled(Array.from({ length: 6 }, () => aCarrier('profile-1')));
    expect(created.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('handles the others where one event cannot be opened, keeps it, and shows why', async () => {
    const { id: carrierId } = await aCarrier(null);
    await receive(null, 'one');
    await receive(null, 'broken');
    await receive(null, 'two');
    await world.db.query(
      `UPDATE messaging.carrier_events SET event_sealed = (SELECT event_sealed FROM messaging.carrier_events
        WHERE event_id = 'event-one') WHERE event_id = 'event-broken'`,
    );
    later();
    await expect(events.handleDue()).rejects.toMatchObject({ errors: [expect.any(Error)] });
    expect(inbox.receipts.map(({ carrierMessageId }) => carrierMessageId)).toEqual(['one', 'two']);
    expect(await world.queries.status(carrierId)).toMatchObject({
      unhandled: 1,
      lastFault: expect.stringMatching(/./),
    });
    expect(await world.queries.countUnhandled()).toBe(1);
    // Not again before its pause is over.
    expect(await events.handleDue()).toBe(0);
    later();
    await expect(events.handle(carrierId, 'event-broken')).rejects.toThrow();
    world.clock.advance(31 * 86_400);
    await events.prune();
    expect(await world.queries.status(carrierId)).toMatchObject({
      unhandled: 0,
      oldestUnhandledAt: null,
      lastFault: null,
    });
  });

  it('handles events that could not be opened once the operator has restored their key', async () => {
    const { id: carrierId } = await aCarrier(null);
    await receive(null, 'one');
    later();
    const others = eventsWith(new CryptoBox([{ id: 'k2', secret: Buffer.alloc(32, 8) }]));
    await expect(others.handleDue()).rejects.toThrow();
    expect(await world.queries.status(carrierId)).toMatchObject({
      unhandled: 1,
      lastFault: 'The value is not sealed under a known key.',
    });
    later();
    expect(await events.handleDue()).toBe(1);
    expect(inbox.receipts).toHaveLength(1);
    expect(await world.queries.countUnhandled()).toBe(0);
  });
});
