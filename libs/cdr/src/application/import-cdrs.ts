import { addDays, addSeconds, type Clock, newId, type Transactor } from '@trunkline/kernel';
import {
  type FormerCall,
  type Import,
  importedCdr,
  keyOfFormer,
  type OwnedNumber,
  ownNumberOf,
} from '../domain/import/former-call';
import type { ImportPeriod } from '../domain/import/read-row';
import type { CdrStore } from './ingest/ports';
import type { CdrRetention } from './reads/ports';

/** Calls that are imported in a transaction. */
export const IMPORT_BATCH = 1_000;
/** The clock of a former provider may be ahead. */
const SKEW_SECONDS = 60;

/** The numbers of an account, as the import needs them. */
export abstract class NumbersOwned {
  /** Returns of each number the one that the account has, or had last. */
  abstract findEver(accountId: string, e164s: readonly string[]): Promise<readonly OwnedNumber[]>;
}

/**
 * Adds the records of calls that were made with a former provider, each once, free and without an event. They are written by the
 * statements of ingest. See docs/moving.md.
 */
export class ImportCdrs {
  constructor(
    private readonly tx: Transactor,
    private readonly store: CdrStore,
    private readonly numbers: NumbersOwned,
    private readonly retention: CdrRetention,
    private readonly clock: Clock,
  ) {}

  /** Returns which calls can be imported now. */
  period(): ImportPeriod {
    const { days: retentionDays } = this.retention;
    const now = this.clock.now();
    return { oldest: addDays(now, -retentionDays), retentionDays, latest: addSeconds(now, SKEW_SECONDS) };
  }

  /**
   * Adds the calls, at most `IMPORT_BATCH`, in one transaction, and returns how many were not imported before. Safe to repeat, also at the
   * same time.
   */
  async add(imported: Import, calls: readonly FormerCall[]): Promise<number> {
    const owned = await this.ownedOf(imported, calls);
    const claims = calls.map((call) => ({ ...keyOfFormer(imported, call), cdrId: newId('cdr'), call }));
    return this.tx.run(async () => {
      const now = this.clock.now();
      const { won, createdAt } = await this.store.claim(claims, now);
      const added = claims.filter(({ cdrId }) => won.has(cdrId));
      const cdrs = added.map(({ cdrId: id, call }) => {
        const cdr = importedCdr({ ...imported, id }, call, owned.get(ownNumberOf(call) ?? '') ?? null);
        return { ...cdr, billingTransactionId: null, createdAt: createdAt.get(imported.accountId) ?? now };
      });
      if (cdrs.length > 0) await this.store.add(cdrs);
      return cdrs.length;
    });
  }

  /** Returns how many of the calls `add` would add. */
  async countNew(imported: Import, calls: readonly FormerCall[]): Promise<number> {
    const keys = new Map(calls.map((call) => [keyOfFormer(imported, call).decisionId, keyOfFormer(imported, call)]));
    return keys.size - (await this.store.findMany([...keys.values()])).size;
  }

  private async ownedOf(
    { accountId }: Import,
    calls: readonly FormerCall[],
  ): Promise<ReadonlyMap<string, OwnedNumber>> {
    const e164s = [...new Set(calls.flatMap((call) => ownNumberOf(call) ?? []))];
    const found = e164s.length === 0 ? [] : await this.numbers.findEver(accountId, e164s);
    return new Map(found.map((number) => [number.e164, number]));
  }
}
