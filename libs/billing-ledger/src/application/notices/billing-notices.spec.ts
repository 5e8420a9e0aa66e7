import { Mails, type OutgoingMail } from '@trunkline/kernel';
import { BillingNotices } from './billing-notices';
import { BillingContacts } from './ports';

const PEOPLE = [
  { userId: 'usr_1', email: 'ada@example.com', name: 'Ada <b>' },
  { userId: 'usr_2', email: 'bob@example.com', name: 'Bob' },
];
const AT = new Date('2026-03-01T12:00:00Z');
const event = { id: 'evt_1', accountId: 'acc_1', createdAt: AT };
const FAILED = {
  topup_id: 'top_1',
  amount_cents: 2500,
  failure_code: 'card_declined',
  failure_message: 'Your card was declined.',
  consecutive_failures: 1,
  paused_until: null,
};

class FakeContacts extends BillingContacts {
  override billingContacts(accountId: string) {
    return Promise.resolve(accountId === 'acc_1' ? PEOPLE : []);
  }
}

class FakeMails extends Mails {
  readonly sent: OutgoingMail[] = [];

  override send(mail: OutgoingMail): Promise<void> {
    this.sent.push(mail);
    return Promise.resolve();
  }
}

describe('BillingNotices', () => {
  const mails = new FakeMails();
  const notices = new BillingNotices(new FakeContacts(), mails);

  beforeEach(() => mails.sent.splice(0));

  it('mails every billing contact about a low balance, once per event', async () => {
    await notices.lowBalance({
      ...event,
      type: 'billing.balance.low',
      data: { balance_cents: 499, threshold_cents: 500 },
    });
    expect(mails.sent.map(({ to, key }) => [to, key])).toEqual([
      ['ada@example.com', 'low_balance:evt_1:usr_1'],
      ['bob@example.com', 'low_balance:evt_1:usr_2'],
    ]);
    expect(mails.sent[0]?.text).toContain('$4.99, which is below your alert threshold of $5.00');
    expect(mails.sent[0]?.html).toContain('Ada &lt;b&gt;');
  });

  it('mails the reason of a failed recharge and the retry', async () => {
    await notices.rechargeFailed({ ...event, type: 'billing.recharge.failed', data: FAILED });
    expect(mails.sent[1]).toMatchObject({ accountId: 'acc_1', to: 'bob@example.com', subject: 'Auto-recharge failed' });
    expect(mails.sent[1]?.text).toMatch(/could not charge \$25\.00\. Your card was declined\.[^]*try again soon/);
  });

  it('mails a pause and how to end it', async () => {
    const data = { ...FAILED, consecutive_failures: 3, paused_until: AT.getTime() / 1000 };
    await notices.rechargeFailed({ ...event, type: 'billing.recharge.failed', data });
    expect(mails.sent[0]).toMatchObject({ subject: 'Auto-recharge is paused' });
    expect(mails.sent[0]?.text).toContain('paused until 2026-03-01 12:00 UTC');
  });

  it('sends nothing without billing contacts', async () => {
    await notices.rechargeFailed({ ...event, accountId: 'acc_2', type: 'billing.recharge.failed', data: FAILED });
    expect(mails.sent).toEqual([]);
  });
});
