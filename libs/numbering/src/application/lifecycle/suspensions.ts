import type { Clock, EventBus } from '@trunkline/kernel';
import { SYSTEM } from '../../domain/actor';
import type { PhoneNumber } from '../../domain/lifecycle/phone-number';
import type { NumberHistory, PhoneNumberRepository } from '../ports';
import { eventsOf, snapshotOf } from './number-events';

/** Suspension reasons that the system sets and clears, with their names in events. */
const EVENT_REASONS = {
  account: 'account_suspended',
  compliance: 'compliance',
  supplier: 'registration_revoked',
} as const;

/** Suspends and resumes numbers. */
export class Suspensions {
  constructor(
    private readonly numbers: PhoneNumberRepository,
    private readonly history: NumberHistory,
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {}

  /**
   * Sets or clears a suspension reason of a locked number. Joins the caller's transaction. Returns false, and writes
   * nothing, when that changes nothing.
   */
  async set(number: PhoneNumber, reason: keyof typeof EVENT_REASONS, isSuspended: boolean): Promise<boolean> {
    const now = this.clock.now();
    const before = snapshotOf(number);
    const change = isSuspended ? number.suspend(reason, now) : number.resume(reason, now);
    if (!change) return false;
    await this.numbers.save(number);
    await this.history.add({ number, actor: SYSTEM, change, at: now });
    await this.events.publishAll(
      eventsOf(number, before, { reason: EVENT_REASONS[reason], releaseReason: 'requested' }),
    );
    return true;
  }
}
