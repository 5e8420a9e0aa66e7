import { messageMoney } from '@trunkline/billing-ledger/testing';
import { billingLedgerPersistence } from '@trunkline/billing-ledger/wiring';
import { DomainError, type EventBus, newId } from '@trunkline/kernel';
import { TestClock } from '@trunkline/kernel/testing';
import {
  type Fate,
  messagingWorld,
  ScriptedCarriers,
  ScriptedNetwork,
  type TakenMessage,
} from '@trunkline/messaging/testing';
import { messagingPersistence } from '@trunkline/messaging/wiring';
import { createDataSource, Database, type Plan, platformPersistence } from '@trunkline/platform';
import { testDatabase, type TestDatabase, testEventBus } from '@trunkline/platform/testing';

/** When the receipt of a message arrives, if at all. */
export type Receipt = 'early' | 'soon' | 'late' | 'lost';

export interface MessagePlan {
  /** One of few recipients, so that conversations have several messages. */
  readonly recipient: number;
  readonly segments: number;
  /** What becomes of its submissions, in turn; then it is accepted. */
  readonly fates: readonly Fate[];
  readonly receipt: Receipt;
  readonly isDelivered: boolean;
  readonly isDoubled: boolean;
}

export type Step =
  | { readonly kind: 'send'; readonly messages: readonly MessagePlan[] }
  /** A worker works until nothing is due, or is killed before a statement. */
  | { readonly kind: 'work'; readonly killedAt: number | null; readonly workers: number }
  | { readonly kind: 'receipts' }
  | { readonly kind: 'carrier'; readonly index: number; readonly isUp: boolean }
  | { readonly kind: 'cancel'; readonly index: number }
  | { readonly kind: 'pass'; readonly seconds: number };

type QueryResultRow = Record<string, unknown>;

const CARRIERS = ['car_a', 'car_b'];
const PART = 67;
const PERSISTENCE = [billingLedgerPersistence, messagingPersistence];
const FUNDS_CENTS = 100_000;

/** A process whose statements fail from one of them on, as after SIGKILL: what it had not committed is rolled back. */
class MortalDatabase extends Database {
  isDead = false;
  /** Resolves when the process is killed. */
  readonly death: Promise<void>;
  private left = Number.POSITIVE_INFINITY;
  private die: () => void = () => undefined;

  constructor(dataSource: Database['dataSource']) {
    super(dataSource);
    this.death = new Promise((resolve) => (this.die = resolve));
  }

  killAt(statement: number): void {
    this.left = statement;
  }

  override query<Row extends QueryResultRow>(text: string, values?: readonly unknown[], plan?: Plan): Promise<Row[]> {
    this.live();
    return super.query<Row>(text, values, plan);
  }

  override async write(...given: Parameters<Database['write']>): Promise<void> {
    this.live();
    return super.write(...given);
  }

  private live(): void {
    if (--this.left < 0) {
      this.isDead = true;
      this.die();
    }
    if (this.isDead) throw new Error('The worker was killed.');
  }
}

interface SentMessage {
  readonly id: string;
  readonly plan: MessagePlan;
  submissions: number;
}

export interface FinalMessage {
  readonly id: string;
  readonly status: string;
  readonly phase: string | null;
  readonly sentAt: Date | null;
  readonly errorCode: string | null;
  readonly charges: number;
  readonly taken: number;
}

/** Random histories of messages over two carriers, with the ledger's money and events. */
export class MessageHistory {
  private network = new ScriptedNetwork(CARRIERS);
  private accountId = '';
  private sent: SentMessage[] = [];
  private owed: { readonly carrierId: string; readonly report: ReturnType<ScriptedNetwork['reportsOf']>[number] }[] =
    [];
  private late: typeof this.owed = [];
  private workers = 0;
  readonly seen = { killed: 0, unknown: 0, early: 0, failedOver: 0, charged: 0 };

  private constructor(
    private readonly test: TestDatabase,
    private readonly clock: TestClock,
    private readonly events: EventBus,
    private readonly dataSource: Awaited<ReturnType<ReturnType<typeof createDataSource>['initialize']>>,
  ) {}

