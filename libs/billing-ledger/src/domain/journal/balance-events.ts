import type { IntegrationEvent } from '@trunkline/kernel';
import type { TransactionKind } from './postings';

/** A transaction as it was posted. */
export interface PostedMovement {
  readonly accountId: string;
  readonly transactionId: string;
  readonly kind: TransactionKind;
  /** Signed. */
  readonly amountCents: number;
  readonly balanceAfterCents: number;
}

/** What the wallet had set for itself when the balance moved. */
export interface WalletMarks {
  readonly creditLimitCents: number;
  /** Null: the customer wants no alert. */
  readonly lowBalanceAlertCents: number | null;
  /** The claim to an auto-recharge that the movement has taken. */
  readonly claimId: string | null;
}

/**
 * What a movement makes known. An alert is given by the debit that passes its threshold and by no other: the next one
 * comes when the balance has been above it again.
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

/**
 * Contract, section 9: an account may owe as much as its limit says. A chargeback is told of wherever it leaves it; one
 * that was won gives money back, and is a payment like others.
 */
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
