import type { EventPayloads } from '@trunkline/kernel';
import { FakeContacts, FakeMails } from '../testing/fake-neighbours';
import { NumberNotices } from './number-notices';

const AT = new Date('2026-03-01T12:00:00Z');
const event = { id: 'evt_1', accountId: 'acc_1', createdAt: AT };
type Refused = EventPayloads['numbering.charges.refused']['numbers'][number];

const NUMBER: Refused = { number_id: 'num_1', e164: '+4930901820', amount_cents: 150, release_scheduled_at: null };

describe('mails about numbers', () => {
  const mails = new FakeMails();
  const notices = new NumberNotices(new FakeContacts(), mails);
  const refused = (attempt: number, numbers = [NUMBER]) =>
    notices.chargesRefused({ ...event, type: 'numbering.charges.refused', data: { attempt, numbers } });

  beforeEach(() => mails.sent.splice(0));

  it.each([
    [1, 'A monthly charge failed'],
    [4, 'A monthly charge failed again'],
    [6, 'Last reminder before suspension: a monthly charge failed'],
  ])('are sent to owners and billing members for refusal %i, once per event', async (attempt, subject) => {
    await refused(attempt);
    expect(mails.sent.map(({ to, key }) => [to, key])).toEqual([
      ['ada@example.com', 'charges_refused:evt_1:usr_1'],
      ['bob@example.com', 'charges_refused:evt_1:usr_2'],
    ]);
    expect(mails.sent[0]).toMatchObject({ accountId: 'acc_1', subject });
    expect(mails.sent[0]?.text).toContain('monthly charge of $1.50 for +4930901820.');
    expect(mails.sent[0]?.text).toContain(`This was attempt ${attempt} of 7.`);
  });

  it('name every number and the date of its release when they are suspended', async () => {
    const other = { ...NUMBER, e164: '+4930901821' };
    await refused(
      7,
      [NUMBER, other].map((number) => ({ ...number, release_scheduled_at: AT.getTime() / 1000 })),
    );
    expect(mails.sent[0]).toMatchObject({ subject: 'Your numbers were suspended' });
    for (const { e164 } of [NUMBER, other]) {
      expect(mails.sent[0]?.text).toContain(`${e164} will be released on 2026-03-01 12:00 UTC.`);
    }
  });

  it.each([
    ['compliance', 2],
    ['registration_revoked', 0],
    ['non_payment', 0],
    ['account_suspended', 0],
  ] as const)('of a suspension for %s are %i', async (reason, count) => {
    const data = { number_id: 'num_1', e164: NUMBER.e164, reason };
    await notices.suspended({ ...event, type: 'number.suspended', data });
    expect(mails.sent).toHaveLength(count);
  });

  it.each([
    ['requested', 2],
    ['non_payment', 2],
    ['no_documents', 2],
    ['account_closed', 0],
  ] as const)('of a release for %s are %i', async (reason, count) => {
    const data = { number_id: 'num_1', e164: NUMBER.e164, reason };
    await notices.released({ ...event, type: 'number.released', data });
    expect(mails.sent).toHaveLength(count);
    if (count > 0) expect(mails.sent[0]?.text).toContain(`${NUMBER.e164} was released `);
  });

  it('of a rejected registration explain its codes, quote the supplier, and say what to do', async () => {
    const registration = { id: 'reg_1', accountId: 'acc_1', rejectionCodes: ['doc_expired', 'other'] } as const;
    const number = { e164: NUMBER.e164, hasWorked: false };
    await notices.registrationRejected({ ...registration, updatedAt: AT }, number, ['The <bill> is too old.']);
    expect(mails.sent.map(({ to, key }) => [to, key])).toEqual([
      ['ada@example.com', `registration_rejected:reg_1:${AT.getTime()}:usr_1`],
      ['bob@example.com', `registration_rejected:reg_1:${AT.getTime()}:usr_2`],
    ]);
    const { text = '', html } = mails.sent[0] ?? {};
    expect(text).toContain('A document has expired or is too old.');
    expect(text).toContain('The <bill> is too old.');
    expect(text).toContain('Copy the bundle');
    expect(html).toContain('The &lt;bill&gt; is too old.');
  });

  it('leave out what the supplier says when it says nothing', async () => {
    const registration = { id: 'reg_1', accountId: 'acc_1', rejectionCodes: ['other'], updatedAt: AT } as const;
    await notices.registrationRejected(registration, { e164: NUMBER.e164, hasWorked: true }, []);
    expect(mails.sent[0]?.text).not.toContain('The supplier says');
    expect(mails.sent[0]?.text).toContain('The number is suspended');
    expect(mails.sent[0]?.text).not.toContain('refund');
  });
});
