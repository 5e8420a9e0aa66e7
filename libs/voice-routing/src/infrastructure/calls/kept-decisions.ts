import type { Clock } from '@trunkline/kernel';
import type { Settings } from '@trunkline/platform';
import { decisionsKeptFrom } from '../../domain/live-calls/decision-retention';

/** Which decisions are visible: they are deleted with their month, but found no longer than their retention lasts. */
export class KeptDecisions {
  constructor(
    private readonly settings: Pick<Settings, 'CDR_RETENTION_DAYS'>,
    private readonly clock: Clock,
  ) {}

  get since(): Date {
    return decisionsKeptFrom(this.clock.now(), this.settings.CDR_RETENTION_DAYS);
  }
}

const DECISION_ID = /^rd_[0-9a-z]+$/;

/**
 * Returns the ids that decisions can have, the first and the last of them. PostgreSQL reads the months between these alone, but all
 * months for an array of ids that it does not know when it plans.
 */
export function spanOf(ids: readonly string[]): [ids: string[], first: string, last: string] {
  const sorted = ids.filter((id) => DECISION_ID.test(id)).sort();
  return [sorted, sorted[0] ?? '', sorted.at(-1) ?? ''];
}
