import type { Clock, EventBus } from '@trunkline/kernel';
import { SYSTEM } from '../../domain/actor';
import type { PhoneNumber } from '../../domain/lifecycle/phone-number';
import type { OrderBooks } from '../books';
import { newsOf, standingOf } from './number-news';

/** The reasons that come and go by themselves, with the word for each in events. */
const TOLD = { account: 'account_suspended', compliance: 'compliance' } as const;

/** Suspends numbers, and lets them work again, as something that they rest on does. */
export class Suspensions {
  constructor(
    private readonly books: OrderBooks,
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {}

  /**
   * The number must be locked; joins the caller's transaction. What is so already is neither written nor told: then it
   * returns false.
   */
  async set(number: PhoneNumber, reason: keyof typeof TOLD, isSuspended: boolean): Promise<boolean> {
    const [now, before] = [this.clock.now(), standingOf(number)];
    const change = isSuspended ? number.suspend(reason, now) : number.resume(reason, now);
    if (!change) return false;
    await this.books.numbers.save(number);
    await this.books.history.add(number, SYSTEM, change, now);
    await this.events.publishAll(newsOf(number, before, { reason: TOLD[reason], releaseReason: 'requested' }));
    return true;
  }
}
