import type { IntegrationEvent } from '@trunkline/kernel';
import { isInDebt, type WalletTerms } from './wallet-terms';
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

/** The wallet's terms and alert at the time of a movement, and the claim that it took. */
export interface MovementTerms extends WalletTerms {
  /** Null when the alert is disabled. */
  readonly lowBalanceAlertCents: number | null;
  /** The auto-recharge claim that the movement took. */
  readonly claimId: string | null;
}

/**
 * Returns the events of a movement. Only the debit that crosses the alert threshold alerts; the next alert follows once
 * the balance has been above the threshold again.
 */
export function toEvents(movement: PostedMovement, terms: MovementTerms): IntegrationEvent[] {
  return [changed(movement), ...low(movement, terms), ...debt(movement, terms), ...claimed(movement, terms)];
}

function changed({ accountId, transactionId, kind, amountCents, balanceAfterCents }: PostedMovement): IntegrationEvent {
  const moved = { amount_cents: amountCents, balance_cents: balanceAfterCents };
  return { type: 'billing.balance.changed', accountId, data: { transaction_id: transactionId, kind, ...moved } };
}

function low(movement: PostedMovement, { lowBalanceAlertCents: threshold }: MovementTerms): IntegrationEvent[] {
  const { accountId, balanceAfterCents } = movement;
  if (threshold === null || balanceAfterCents >= threshold || balanceBefore(movement) < threshold) return [];
  const data = { balance_cents: balanceAfterCents, threshold_cents: threshold };
  return [{ type: 'billing.balance.low', accountId, data }];
}

/** A chargeback into debt always publishes the event, because it has no grace period. See docs/billing.md#debt. */
function debt(movement: PostedMovement, terms: MovementTerms): IntegrationEvent[] {
  const { accountId, kind, amountCents, balanceAfterCents } = movement;
  const isDebt = isInDebt(balanceAfterCents, terms);
  const isChargeback = kind === 'chargeback' && amountCents < 0 && isDebt;
  if (isDebt === isInDebt(balanceBefore(movement), terms) && !isChargeback) return [];
  const balance = { balance_cents: balanceAfterCents, credit_limit_cents: terms.creditLimitCents };
  return [{ type: 'billing.debt.changed', accountId, data: { ...balance, is_chargeback: isChargeback } }];
}

function claimed({ accountId }: PostedMovement, { claimId }: MovementTerms): IntegrationEvent[] {
  return claimId === null ? [] : [{ type: 'billing.recharge.claimed', accountId, data: { claim_id: claimId } }];
}

function balanceBefore({ balanceAfterCents, amountCents }: PostedMovement): number {
  return balanceAfterCents - amountCents;
}
