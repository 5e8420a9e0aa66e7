import { type Clock, spanOfIds } from '@trunkline/kernel';
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

/** Returns the ids that decisions can have, and the first and the last of them. */
export function spanOf(ids: readonly string[]): [ids: string[], first: string, last: string] {
  const possible = ids.filter((id) => DECISION_ID.test(id));
  return [possible, ...spanOfIds(possible)];
}
