import { Journal, Ledger } from '@trunkline/billing-ledger';
import { Database } from '@trunkline/platform';
import type { TestApi } from '../index';
import { sumOf } from './call';

/** The wallet of a history: compares what the service says with what was done. */
export class HistoryWallet {
  /** The amount by which adjustments and overdue CDRs may take the wallet below zero. */
  debt = 0;
  private balance = 0;
  private spent = 0;
  private references = 0;

  constructor(
    private readonly api: TestApi,
    private readonly accountId: string,
  ) {}

  read() {
    return this.api.use(Ledger).balance(this.accountId);
  }

  /** Sets the balance, once nothing is held. */
  async begin(balanceCents: number): Promise<void> {
    const { amountCents, heldCents } = await this.read();
    expect(heldCents).toBe(0);
    if (balanceCents !== amountCents) await this.post('Begin', balanceCents - amountCents);
    this.balance = balanceCents;
    this.spent = 0;
    this.debt = 0;
  }

  /** Null for the whole available balance. */
  async spend(cents: number | null): Promise<void> {
    const { availableCents } = await this.read();
    const amountCents = cents ?? availableCents;
    if (amountCents <= 0) return;
    const reference = `spend ${++this.references}`;
    const charge = this.api.use(Ledger).charge({ ...this.order, amountCents, description: 'Order', reference });
    if (amountCents > availableCents) return expect(charge).rejects.toMatchObject({ code: 'insufficient_balance' });
    await charge;
    this.spent += amountCents;
  }

  async adjust(cents: number): Promise<void> {
    await this.post('Correction', cents);
    this.spent -= cents;
    this.debt += Math.max(0, -cents);
  }

  /** Returns the hold of each call by decision. */
  async holds(): Promise<ReadonlyMap<string, number>> {
    const rows = await this.api.use(Database).query<{ related_id: string; cents: number }>(
      `SELECT related_id, amount_cents - captured_cents - released_cents AS cents FROM billing.holds
       WHERE account_id = $1 AND status = 'open'`,
      [this.accountId],
    );
    return new Map(rows.map(({ related_id, cents }) => [related_id, cents]));
  }

  /** Expects amounts that agree with each other, with the ledger and with the debt. Returns the holds by decision. */
  async check(): Promise<ReadonlyMap<string, number>> {
    const { amountCents, heldCents, availableCents } = await this.read();
    const held = await this.holds();
    const holds = sumOf([...held.values()]);
    expect({ heldCents, availableCents }).toEqual({ heldCents: holds, availableCents: amountCents - heldCents });
    expect(availableCents + this.debt).toBeGreaterThanOrEqual(0);
    expect(amountCents + this.debt).toBeGreaterThanOrEqual(0);
    const differences = await this.api.use(Journal).verify();
    expect(differences.filter((each) => each.accountId === this.accountId)).toEqual([]);
    return held;
  }

  /** Expects that calls took this amount, and nothing else but spending and adjustments moved the balance. */
  async checkCharged(cents: number): Promise<void> {
    expect((await this.read()).amountCents).toBe(this.balance - this.spent - cents);
  }

  private async post(description: string, amountCents: number): Promise<void> {
    const reference = `${description} ${++this.references}`;
    await this.api.use(Ledger).adjust({ ...this.order, amountCents, description, reference });
  }

  private get order() {
    return { accountId: this.accountId, relatedKind: null, relatedId: null };
  }
}
