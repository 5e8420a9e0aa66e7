import { type Mails, type OutgoingMail } from '@trunkline/kernel';
import { BillingNotices } from './billing-notices';
import type { WalletView } from './views';
import { type BillingContacts } from './ports';

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

const WALLET: WalletView = {
  amountCents: 499,
  heldCents: 0,
  callHeldCents: 0,
  creditLimitCents: 0,
  availableCents: 499,
  billingMode: 'prepaid',
  currency: 'USD',
  updatedAt: AT,
  version: 1,
};

class FakeContacts implements BillingContacts {
  billingContacts(accountId: string) {
    return Promise.resolve(accountId === 'acc_1' ? PEOPLE : []);
  }
}

class FakeMails implements Mails {
  readonly sent: OutgoingMail[] = [];

  send(mail: OutgoingMail): Promise<void> {
    this.sent.push(mail);
    return Promise.resolve();
  }
}

describe('BillingNotices', () => {
  const mails = new FakeMails();
  const terms = { billingMode: 'prepaid', creditLimitCents: 0 } as Pick<WalletView, 'billingMode' | 'creditLimitCents'>;
  const balance = () => Promise.resolve({ ...WALLET, ...terms });
  const notices = new BillingNotices(new FakeContacts(), { balance }, mails);
  const low = { balance_cents: 499, threshold_cents: 500 };

  beforeEach(() => mails.sent.splice(0));

  it('mails no low balance of an unlimited account, which stops nothing', async () => {
    Object.assign(terms, { billingMode: 'postpaid' });
    await notices.lowBalance({ ...event, type: 'billing.balance.low', data: low });
    expect(mails.sent).toEqual([]);
    Object.assign(terms, { creditLimitCents: 1000 });
    await notices.lowBalance({ ...event, type: 'billing.balance.low', data: low });
    expect(mails.sent).toHaveLength(2);
    Object.assign(terms, { billingMode: 'prepaid', creditLimitCents: 0 });
  });

  it('mails every billing contact about a low balance, once per event', async () => {
    await notices.lowBalance({ ...event, type: 'billing.balance.low', data: low });
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