  static async open(): Promise<MessageHistory> {
    const test = await testDatabase(PERSISTENCE);
    const clock = new TestClock(new Date('2026-06-01T12:00:00Z'));
    const all = [platformPersistence, ...PERSISTENCE];
    const workers = await createDataSource({ url: test.url, poolSize: 10 }, all).initialize();
    return new MessageHistory(test, clock, testEventBus(test.db, clock), workers);
  }

  async close(): Promise<void> {
    await this.dataSource.destroy();
    await this.test.close();
  }

  /** The API and what serves receipts: a process that is not killed. */
  private get api() {
    return this.worldOn(this.test.db);
  }

  async begin(): Promise<void> {
    this.network = new ScriptedNetwork(CARRIERS);
    this.network.fateOf = ({ id }) => this.fateOf(id);
    this.network.beforeAnswer = (taken) => this.owe(taken);
    [this.sent, this.owed, this.late] = [[], [], []];
    this.accountId = newId('acc');
    const { ledger } = messageMoney(this.test.db, this.clock, this.events);
    await ledger.open({ accountId: this.accountId });
    await ledger.grantTrialCredit({ accountId: this.accountId, amountCents: FUNDS_CENTS });
  }

  async run(step: Step): Promise<void> {
    if (step.kind === 'send') await this.sendAll(step.messages);
    else if (step.kind === 'work') await this.work(step);
    else if (step.kind === 'receipts') await this.report();
    else if (step.kind === 'pass') this.clock.advance(step.seconds);
    else if (step.kind === 'cancel') await this.cancel(step.index);
    else this.switchCarrier(CARRIERS[step.index] ?? '', step.isUp);
  }

  /** Lets everything come to its end: carriers return, receipts arrive, and time passes. */
  async finish(): Promise<void> {
    this.network.down.clear();
    for (const seconds of [1, 60, 400, 400, 3_600]) {
      await this.work({ killedAt: null, workers: 1 });
      await this.report();
      this.clock.advance(seconds);
      await this.api.world.sweeping.sweep();
    }
    this.owed.push(...this.late.splice(0));
    await this.report();
    for (const days of [1, 3]) {
      this.clock.advance(days * 86_400 + 1);
      await this.work({ killedAt: null, workers: 1 });
      await this.api.world.sweeping.sweep();
    }
    // The carriers repeat everything that they have reported.
    for (const taken of this.network.taken) await this.repeat(taken);
  }

  async final(): Promise<readonly FinalMessage[]> {
    const rows = await this.test.db.query<Omit<FinalMessage, 'taken'>>(
      `SELECT id, status, phase, sent_at AS "sentAt", error_code AS "errorCode",
        (SELECT count(*) FROM billing.transactions t WHERE t.account_id = m.account_id AND t.related_kind = 'sms'
          AND t.related_id = m.id AND t.kind = 'charge')::integer AS charges
      FROM messaging.messages m WHERE account_id = $1 ORDER BY id`,
      [this.accountId],
    );
    return rows.map((row) => ({
      ...row,
      taken: this.network.taken.filter(({ message }) => message.id === row.id).length,
    }));
  }

  async money() {
    const { ledger, journal } = messageMoney(this.test.db, this.clock, this.events);
    const { heldCents, amountCents } = await ledger.balance(this.accountId);
    const differences = (await journal.verify()).filter(({ accountId }) => accountId === this.accountId);
    const { cents } = await this.test.db.get<{ cents: number }>(
      `SELECT coalesce(sum(price_cents), 0)::bigint AS cents FROM messaging.messages
        WHERE account_id = $1 AND sent_at IS NOT NULL`,
      [this.accountId],
    );
    return { heldCents, spentCents: FUNDS_CENTS - amountCents, pricesCents: cents, differences };
  }

  /** The statuses that the events of each message have announced, in order. */
  async announced(): Promise<ReadonlyMap<string, readonly string[]>> {
    const rows = await this.test.db.query<{ id: string; statuses: string[] }>(
      `SELECT data->>'message_id' AS id, array_agg(data->>'status' ORDER BY seq) AS statuses
      FROM platform.outbox WHERE account_id = $1 AND type = 'sms.status_changed' GROUP BY 1`,
      [this.accountId],
    );
    return new Map(rows.map(({ id, statuses }) => [id, statuses]));
  }

