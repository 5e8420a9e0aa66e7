import { type EventPayloads, type IntegrationEvent, unixSeconds } from '@trunkline/kernel';
import type { PhoneNumber } from '../../domain/lifecycle/phone-number';

/** The state of a number that its events report. */
export type NumberSnapshot = Pick<PhoneNumber, 'status' | 'releaseScheduledAt'>;

export function snapshotOf({ status, releaseScheduledAt }: PhoneNumber): NumberSnapshot {
  return { status, releaseScheduledAt };
}

export interface EventReasons {
  /** Why the number was suspended or resumed. */
  readonly reason: EventPayloads['number.suspended']['reason'];
  /** Why a release was scheduled or moved. */
  readonly releaseReason: EventPayloads['number.release_scheduled']['reason'];
}

/** Returns the events of a change, by comparing a live number with its state before the change. */
export function eventsOf(
  number: PhoneNumber,
  before: NumberSnapshot,
  { reason, releaseReason }: EventReasons,
): IntegrationEvent[] {
  const { id, accountId, e164, releaseScheduledAt: at } = number;
  const base = { number_id: id, e164 };
  const events: IntegrationEvent[] = [];
  if (before.status === 'active' && number.status === 'suspended') {
    events.push({ type: 'number.suspended', accountId, data: { ...base, reason } });
  }
  if (before.status === 'suspended' && number.status === 'active') {
    events.push({ type: 'number.resumed', accountId, data: { ...base, reason } });
  }
  if (at !== null && at.getTime() !== before.releaseScheduledAt?.getTime()) {
    const data = { ...base, release_scheduled_at: unixSeconds(at), reason: releaseReason };
    events.push({ type: 'number.release_scheduled', accountId, data });
  }
  return events;
}
