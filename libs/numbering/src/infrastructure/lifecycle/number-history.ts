import { newId } from '@trunkline/kernel';
import type { Database } from '@trunkline/platform';
import { EntitySchema } from 'typeorm';
import type { HistoryView } from '../../application/lifecycle/number-queries';
import type { HistoryEntry, NumberHistory } from '../../application/ports';

export const NumberHistorySchema = new EntitySchema<HistoryView>({
  name: 'NumberHistory',
  schema: 'numbering',
  tableName: 'number_history',
  columns: {
    id: { type: 'text', primary: true },
    numberId: { type: 'text' },
    accountId: { type: 'text' },
    at: { type: 'timestamptz' },
    actorKind: { type: 'text' },
    actorId: { type: 'text', nullable: true },
    action: { type: 'text' },
    from: { type: 'jsonb', name: 'before' },
    to: { type: 'jsonb', name: 'after' },
  },
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
