import { collectingErrors } from '@trunkline/kernel';
import { payOutReferenceOf } from './closure-steps';
import type { CompletedClosure, CompletedClosures, PayOuts } from './ports';

const BATCH = 1000;

/** Pays out money that arrived after an account was closed. Safe on several workers at once. See docs/billing.md#refunds. */
export class PayOutLateMoney {
  constructor(
    private readonly closures: CompletedClosures,
    private readonly payOuts: PayOuts,
  ) {}

  /** Continues after a failure. Rejects at the end with all errors. */
  async payOut(): Promise<void> {
    await collectingErrors('payouts failed', async (attempt) => {
      for (let after = '', more = true; more; ) {
        const batch = await this.closures.list(after, BATCH);
        const accounts = new Set(await this.payOuts.withMoney(batch.map(({ accountId }) => accountId)));
        for (const closure of batch) if (accounts.has(closure.accountId)) await attempt(() => this.payOutOf(closure));
        more = batch.length === BATCH;
        after = batch.at(-1)?.id ?? after;
      }
    });
  }

  private async payOutOf({ id, accountId }: CompletedClosure): Promise<void> {
    try {
      await this.payOuts.payOut({ accountId, reference: payOutReferenceOf(id) });
    } catch (error) {
      throw new Error(`The money of account ${accountId} could not be paid out.`, { cause: error });
    }
  }
}