  /** Messages of each conversation in the order in which carriers were first offered them, and in which they were sent. */
  orders(): readonly (readonly [offered: readonly string[], sent: readonly string[]])[] {
    const recipients = [...new Set(this.sent.map(({ plan }) => plan.recipient))];
    return recipients.map((recipient) => {
      const sent = this.sent.filter(({ plan }) => plan.recipient === recipient).map(({ id }) => id);
      const offered = [...new Set(this.network.submitted.map(({ id }) => id))].filter((id) => sent.includes(id));
      return [offered, sent.filter((id) => offered.includes(id))] as const;
    });
  }

  private worldOn(db: Database) {
    const { funds } = messageMoney(db, this.clock, this.events);
    const takers = () => new Set(CARRIERS.filter((id) => !this.network.down.has(id)));
    const events = testEventBus(db, this.clock);
    const { clock } = this;
    return { world: messagingWorld(db, { clock, events, funds, carrierIds: CARRIERS, takers }) };
  }

  private async sendAll(plans: readonly MessagePlan[]): Promise<void> {
    const { world } = this.api;
    for (const plan of plans) {
      this.clock.advance(1);
      const body = 'a'.repeat(plan.segments === 1 ? 10 : PART * plan.segments);
      const { id } = await world.send(this.accountId, `+1212555020${String(plan.recipient)}`, { body });
      this.sent.push({ id, plan, submissions: 0 });
    }
  }

  private async work({
    killedAt,
    workers,
  }: {
    readonly killedAt: number | null;
    readonly workers: number;
  }): Promise<void> {
    await Promise.all(
      Array.from({ length: workers }, async (_, index) => {
        const db = new MortalDatabase(this.dataSource);
        if (killedAt !== null && index === 0) db.killAt(killedAt);
        const { world } = this.worldOn(db);
        const name = `worker_${String(++this.workers)}`;
        const deliver = world.deliver(new ScriptedCarriers(this.network, name, { isAlive: () => !db.isDead }));
        await deliver.round().catch((error: unknown) => {
          if (!db.isDead) throw error;
        });
        const stopping = deliver.stop();
        await Promise.race([stopping, db.death]);
        if (db.isDead) this.seen.killed++;
      }),
    );
  }

  private async report(): Promise<void> {
    const { inbox } = this.api.world;
    await Promise.all(this.owed.splice(0).map(({ carrierId, report }) => inbox.receipt(carrierId, report)));
  }

  private async repeat(taken: TakenMessage): Promise<void> {
    const { plan } = this.planOf(taken.message.id);
    if (plan.receipt === 'lost') return;
    const reports = this.network.reportsOf(taken, plan.isDelivered ? 'delivered' : 'undelivered', this.clock.now());
    for (const report of reports) await this.api.world.inbox.receipt(taken.carrierId, report);
  }

  private async cancel(index: number): Promise<void> {
    const message = this.sent[index % Math.max(1, this.sent.length)];
    if (message === undefined) return;
    await this.api.world.messages.cancel(this.accountId, message.id).catch((error: unknown) => {
      if (!(error instanceof DomainError) || error.code !== 'invalid_state') throw error;
    });
  }

  private switchCarrier(id: string, isUp: boolean): void {
    if (isUp) this.network.down.delete(id);
    else this.network.down.add(id);
  }

  private fateOf(id: string): Fate {
    const message = this.planOf(id);
    const fate = message.plan.fates[message.submissions++] ?? 'accepted';
    if (fate === 'answer_lost' || fate === 'never_arrived') this.seen.unknown++;
    if (message.submissions > 1) this.seen.failedOver++;
    return fate;
  }

  private async owe(taken: TakenMessage): Promise<void> {
    const { plan } = this.planOf(taken.message.id);
    const { receipt, isDelivered, isDoubled } = plan;
    if (receipt === 'lost') return;
    const reports = this.network.reportsOf(taken, isDelivered ? 'delivered' : 'undelivered', this.clock.now());
    const owed = (isDoubled ? [...reports, ...reports] : reports).map((report) => ({
      carrierId: taken.carrierId,
      report,
    }));
    if (receipt === 'late') this.late.push(...owed);
    else if (receipt === 'soon') this.owed.push(...owed);
    else {
      this.seen.early++;
      for (const { carrierId, report } of owed) await this.api.world.inbox.receipt(carrierId, report);
    }
  }

  private planOf(id: string): SentMessage {
    const message = this.sent.find((each) => each.id === id);
    if (!message) throw new Error(`${id} was not sent.`);
    return message;
  }
}
