import { newId, type StateOf } from '@trunkline/kernel';

/** A card as the processor describes it, without its number. */
export interface SavedCard {
  readonly processorPaymentMethodId: string;
  readonly type: string;
  readonly brand: string | null;
  readonly last4: string | null;
  readonly expMonth: number | null;
  readonly expYear: number | null;
}

export interface NewPaymentMethod {
  readonly accountId: string;
  readonly operationId: string;
  readonly processor: string;
  readonly card: SavedCard;
}

/** A saved card. An account has at most one default, charged by auto-recharge and by top-ups that name no method. */
export class PaymentMethod {
  readonly id!: string;
  readonly accountId!: string;
  readonly operationId!: string;
  readonly processor!: string;
  readonly processorPaymentMethodId!: string;
  readonly type!: string;
  readonly brand!: string | null;
  readonly last4!: string | null;
  readonly expMonth!: number | null;
  readonly expYear!: number | null;
  readonly isDefault!: boolean;
  readonly createdAt!: Date;
  /** A removed method is kept, hidden, because top-ups refer to it. */
  readonly deletedAt!: Date | null;
  /** When it was detached at the processor. */
  readonly detachedAt!: Date | null;

  private constructor(state: StateOf<PaymentMethod>) {
    Object.assign(this, state);
  }

  static save({ card, ...owner }: NewPaymentMethod, now: Date): PaymentMethod {
    return new PaymentMethod({
      ...owner,
      ...card,
      id: newId('pm'),
      isDefault: false,
      createdAt: now,
      deletedAt: null,
      detachedAt: null,
    });
  }

  makeDefault(): void {
    this.become({ isDefault: true });
  }

  clearDefault(): void {
    this.become({ isDefault: false });
  }

  /** Removes the method. No other card becomes the default: the customer never chose to have it charged. */
  remove(now: Date): void {
    this.become({ isDefault: false, deletedAt: now });
  }

  detach(now: Date): void {
    this.become({ detachedAt: now });
  }

  private become(change: Partial<PaymentMethod>): void {
    Object.assign(this, change);
  }
}
