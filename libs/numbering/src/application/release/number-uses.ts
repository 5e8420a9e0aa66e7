import { RetryTransaction } from '@trunkline/kernel';
import type { PhoneNumber } from '../../domain/lifecycle/phone-number';

/** A trunk that overrides its caller ID with a number, or an enabled target of a profile that forwards to it. */
export interface NumberUse {
  readonly e164: string;
  readonly kind: 'trunk' | 'target';
  readonly id: string;
}

/** Numbering's view of voice routing: what else than its own route uses a number. Each joins the transaction around it. */
export abstract class NumberUses<T extends NumberUse = NumberUse> {
  abstract list(accountId: string, e164s: readonly string[]): Promise<readonly T[]>;
  /** As `list`; what it returns stays so until the transaction ends. Before any number is locked. */
  abstract lock(accountId: string, e164s: readonly string[]): Promise<readonly T[]>;
  /** The trunks show the caller's number again, and the targets are disabled. They must be locked. */
  abstract end(accountId: string, uses: readonly T[]): Promise<void>;
}

/**
 * The uses of numbers that one piece of work releases. Trunks and profiles are locked before numbers, and a job learns
 * only under the lock of a number which trunks use it: then the transaction starts again, with these locked first.
 * Made outside of the transaction, so that it remembers what the attempt before has met.
 */
export class UsesOfReleased {
  private readonly numbers = new Map<string, Set<string>>();
  private readonly locked = new Set<string>();

  constructor(private readonly uses: NumberUses) {}

  /** Announces numbers that are known beforehand. */
  expect(accountId: string, e164s: readonly string[]): this {
    const known = this.numbers.get(accountId) ?? new Set();
    this.numbers.set(accountId, new Set([...known, ...e164s]));
    return this;
  }

  /** The first step of the transaction. */
  async lock(): Promise<void> {
    this.locked.clear();
    for (const [accountId, e164s] of this.numbers) {
      for (const { id } of await this.uses.lock(accountId, [...e164s])) this.locked.add(id);
    }
  }

  /** The uses of a locked number. */
  of({ accountId, e164 }: PhoneNumber): Promise<readonly NumberUse[]> {
    return this.uses.list(accountId, [e164]);
  }

  /** Ends the uses of numbers of one account, which are locked; starts the transaction again when some uses are not. */
  async end(accountId: string, numbers: readonly PhoneNumber[]): Promise<void> {
    const e164s = numbers.map(({ e164 }) => e164);
    const uses = await this.uses.list(accountId, e164s);
    if (uses.some(({ id }) => !this.locked.has(id))) {
      this.expect(
        accountId,
        uses.map(({ e164 }) => e164),
      );
      throw new RetryTransaction('The number is used by a trunk or a profile that is not locked yet.');
    }
    if (uses.length > 0) await this.uses.end(accountId, uses);
  }
}
