import type { IntegrationEvent } from '@trunkline/kernel';
import type { TransactionKind } from './postings';

/** A posted transaction. */
export interface PostedMovement {
  readonly accountId: string;
  readonly transactionId: string;
  readonly kind: TransactionKind;
  /** Signed. */
  readonly amountCents: number;
  readonly balanceAfterCents: number;
}

/** The wallet's settings at the time of a movement, and the claim that it took. */
export interface WalletMarks {
  readonly creditLimitCents: number;
  /** Null when the alert is disabled. */
  readonly lowBalanceAlertCents: number | null;
  /** The auto-recharge claim that the movement took. */
  readonly claimId: string | null;
}

/**
 * Returns the events of a movement. Only the debit that crosses the alert threshold alerts; the next alert follows once
 * the balance has been above the threshold again.
 */
export function toEvents(movement: PostedMovement, marks: WalletMarks): IntegrationEvent[] {
  return [changed(movement), ...low(movement, marks), ...debt(movement, marks), ...claimed(movement, marks)];
}

function changed({ accountId, transactionId, kind, amountCents, balanceAfterCents }: PostedMovement): IntegrationEvent {
  const moved = { amount_cents: amountCents, balance_cents: balanceAfterCents };
  return { type: 'billing.balance.changed', accountId, data: { transaction_id: transactionId, kind, ...moved } };
}

function low(movement: PostedMovement, { lowBalanceAlertCents: threshold }: WalletMarks): IntegrationEvent[] {
  const { accountId, balanceAfterCents } = movement;
  if (threshold === null || balanceAfterCents >= threshold || balanceBefore(movement) < threshold) return [];
  const data = { balance_cents: balanceAfterCents, threshold_cents: threshold };
  return [{ type: 'billing.balance.low', accountId, data }];
}

/** A chargeback into debt always publishes the event, because it has no grace period. See docs/billing.md#debt. */
function debt(movement: PostedMovement, { creditLimitCents }: WalletMarks): IntegrationEvent[] {
  const { accountId, kind, amountCents, balanceAfterCents } = movement;
  const isDebt = balanceAfterCents < -creditLimitCents;
  const isChargeback = kind === 'chargeback' && amountCents < 0 && isDebt;
  if (isDebt === balanceBefore(movement) < -creditLimitCents && !isChargeback) return [];
  const balance = { balance_cents: balanceAfterCents, credit_limit_cents: creditLimitCents };
  return [{ type: 'billing.debt.changed', accountId, data: { ...balance, is_chargeback: isChargeback } }];
}

function claimed({ accountId }: PostedMovement, { claimId }: WalletMarks): IntegrationEvent[] {
  return claimId === null ? [] : [{ type: 'billing.recharge.claimed', accountId, data: { claim_id: claimId } }];
}

function balanceBefore({ balanceAfterCents, amountCents }: PostedMovement): number {
  return balanceAfterCents - amountCents;
}
