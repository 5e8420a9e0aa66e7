import { messageMoney } from '@trunkline/billing-ledger/testing';
import { billingLedgerPersistence } from '@trunkline/billing-ledger/wiring';
import { newId } from '@trunkline/kernel';
import { TestClock } from '@trunkline/kernel/testing';
import {
  aMessagingCarrier,
  linkTo,
  type MessagingWorld,
  messagingWorld,
  type PartScript,
  Smsc,
} from '@trunkline/messaging/testing';
import { messagingPersistence } from '@trunkline/messaging/wiring';
import { eventually, RecordingLog, testDatabase, type TestDatabase, testEventBus } from '@trunkline/platform/testing';

const FUNDS_CENTS = 1_000;
const THEIRS = '+4915112345678';
const DELIVERED = 2;
const THROTTLED = 0x58;

describe('messages over SMPP', () => {
  let test: TestDatabase;
  let smsc: Smsc;
  let world: MessagingWorld;
  let link: ReturnType<typeof linkTo>;
  let worker: ReturnType<MessagingWorld['deliver']>;
  let accountId: string;
  let carriers = 0;
  const clock = new TestClock(new Date('2026-11-28T12:00:00Z'));

  beforeAll(async () => {
    test = await testDatabase([billingLedgerPersistence, messagingPersistence]);
  });

  beforeEach(async () => {
    const events = testEventBus(test.db, clock);
    const { ledger, funds } = messageMoney(test.db, clock, events);
    accountId = newId('acc');
    await ledger.open({ accountId });
    await ledger.grantTrialCredit({ accountId, amountCents: FUNDS_CENTS });
    smsc = await Smsc.start();
    // Each SMSC numbers its messages from 1.
    carriers += 1;
    const carrierId = `mcr_${String(carriers)}`;
    world = messagingWorld(test.db, { clock, events, funds, carrierIds: [carrierId] });
    const observer = { throttled: () => undefined, unreadable: () => Promise.resolve(), closed: () => undefined };
    link = linkTo(smsc, { inbox: world.inbox, observer, clock, log: new RecordingLog() }, { settings: { carrierId } });
    const carrier = aMessagingCarrier({ id: carrierId });
    const held = { carrier, link, window: 10, lease: accountId };
    worker = world.deliver({ keep: () => Promise.resolve([held]), close: () => link.close() });
    await bound();
  });

  afterEach(async () => {
    await worker.stop();
    await smsc.close();
    expect(world.errors).toEqual([]);
  });

  afterAll(() => test.close());

  const bound = () => eventually(() => expect(link.state.connected).toBe(true));

  const stored = (id: string) =>
    test.db.get(
      `SELECT status, phase, error_code AS "errorCode", (SELECT count(*)::integer FROM billing.transactions t
          WHERE t.account_id = m.account_id AND t.related_id = m.id AND t.kind = 'charge') AS charges
        FROM messaging.messages m WHERE id = $1`,
      [id],
    );

  /** Rounds of the worker until the message is as expected. */
  const becomes = (id: string, expected: object) =>
    eventually(async () => {
      await worker.round();
      expect(await stored(id)).toMatchObject(expected);
    });

  const money = async () => {
    const { heldCents, amountCents } = await messageMoney(test.db, clock, testEventBus(test.db, clock)).ledger.balance(
      accountId,
    );
    return { heldCents, spentCents: FUNDS_CENTS - amountCents };
  };

  it('are sent in parts, charged once, and delivered by the receipts of all parts', async () => {
    const body = 'Grüße aus Köln! '.repeat(30).trim();
    const { id } = await world.send(accountId, THEIRS, { body });
    await becomes(id, { status: 'sent', charges: 1 });
    expect(smsc.parts).toHaveLength(4);
    for (const part of smsc.parts) {
      expect(await stored(id)).toMatchObject({ status: 'sent' });
      expect(await smsc.receipt(part, { state: DELIVERED, form: 'text' })).toBe(0);
    }
    await becomes(id, { status: 'delivered', charges: 1 });
    expect(await money()).toEqual({ heldCents: 0, spentCents: 4 });
  });

  it('are delivered by a receipt that comes before the answer', async () => {
    smsc.set({ script: () => ({ delayMs: 30, receiptFirst: { state: DELIVERED } }) });
    const { id } = await world.send(accountId, THEIRS);
    await becomes(id, { status: 'delivered', charges: 1 });
    expect(await money()).toEqual({ heldCents: 0, spentCents: 1 });
  });

  it('wait while the carrier is throttled, and are sent once', async () => {
    const scripts: PartScript[] = [{ status: THROTTLED }];
    smsc.set({ script: () => scripts.shift() ?? {} });
    const { id } = await world.send(accountId, THEIRS);
    await eventually(async () => {
      clock.advance(1);
      await worker.round();
      expect(await stored(id)).toMatchObject({ status: 'sent', charges: 1 });
    });
    expect(smsc.parts).toHaveLength(2);
  });

  it('are not sent again when the connection ends before the answer, and settled by the receipt', async () => {
    const scripts: PartScript[] = [{ fault: 'disconnect' }];
    smsc.set({ script: () => scripts.shift() ?? {} });
    const { id } = await world.send(accountId, THEIRS);
    await becomes(id, { status: 'queued', phase: 'unknown', charges: 0 });
    await bound();
    const [part] = smsc.parts;
    expect(await smsc.receipt(part!, { state: DELIVERED })).toBe(0);
    clock.advance(60);
    await world.sweeping.sweep();
    await becomes(id, { status: 'delivered', charges: 1 });
    expect(smsc.parts).toHaveLength(1);
    expect(await money()).toEqual({ heldCents: 0, spentCents: 1 });
  });

  it('are sent again whole when the connection ends between their parts', async () => {
    const scripts: PartScript[] = [{}, { fault: 'disconnect' }];
    smsc.set({ script: () => scripts.shift() ?? {} });
    const { id } = await world.send(accountId, THEIRS, { body: 'x'.repeat(400) });
    await eventually(async () => {
      clock.advance(10);
      await worker.round();
      expect(await stored(id)).toMatchObject({ status: 'sent', charges: 1 });
    });
    expect(smsc.parts.map(({ octets }) => octets[5])).toEqual([1, 2, 1, 2, 3]);
    expect(await money()).toEqual({ heldCents: 0, spentCents: 3 });
  });
});
