import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Journal, Ledger } from '@trunkline/billing-ledger';
import { newId } from '@trunkline/kernel';
import { MessagingCarriers, SendMessages, SweepMessages } from '@trunkline/messaging';
import { type PartScript, type ReceivedPart, Smsc } from '@trunkline/messaging/testing';
import { eventually } from '@trunkline/platform/testing';
import { openNumberOwner } from '../support/number-owner';
import { StaffedWorld } from '../support/staffed-world';

const KILLS = 4;
const MESSAGES = 160;
const RECIPIENTS = 16;
/** A worker is killed once the carrier has received so many more parts. */
const PARTS_MAX = 30;
const ANSWER_MS = 10;
const KILL_DELAY_MS = 60;
const DELIVERED = 2;
const FUNDS_CENTS = 5_000;
const MATCH_SECONDS = 60;
const RECEIPT_SECONDS = 3 * 86_400 + 1;

interface Sent {
  readonly id: string;
  /** Is in the text of each part. */
  readonly mark: string;
  readonly to: string;
}

interface Final {
  readonly id: string;
  readonly status: string;
  readonly phase: string | null;
  readonly errorCode: string | null;
  readonly isSent: boolean;
  readonly priceCents: number;
  readonly charges: number;
}

/** An account that sends over one SMPP carrier, which keeps what it received when a worker is killed. */
class SendingWorld extends StaffedWorld {
  private accountId = '';
  private from = '';
  private isOver = false;
  private receipts: Promise<void> = Promise.resolve();
  private readonly owed: ReceivedPart[] = [];
  private onPart: () => void = () => undefined;

  private constructor(
    staff: Awaited<ReturnType<typeof StaffedWorld.staff>>,
    readonly smsc: Smsc,
  ) {
    super(staff);
  }

  static async open(): Promise<SendingWorld> {
    const world = new SendingWorld(await StaffedWorld.staff(), await Smsc.start());
    world.smsc.set({ script: (part) => world.take(part) });
    await world.probe.db.query(`DELETE FROM messaging.carriers`);
    const speed = { window: 10, perSecond: 10_000, perNumberPerSecond: 10_000 };
    const address = {
      name: 'Aggregator',
      host: '127.0.0.1',
      port: world.smsc.port,
      systemId: 'us',
      password: 'secret',
    };
    await world.use(MessagingCarriers).create('operator:test', { ...address, ...speed });
    await world.openAccount();
    world.receipts = world.sendReceipts();
    return world;
  }

  override async close(): Promise<void> {
    this.isOver = true;
    await super.close();
    await this.receipts;
    await this.smsc.close();
  }

  /** Queues messages of one to three parts to a few recipients in turn. */
  async sendAll(): Promise<readonly Sent[]> {
    const sent: Sent[] = [];
    for (let n = 0; n < MESSAGES; n += 1) {
      const [mark, to] = [`#${String(n).padStart(4, '0')} `, `+1212555${String(1_000 + (n % RECIPIENTS))}`];
      const body = mark.repeat(n % 5 === 0 ? 60 : 3).trim();
      const recipients = [{ id: newId('sms'), to }];
      const text = { body, smartEncoding: false, customerReference: null, scheduledAt: null, batchId: null };
      const { accountId, from } = this;
      sent.push({ ...(await this.use(SendMessages).sendOne({ accountId, from, recipients, ...text })), mark, to });
    }
    return sent;
  }

  /** Starts a worker and kills it at a random point of its work. Returns how many messages it leaves in its hands. */
  async killOne(): Promise<number> {
    let left = randomInt(1, PARTS_MAX);
    const reached = new Promise<void>((resolve) => {
      this.onPart = () => {
        left -= 1;
        if (left === 0) resolve();
      };
    });
    await this.workers.run(1);
    await reached;
    await sleep(randomInt(KILL_DELAY_MS));
    await this.workers.killAll();
    // As if the time had passed after which the lease of a killed worker ends.
    await this.probe.db.query(
      `UPDATE messaging.carrier_links SET expires_at = clock_timestamp() - interval '1 second'`,
    );
    return (await this.probe.db.query(`SELECT FROM messaging.messages WHERE phase = 'submitting'`)).length;
  }

  /** Resolves once no message waits for a carrier, and each part that the carrier took has its receipt. */
  handedOver(): Promise<void> {
    return eventually(async () => {
      const open = await this.probe.db.query(`SELECT FROM messaging.messages WHERE phase IN ('waiting', 'submitting')`);
      if (open.length + this.owed.length > 0)
        throw new Error(`${String(open.length)} messages and ${String(this.owed.length)} receipts are left`);
    });
  }

  /** Lets time pass, and ends what waits no longer. */
  async pass(seconds: number): Promise<void> {
    await this.advance(seconds);
    await this.use(SweepMessages).sweep();
  }

