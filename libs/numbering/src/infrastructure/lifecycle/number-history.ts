import { newId } from '@trunkline/kernel';
import { column, type Database } from '@trunkline/platform';
import type { HistoryView } from '../../application/lifecycle/number-queries';
import type { HistoryEntry, NumberHistory } from '../../application/ports';
import { table } from '../table';

const { key, text, optionalText, time, json } = column;

export const NumberHistorySchema = table<HistoryView>('number_history', {
  id: key,
  numberId: text,
  accountId: text,
  at: time,
  actorKind: text,
  actorId: optionalText,
  action: text,
  from: { ...json, name: 'before' },
  to: { ...json, name: 'after' },
});

export class StoredNumberHistory implements NumberHistory {
  constructor(private readonly db: Database) {}

  add(entries: HistoryEntry | readonly HistoryEntry[]): Promise<void> {
    return this.db.table(NumberHistorySchema).add([entries].flat().map(viewOf));
  }
}

const viewOf = ({ number: { id: numberId, accountId }, actor, change, at }: HistoryEntry): HistoryView => ({
  id: newId('nh'),
  numberId,
  accountId,
  at,
  actorKind: actor.kind,
  actorId: actor.id,
  ...change,
});
