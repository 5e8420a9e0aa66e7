import { EntitySchema } from 'typeorm';
import { Debt } from '../../domain/debt/debt';

export const DebtSchema = new EntitySchema<Debt>({
  name: 'Debt',
  target: Debt,
  schema: 'billing',
  tableName: 'debts',
  columns: {
    accountId: { type: 'text', primary: true },
    since: { type: 'timestamptz', nullable: true },
    suspendedAt: { type: 'timestamptz', nullable: true },
  },
});
