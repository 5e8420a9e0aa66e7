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
  indices: [{ name: 'auto_recharges_at_work', columns: ['accountId'], where: 'enabled OR claim_id IS NOT NULL' }],
  checks: [
    {
      name: 'auto_recharges_enabled',
      expression: `NOT enabled OR (threshold_cents IS NOT NULL AND amount_cents IS NOT NULL)`,
    },
    { name: 'auto_recharges_threshold', expression: `threshold_cents >= 100` },
    { name: 'auto_recharges_amount', expression: `amount_cents BETWEEN 500 AND 1000000` },
    { name: 'auto_recharges_claim_status', expression: `claim_status IN ('waiting', 'begun', 'failed')` },
    {
      name: 'auto_recharges_claim',
      expression: `(claim_id IS NULL) = (claim_status IS NULL) AND (claim_id IS NULL) = (claim_due_at IS NULL)`,
    },
    {
      name: 'auto_recharges_last_attempt',
      expression: `last_attempt_status IN ('processing', 'succeeded', 'failed')`,
    },
  ],
});
