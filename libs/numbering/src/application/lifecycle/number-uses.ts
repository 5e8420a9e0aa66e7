import { RetryTransaction } from '@trunkline/kernel';
import type { PhoneNumber } from '../../domain/lifecycle/phone-number';

/** A trunk or WebRTC user whose calls show a number, or an enabled target of a profile that forwards to it. */
export interface NumberUse {
  readonly e164: string;
  readonly kind: 'trunk' | 'webrtc_user' | 'target';
  readonly id: string;
}

/** The uses of a number in voice routing besides its own route. Both methods join the caller's transaction. */
export abstract class NumberUses<T extends NumberUse = NumberUse> {
  abstract list(accountId: string, e164s: readonly string[]): Promise<readonly T[]>;
  /** Lists and locks the uses until the transaction ends. Must precede the locks of numbers. */
  abstract lock(accountId: string, e164s: readonly string[]): Promise<readonly T[]>;
}

export abstract class EndNumberUses<T extends NumberUse = NumberUse> {
  /**
   * Ends locked uses: trunks inherit the caller ID again, users lose their default, and targets are disabled. Joins the
   * caller's transaction.
   */
  abstract end(accountId: string, uses: readonly T[]): Promise<void>;
}

/**
 * Tracks the uses of the numbers that one unit of work releases. Trunks and profiles are locked before numbers, but which
 * of them use a number is known only under the lock of the number. If a use is not locked then, the transaction restarts
 * and locks it first. An instance outlives the attempts of its transaction.
 */
export class ReleasedNumberUses {
  private readonly numbers = new Map<string, Set<string>>();
  private readonly locked = new Set<string>();

  constructor(
    private readonly uses: NumberUses,
    private readonly endUses: EndNumberUses,
  ) {}

  /** Adds numbers whose uses `lock` locks. */
  include(accountId: string, e164s: readonly string[]): this {
    const known = this.numbers.get(accountId) ?? new Set();
    this.numbers.set(accountId, new Set([...known, ...e164s]));
    return this;
  }

  /** Locks the known uses. Must be the first step of the transaction. */
  async lock(): Promise<void> {
    this.locked.clear();
    for (const [accountId, e164s] of this.numbers) {
      for (const { id } of await this.uses.lock(accountId, [...e164s])) this.locked.add(id);
    }
  }

  /** Returns the uses of a locked number. */
  of({ accountId, e164 }: PhoneNumber): Promise<readonly NumberUse[]> {
    return this.uses.list(accountId, [e164]);
  }

  /** Ends the uses of locked numbers of one account. Restarts the transaction when a use is not locked. */
  async end(accountId: string, numbers: readonly PhoneNumber[]): Promise<void> {
    const e164s = numbers.map(({ e164 }) => e164);
    const uses = await this.uses.list(accountId, e164s);
    if (uses.some(({ id }) => !this.locked.has(id))) {
      this.include(
        accountId,
        uses.map(({ e164 }) => e164),
      );
      throw new RetryTransaction('The number is used by a trunk or a profile that is not locked yet.');
    }
    if (uses.length > 0) await this.endUses.end(accountId, uses);
  }
}
