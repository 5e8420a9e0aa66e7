import { EntitySchema } from 'typeorm';
import { AutoRecharge } from '../../domain/auto-recharge/auto-recharge';

export const AutoRechargeSchema = new EntitySchema<AutoRecharge>({
  name: 'AutoRecharge',
  target: AutoRecharge,
  schema: 'billing',
  tableName: 'auto_recharges',
  columns: {
    accountId: { type: 'text', primary: true },
    enabled: { type: 'boolean' },
    thresholdCents: { type: 'bigint', nullable: true },
    amountCents: { type: 'bigint', nullable: true },
    claimId: { type: 'text', nullable: true },
    claimStatus: { type: 'text', nullable: true },
    claimDueAt: { type: 'timestamptz', nullable: true },
    attemptedAt: { type: 'timestamptz', array: true },
    lastAttemptStatus: { type: 'text', nullable: true },
    failures: { type: 'integer' },
    pausedUntil: { type: 'timestamptz', nullable: true },
  },
});
