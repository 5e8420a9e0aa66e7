import { type IntegrationEvent, unixSeconds } from '@trunkline/kernel';
import type { PhoneNumber } from '../../domain/lifecycle/phone-number';

/** What news of a number are about: compared before and after a change. */
export type Standing = Pick<PhoneNumber, 'status' | 'releaseScheduledAt'>;

export function standingOf({ status, releaseScheduledAt }: PhoneNumber): Standing {
  return { status, releaseScheduledAt };
}

export interface Cause {
  /** Of a suspension, or of its end. */
  readonly reason: string;
  /** Of a release that was scheduled or moved. */
  readonly releaseReason: 'requested' | 'non_payment';
}

/** The events that a change of a live number means. */
export function newsOf(number: PhoneNumber, before: Standing, { reason, releaseReason }: Cause): IntegrationEvent[] {
  const { id, accountId, e164, releaseScheduledAt: at } = number;
  const base = { number_id: id, e164 };
  const news: IntegrationEvent[] = [];
  if (before.status === 'active' && number.status === 'suspended') {
    news.push({ type: 'number.suspended', accountId, data: { ...base, reason } });
  }
  if (before.status === 'suspended' && number.status === 'active') {
    news.push({ type: 'number.resumed', accountId, data: { ...base, reason } });
  }
  if (at !== null && at.getTime() !== before.releaseScheduledAt?.getTime()) {
    const data = { ...base, release_scheduled_at: unixSeconds(at), reason: releaseReason };
    news.push({ type: 'number.release_scheduled', accountId, data });
  }
  return news;
}