  final(): Promise<Final[]> {
    return this.probe.db.query<Final>(
      `SELECT id, status, phase, error_code AS "errorCode", sent_at IS NOT NULL AS "isSent", price_cents AS "priceCents",
         (SELECT count(*)::integer FROM billing.transactions t
           WHERE t.account_id = m.account_id AND t.related_id = m.id AND t.kind = 'charge') AS charges
       FROM messaging.messages m WHERE account_id = $1 ORDER BY id`,
      [this.accountId],
    );
  }

  async money() {
    const { heldCents } = await this.use(Ledger).balance(this.accountId);
    const { cents } = await this.probe.db.get<{ cents: number }>(
      `SELECT coalesce(-sum(amount_cents), 0)::bigint AS cents FROM billing.transactions
        WHERE account_id = $1 AND related_kind = 'sms'`,
      [this.accountId],
    );
    return { heldCents, chargedCents: cents, differences: await this.use(Journal).verify() };
  }

  /** Returns the number of a part within its message, and what marks the message. */
  static identify({ octets, esmClass }: ReceivedPart): { readonly mark: string; readonly part: number } {
    const text = octets.toString('latin1');
    return {
      mark: /#\d{4} |#\d{4}$/.exec(text)?.[0].trim().concat(' ') ?? '',
      part: esmClass === 0 ? 1 : (octets[5] ?? 0),
    };
  }

  private take(part: ReceivedPart): PartScript {
    this.owed.push(part);
    this.onPart();
    return { delayMs: randomInt(ANSWER_MS) };
  }

  /** Sends the receipt of each part until a worker acknowledges it. */
  private async sendReceipts(): Promise<void> {
    while (!this.isOver) {
      const [part] = this.owed;
      const isAcknowledged =
        part &&
        (await this.smsc.receipt(part, { state: DELIVERED }).then(
          (status) => status === 0,
          () => false,
        ));
      if (isAcknowledged) this.owed.splice(this.owed.indexOf(part), 1);
      else await sleep(ANSWER_MS);
    }
  }

  private async openAccount(): Promise<void> {
    const { accountId, e164 } = await openNumberOwner(this.use, FUNDS_CENTS);
    [this.accountId, this.from] = [accountId, e164];
  }
}

describe('workers killed while they send messages over SMPP', () => {
  let world: SendingWorld;

  beforeAll(async () => {
    world = await SendingWorld.open();
  });
  afterAll(() => world.close());

  it('leave each message in one state, with one charge or none, in order, and send none twice', async () => {
    const sent = await world.sendAll();
    let interrupted = 0;
    for (let kill = 0; kill < KILLS; kill += 1) interrupted += await world.killOne();
    expect(interrupted).toBeGreaterThan(0);
    await world.workers.run(1);
    await world.handedOver();
    const unknown = new Set((await world.final()).filter(({ phase }) => phase === 'unknown').map(({ id }) => id));
    expect(unknown.size).toBeLessThanOrEqual(interrupted);
    await world.pass(MATCH_SECONDS);
    await world.pass(RECEIPT_SECONDS);

    const received = world.smsc.parts.map(SendingWorld.identify);
    const keys = received.map(({ mark, part }) => `${mark}part ${String(part)}`);
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);

    const partsOf = (mark: string) => received.filter((each) => each.mark === mark).length;
    const final = new Map((await world.final()).map((each) => [each.id, each]));
    expect(final.size).toBe(sent.length);
    for (const { id, mark } of sent) {
      const { status, phase, errorCode, isSent, charges, priceCents } = final.get(id)!;
      const parts = partsOf(mark);
      expect([id, phase, charges]).toEqual([id, null, isSent ? 1 : 0]);
      // A cent for each part. The carrier has every part of what was delivered, and a message that it has not received is free.
      if (status === 'delivered') expect([id, parts, errorCode]).toEqual([id, priceCents, null]);
      else expect([id, status, errorCode]).toEqual([id, 'undelivered', 'no_receipt']);
      if (parts === 0) expect([id, isSent]).toEqual([id, false]);
      // Only what was in the hands of a killed worker can be anything but delivered.
      if (!unknown.has(id)) expect([id, status]).toEqual([id, 'delivered']);
    }
    for (const to of new Set(sent.map((each) => each.to))) {
      const marks = sent.filter((each) => each.to === to).map(({ mark }) => mark);
      const order = [...new Set(received.map(({ mark }) => mark))].filter((mark) => marks.includes(mark));
      expect(order).toEqual(marks.filter((mark) => partsOf(mark) > 0));
    }
    const { heldCents, chargedCents, differences } = await world.money();
    const charged = [...final.values()].filter(({ isSent }) => isSent);
    expect([heldCents, differences]).toEqual([0, []]);
    expect(chargedCents).toBe(charged.reduce((sum, { priceCents }) => sum + priceCents, 0));
  });
});
