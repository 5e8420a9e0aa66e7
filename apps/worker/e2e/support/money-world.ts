import { randomBytes } from 'node:crypto';
import { AutoRechargeSettings, Ledger, PaymentMethods } from '@trunkline/billing-ledger';
import { AccountDirectory, Accounts, SignUp } from '@trunkline/identity/wiring';
import { newId } from '@trunkline/kernel';
import { StaffedWorld } from './staffed-world';

const PERSON = {
  name: 'Ada Lovelace',
  country: 'US',
  timezone: null,
  company: null,
  phoneE164: null,
  intendedUse: null,
};

/** Accounts with cards, and the workers that follow their balances. */
export class MoneyWorld extends StaffedWorld {
  static async open(): Promise<MoneyWorld> {
    return new MoneyWorld(await StaffedWorld.staff());
  }

  /** With its trial credit of 500, and a default card. */
  async anAccount(card = 'pm_card_visa'): Promise<string> {
    const email = `${randomBytes(8).toString('hex')}@example.com`;
    const signUp = { ...PERSON, email, password: 'correct horse battery staple', marketingOptIn: false };
    const caller = { ip: null, userAgent: null };
    const asked = { ...signUp, captchaToken: null, caller, operationId: newId('op') };
    const { accountId } = await this.use(SignUp).signUp(asked);
    const method = { accountId, operationId: newId('op'), processorPaymentMethodId: card };
    await this.use(PaymentMethods).add(method);
    return accountId;
  }

  recharge(accountId: string): Promise<unknown> {
    return this.use(AutoRechargeSettings).set(accountId, { enabled: true, thresholdCents: 400, amountCents: 2500 });
  }

  alertBelow(accountId: string, lowBalanceAlertCents: number): Promise<unknown> {
    return this.use(Accounts).change(accountId, { settings: { lowBalanceAlertCents } });
  }

  call(accountId: string, amountCents: number): Promise<unknown> {
    return this.use(Ledger).charge({ ...entry(accountId, amountCents), overdraft: true });
  }

  pay(accountId: string, amountCents: number): Promise<unknown> {
    return this.use(Ledger).adjust(entry(accountId, amountCents));
  }

  chargeBack(accountId: string, amountCents: number): Promise<unknown> {
    return this.use(Ledger).moveByProcessor({
      ...entry(accountId, -amountCents),
      kind: 'chargeback',
      relatedKind: 'topup',
      relatedId: 'top_1',
      processorPaymentIntentId: newId('op'),
    });
  }

  async balance(accountId: string): Promise<number> {
    return (await this.use(Ledger).balance(accountId)).amountCents;
  }

  status(accountId: string): Promise<string> {
    return this.use(AccountDirectory).status(accountId);
  }

  charges(accountId: string): Promise<{ requests: number }[]> {
    return this.probe.db.query(`SELECT requests FROM billing.sandbox_charges WHERE account_id = $1`, [accountId]);
  }

  /** Returns the customers' events, oldest first. */
  async eventTypes(accountId: string, like: string): Promise<string[]> {
    const rows = await this.probe.db.query<{ type: string }>(
      `SELECT type FROM webhooks.events WHERE account_id = $1 AND type LIKE $2 ORDER BY created_at, id`,
      [accountId, like],
    );
    return rows.map(({ type }) => type);
  }
}

function entry(accountId: string, amountCents: number) {
  const related = { relatedKind: null, relatedId: null };
  return { accountId, amountCents, description: 'Something', ...related, reference: newId('op') };
}
