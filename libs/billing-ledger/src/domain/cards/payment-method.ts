import { newId } from '@trunkline/kernel';

/** A card as the processor describes it; its number never reaches us. */
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

type State = {
  -readonly [K in keyof PaymentMethod as PaymentMethod[K] extends (...args: never[]) => unknown
    ? never
    : K]: PaymentMethod[K];
};

/** A saved way to pay. At most one of an account is the default, which auto-recharge and unnamed top-ups charge. */
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
  /** Top-ups go on naming it, so a removed one is kept and hidden. */
  readonly deletedAt!: Date | null;
  /** When the processor was told of the removal. */
  readonly detachedAt!: Date | null;

  private constructor(state: State) {
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

  /** No other card takes over as the default: charging one that the customer never chose would be a surprise. */
  remove(now: Date): void {
    this.become({ isDefault: false, deletedAt: now });
  }

  detach(now: Date): void {
    this.become({ detachedAt: now });
  }

  private become(change: Partial<State>): void {
    Object.assign(this, change);
  }
}
