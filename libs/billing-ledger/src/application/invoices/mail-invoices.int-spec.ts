import type { Mails, OutgoingMail } from '@trunkline/kernel';
import { SELLER, type InvoiceWorld, invoiceWorld, issuedFor, move } from '../../testing/invoice-world';
import { fundedAccount, postgresWorld, type PostgresWorld } from '../../testing/postgres-world';
import { monthOf } from '../../domain/invoices/month';
import { MailInvoices } from './mail-invoices';

/** Keeps one mail per account and key, as the outbox does. */
class KeptMails implements Mails {
  readonly sent = new Map<string, OutgoingMail>();

  send(mail: OutgoingMail): Promise<void> {
    const key = `${mail.accountId} ${mail.key}`;
    if (!this.sent.has(key)) this.sent.set(key, mail);
    return Promise.resolve();
  }
}

const DETAILS = {
  ...{
    legalName: 'Łódź Sp. z o.o.',
    addressLine1: null,
    addressLine2: null,
    city: null,
    postalCode: null,
    region: null,
  },
  ...{ country: null, taxId: null, purchaseOrder: null, invoiceEmail: 'faktury@example.com' },
};

describe('the mails of invoices', () => {
  let world: PostgresWorld;
  let invoices: InvoiceWorld;
  let accountId: string;
  let mails: KeptMails;
  let mailing: MailInvoices;
  const members = [
    { userId: 'usr_1', email: 'ada@example.com', name: 'Ada' },
    { userId: 'usr_2', email: 'bob@example.com', name: 'Bob' },
  ];

  beforeAll(async () => {
    world = await postgresWorld();
    invoices = invoiceWorld(world);
  });
  beforeEach(async () => {
    mails = new KeptMails();
    const contacts = { billingContacts: () => Promise.resolve(members) };
    mailing = new MailInvoices(world.db, invoices.shown, invoices.recipients, contacts, mails);
    accountId = await fundedAccount(world, 500);
  });
  afterAll(() => world.close());

  const issue = async () => {
    await move(world, accountId, { kind: 'charge', cents: -120, item: 'number_monthly' });
    const { end } = monthOf(world.clock.now());
    world.clock.advance((end.getTime() - world.clock.now().getTime()) / 1000);
    await invoices.issue.issue();
    const [invoice] = (await issuedFor(invoices, accountId)).slice(-1);
    if (!invoice) throw new Error('No invoice was issued.');
    return invoice;
  };
  const send = (id: string) =>
    mailing.send({
      ...{
        id: 'evt_1',
        type: 'billing.invoice.issued',
        accountId,
        createdAt: world.clock.now(),
        data: { invoice_id: id },
      },
    });
  const sent = () => [...mails.sent.values()];

  it('go to the owners and billing members with the invoice as PDF, once when the event is delivered again', async () => {
    const invoice = await issue();
    for (let time = 0; time < 3; time++) await send(invoice.id);
    expect(sent().map(({ to }) => to)).toEqual(['ada@example.com', 'bob@example.com']);
    expect(sent()[0]).toMatchObject({
      subject: `Your invoice ${invoice.number ?? ''}`,
      text: expect.stringMatching(/^Hello Ada,[\s\S]*The total is \$1\.20\.[\s\S]*Nothing is due\./),
      attachment: { fileName: `invoice-${invoice.number ?? ''}.pdf`, type: 'application/pdf' },
    });
    const content = Buffer.from(sent()[0]?.attachment?.base64 ?? '', 'base64').toString();
    expect(content).toBe(`%PDF-${invoice.number ?? ''}`);
  });

  it('go to the address for invoices alone where there is one', async () => {
    invoices.recipients.details.set(accountId, DETAILS);
    await send((await issue()).id);
    expect(sent().map(({ to, text }) => [to, text.split('\n')[0]])).toEqual([
      ['faktury@example.com', 'Hello Łódź Sp. z o.o.,'],
    ]);
  });

  it('say when a postpaid invoice is due, and what a correction voids', async () => {
    await world.db.query(
      `UPDATE billing.wallets SET billing_mode = 'postpaid', balance_cents = 0 WHERE account_id = $1`,
      [accountId],
    );
    const invoice = await issue();
    await send(invoice.id);
    expect(sent()[0]?.text).toMatch(/\$1\.20 is due on \d+ \w+ \d{4}/);
    const correction = await invoices.correct.void({ invoiceId: invoice.id, operator: 'op_1', reason: 'Wrong' });
    await send(correction.id);
    const last = sent().at(-1);
    expect([last?.subject, last?.text]).toEqual([
      `Correcting invoice ${correction.number ?? ''}`,
      expect.stringContaining('It moves no money.'),
    ]);
    expect(correction.seller).toEqual(SELLER);
    const replacement = await invoices.correct.reissue({ invoiceId: invoice.id, operator: 'op_1' });
    await send(replacement.id);
    expect(sent().at(-1)).toMatchObject({
      subject: `Your invoice ${replacement.number ?? ''}`,
      text: expect.stringMatching(/It replaces the one that we have voided\.[\s\S]* is due on /),
    });
  });
});
