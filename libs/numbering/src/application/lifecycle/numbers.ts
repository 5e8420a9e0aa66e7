import type { Clock, EventBus, Transactor } from '@trunkline/kernel';
import { type Actor, type Change, isChanging } from '../../domain/actor';
import { isApproved } from '../../domain/lifecycle/bundle';
import type { PhoneNumber, RouteChange } from '../../domain/lifecycle/phone-number';
import type { ActivateNumber } from './activate-number';
import type { OrderBooks } from '../books';
import { type Cause, newsOf, standingOf } from './number-news';
import type { References } from './references';

/** The number a request is about. */
export interface NumberRef {
  readonly accountId: string;
  readonly e164: string;
  readonly actor: Actor;
}

export interface Settings {
  /** Undefined leaves it as it is; null clears it. */
  readonly label?: string | null;
  readonly deletionLock?: boolean;
}

export interface RoutedNumber {
  readonly e164: string;
  readonly errorCode: string | null;
}

/** A customer ends a suspension by a bundle alone, and schedules releases. */
const BY_CUSTOMER: Cause = { reason: 'compliance', releaseReason: 'requested' };

/** What a customer does with a number that is theirs. */
export class Numbers {
  constructor(
    private readonly tx: Transactor,
    private readonly books: OrderBooks,
    private readonly references: References,
    private readonly activate: ActivateNumber,
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {}

  change(ref: NumberRef, { label, deletionLock }: Settings): Promise<PhoneNumber> {
    return this.withNumber(ref, (number, now) => [
      ...(label !== undefined && label !== number.label ? [number.relabel(label, now)] : []),
      ...(deletionLock !== undefined && deletionLock !== number.deletionLock
        ? [number.lockDeletion(deletionLock, now)]
        : []),
    ]);
  }

  /** 422 for a target that is not the account's, 409 for one that is not active. */
  async route(ref: NumberRef, route: RouteChange): Promise<PhoneNumber> {
    return this.tx.run(async () => {
      await this.references.requireActive(ref.accountId, route);
      return this.withNumber(ref, (number, now) => [number.routeTo(route, now)]);
    });
  }

  /** Each number has its own outcome; the target is checked once for all, and refuses them all. */
  async routeMany(
    refs: Omit<NumberRef, 'e164'>,
    e164s: readonly string[],
    route: RouteChange,
  ): Promise<RoutedNumber[]> {
    return this.tx.run(async () => {
      await this.references.requireActive(refs.accountId, route);
      const found = await this.books.numbers.lockMany(refs.accountId, e164s);
      for (const number of found) {
        await this.store(number, refs.actor, [number.routeTo(route, this.clock.now())]);
      }
      const known = new Set(found.map(({ e164 }) => e164));
      return e164s.map((e164) => ({ e164, errorCode: known.has(e164) ? null : 'not_found' }));
    });
  }

  /**
   * Attaches a bundle, or detaches with null. An approved one makes a number work that waits for documents, or that is
   * suspended for want of it and nothing else.
   */
  attachBundle(ref: NumberRef, bundleId: string | null): Promise<PhoneNumber> {
    return this.tx.run(async () => {
      const bundle = bundleId === null ? null : await this.references.bundle(ref.accountId, bundleId);
      const number = await this.books.numbers.lock(ref.accountId, ref.e164);
      const now = this.clock.now();
      const before = standingOf(number);
      const attached = number.attachBundle(bundle, now);
      const resumed = isApproved(bundle, now) ? number.resume('compliance', now) : null;
      await this.store(number, ref.actor, resumed ? [attached, resumed] : [attached]);
      await this.events.publishAll(newsOf(number, before, BY_CUSTOMER));
      if (isApproved(bundle, now) && number.status === 'pending_documents') {
        await this.activate.execute(number, ref.actor);
      }
      return number;
    });
  }

  scheduleRelease(ref: NumberRef): Promise<PhoneNumber> {
    return this.withNumber(ref, (number, now) => [number.scheduleRelease(now)]);
  }

  takeBackRelease(ref: NumberRef): Promise<PhoneNumber> {
    return this.withNumber(ref, (number, now) => [number.takeBackRelease(now)]);
  }

  private withNumber(
    { accountId, e164, actor }: NumberRef,
    change: (number: PhoneNumber, now: Date) => readonly Change[],
  ): Promise<PhoneNumber> {
    return this.tx.run(async () => {
      const number = await this.books.numbers.lock(accountId, e164);
      const before = standingOf(number);
      await this.store(number, actor, change(number, this.clock.now()));
      await this.events.publishAll(newsOf(number, before, BY_CUSTOMER));
      return number;
    });
  }

  /** What was asked for, and is so already, is neither written nor told. */
  private async store(number: PhoneNumber, actor: Actor, asked: readonly Change[]): Promise<void> {
    const changes = asked.filter(isChanging);
    if (changes.length === 0) return;
    await this.books.numbers.save(number);
    for (const change of changes) await this.books.history.add(number, actor, change, this.clock.now());
  }
}
