import { CommonErrors } from '@trunkline/kernel';
import { PaymentMethodRepository } from '../application/cards/ports';
import { TopupRepository } from '../application/top-ups/ports';
import { BillingErrors } from '../domain/errors';
import type { PaymentMethod } from '../domain/cards/payment-method';
import type { Topup } from '../domain/top-ups/topup';

/** Rows are copied in and out, so that a change which is not saved is lost, as it would be in a database. */
class Rows<Row extends { readonly id: string }> {
  private readonly rows = new Map<string, Row>();

  put(row: Row): void {
    this.rows.set(row.id, copy(row));
  }

  all(): Row[] {
    return [...this.rows.values()].map(copy).sort((a, b) => (a.id < b.id ? -1 : 1));
  }
}

export function copy<Row extends object>(row: Row): Row {
  return Object.assign(Object.create(Object.getPrototypeOf(row) as object) as Row, row);
}

export class FakeTopupRepository extends TopupRepository {
  readonly rows = new Rows<Topup>();

  override add(topup: Topup): Promise<void> {
    return Promise.resolve(this.rows.put(topup));
  }

  override save(topup: Topup): Promise<void> {
    return Promise.resolve(this.rows.put(topup));
  }

  override async lock(id: string): Promise<Topup> {
    const topup = this.rows.all().find((each) => each.id === id);
    if (!topup) throw CommonErrors.not_found();
    return Promise.resolve(topup);
  }

  override findByOperation(accountId: string, operationId: string): Promise<Topup | null> {
    const found = this.rows.all().find((each) => each.accountId === accountId && each.operationId === operationId);
    return Promise.resolve(found ?? null);
  }

  override isOwned(accountId: string, id: string): Promise<boolean> {
    return Promise.resolve(this.rows.all().some((each) => each.accountId === accountId && each.id === id));
  }

  override findByCharge(charge: {
    readonly idempotencyKey: string | null;
    readonly intentId: string;
  }): Promise<Topup | null> {
    const isMeant = ({ idempotencyKey, processorPaymentIntentId }: Topup) =>
      idempotencyKey === charge.idempotencyKey || processorPaymentIntentId === charge.intentId;
    return Promise.resolve(this.rows.all().find(isMeant) ?? null);
  }

  override claimDue(now: Date, limit: number): Promise<Topup[]> {
    const due = this.rows.all().filter(({ checkAt }) => checkAt !== null && checkAt <= now);
    const claimed = due.slice(0, limit);
    for (const topup of claimed) {
      topup.postponeCheck(now);
      this.rows.put(topup);
    }
    return Promise.resolve(claimed);
  }
}

export class FakePaymentMethodRepository extends PaymentMethodRepository {
  private readonly rows = new Rows<PaymentMethod>();

  override async add(method: PaymentMethod): Promise<void> {
    const { processor, processorPaymentMethodId } = method;
    const isTwin = (each: PaymentMethod) =>
      each.processor === processor && each.processorPaymentMethodId === processorPaymentMethodId;
    if (this.saved(method.accountId).some(isTwin)) throw BillingErrors.payment_method_exists();
    return Promise.resolve(this.rows.put(method));
  }

  override save(method: PaymentMethod): Promise<void> {
    return Promise.resolve(this.rows.put(method));
  }

  override lockAll(accountId: string): Promise<PaymentMethod[]> {
    return Promise.resolve(this.saved(accountId));
  }

  override find(accountId: string, id: string): Promise<PaymentMethod | null> {
    return Promise.resolve(this.saved(accountId).find((each) => each.id === id) ?? null);
  }

  override findDefault(accountId: string): Promise<PaymentMethod | null> {
    return Promise.resolve(this.saved(accountId).find((each) => each.isDefault) ?? null);
  }

  override findByOperation(accountId: string, operationId: string): Promise<PaymentMethod | null> {
    const found = this.rows.all().find((each) => each.accountId === accountId && each.operationId === operationId);
    return Promise.resolve(found ?? null);
  }

  override findUndetached(limit: number): Promise<PaymentMethod[]> {
    const removed = this.rows.all().filter((each) => each.deletedAt !== null && each.detachedAt === null);
    return Promise.resolve(removed.slice(0, limit));
  }

  private saved(accountId: string): PaymentMethod[] {
    return this.rows.all().filter((each) => each.accountId === accountId && each.deletedAt === null);
  }
}
