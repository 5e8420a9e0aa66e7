import { Ledger } from '@trunkline/billing-ledger';
import { addSeconds, Clock, EventBus, newId } from '@trunkline/kernel';
import { BarredMessages, MessagingCarriers, SendMessages } from '@trunkline/messaging';
import { eventually } from '@trunkline/platform/testing';
import { FraudAlerts, OperateAlerts } from '@trunkline/voice-routing';
import { openNumberOwner } from '../support/number-owner';
import { StaffedWorld } from '../support/staffed-world';

const FUNDS_CENTS = 5_000;
const HOUR_SECONDS = 3_600;
const CALLED = '+12125550142';

/** An account whose messages wait: its only carrier cannot be reached. */
class WaitingWorld extends StaffedWorld {
  static async open(): Promise<WaitingWorld> {
    const world = new WaitingWorld(await StaffedWorld.staff());
    await world.probe.db.query(`DELETE FROM messaging.carriers`);
    const address = { name: 'Aggregator', host: '127.0.0.1', port: 1, systemId: 'us', password: 'secret' };
    await world.use(MessagingCarriers).create('operator:test', address);
    return world;
  }

  async anAccount() {
    const { accountId, e164: from } = await openNumberOwner(this.use, FUNDS_CENTS);
    return { accountId, from };
  }

  send({ accountId, from }: Awaited<ReturnType<WaitingWorld['anAccount']>>, delaySeconds: number | null) {
    const scheduledAt = delaySeconds === null ? null : addSeconds(this.use(Clock).now(), delaySeconds);
    const recipients = [{ id: newId('sms'), to: CALLED }];
    const text = { body: 'Hello', smartEncoding: false, customerReference: null, batchId: null };
    return this.use(SendMessages).sendOne({ accountId, from, recipients, ...text, scheduledAt });
  }

  /** As the watch for fraud does. Returns the id of the alert. */
  async raise(accountId: string, blocks: boolean): Promise<string> {
    const [id, now] = [newId('alr'), this.use(Clock).now()];
    const found = { rule: 'expensive_hour', country: null, prefix: null, calls: null, messages: null } as const;
    const spent = { costCents: 2_000, usualCostCents: 10 };
    await this.probe.db.run(async () => {
      await this.use(FraudAlerts).add({
        ...{ id, accountId, subject: id, ...found, ...spent },
        ...{ startedAt: now, createdAt: now, blocksOutbound: blocks, acknowledgedAt: null, acknowledgedBy: null },
      });
      const { costCents: cost_cents, usualCostCents: usual_cost_cents } = spent;
      const data = { alert_id: id, blocks_outbound: blocks, started_at: 0, ...found, cost_cents, usual_cost_cents };
      await this.use(EventBus).publish({ type: 'fraud.alert', accountId, data });
    });
    return id;
  }

  states(accountId: string) {
    return this.probe.db.query(
      `SELECT status, error_code AS "errorCode" FROM messaging.messages WHERE account_id = $1 ORDER BY id`,
      [accountId],
    );
  }

  async announced(accountId: string): Promise<readonly unknown[]> {
    const rows = await this.probe.db.query<{ code: string }>(
      `SELECT data ->> 'error_code' AS code FROM platform.outbox WHERE account_id = $1 AND type = 'sms.status_changed'`,
      [accountId],
    );
    return rows.map(({ code }) => code);
  }

  async heldCents(accountId: string): Promise<number> {
    return (await this.use(Ledger).balance(accountId)).heldCents;
  }
}

const INSERT_ALERT = `INSERT INTO voice.fraud_alerts (id, account_id, rule, subject, started_at, blocks_outbound, created_at)
  VALUES ('alr_' || right($1, 20), $1, 'expensive_hour', 'now', now(), true, now())`;
const BLOCKED = { status: 'failed', errorCode: 'blocked_by_alert' };
const WAITING = { status: 'queued', errorCode: null };

describe('an alert that blocks an account', () => {
  let world: WaitingWorld;

  beforeAll(async () => {
    world = await WaitingWorld.open();
    await world.workers.run(1);
  });
  afterAll(() => world.close());

  it('fails its queued and scheduled messages at once, releases their money, and brings none back when it is acknowledged', async () => {
    const [account, other] = [await world.anAccount(), await world.anAccount()];
    for (const each of [account, other]) for (const delay of [null, HOUR_SECONDS]) await world.send(each, delay);
    expect(await world.heldCents(account.accountId)).toBeGreaterThan(0);
    const alert = await world.raise(account.accountId, true);
    await eventually(async () => expect(await world.states(account.accountId)).toEqual([BLOCKED, BLOCKED]), 5_000);
    expect(await world.heldCents(account.accountId)).toBe(0);
    expect(await world.announced(account.accountId)).toEqual(['blocked_by_alert', 'blocked_by_alert']);
    await world.use(OperateAlerts).acknowledge(alert, 'operator:test');
    await world.advance(HOUR_SECONDS);
    expect(await world.states(account.accountId)).toEqual([BLOCKED, BLOCKED]);
    expect(await world.states(other.accountId)).toEqual([WAITING, WAITING]);
  });

  it.each([
    ['blocked_by_alert', INSERT_ALERT],
    ['account_not_active', `UPDATE identity.accounts SET status = 'suspended', suspended_at = now() WHERE id = $1`],
    [
      'number_suspended',
      `UPDATE numbering.phone_numbers SET status = 'suspended', suspended_for = '{account}' WHERE account_id = $1`,
    ],
  ])('is followed by a sweep, which fails with %s what was queued meanwhile', async (errorCode, committed) => {
    const account = await world.anAccount();
    await world.send(account, HOUR_SECONDS);
    // Without the event, as if its reaction had run before the message was queued.
    await world.probe.db.query(committed, [account.accountId]);
    await world.use(BarredMessages).fail();
    expect(await world.states(account.accountId)).toEqual([{ status: 'failed', errorCode }]);
    expect(await world.heldCents(account.accountId)).toBe(0);
  });

  it('leaves them if the operator chose that alerts do not block', async () => {
    const account = await world.anAccount();
    await world.send(account, HOUR_SECONDS);
    await world.raise(account.accountId, false);
    await eventually(async () => {
      const open = await world.probe.db.query(
        `SELECT FROM platform.outbox WHERE account_id = $1 AND type = 'fraud.alert' AND relayed_at IS NULL`,
        [account.accountId],
      );
      expect(open).toEqual([]);
    });
    expect(await world.states(account.accountId)).toEqual([WAITING]);
  });
});
