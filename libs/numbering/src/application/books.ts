import type { CheckoutRepository, NumberHistory, NumberOrderRepository, PhoneNumberRepository } from './ports';

/** Where an order and what comes of it are written down. */
export class OrderBooks {
  constructor(
    readonly orders: NumberOrderRepository,
    readonly numbers: PhoneNumberRepository,
    readonly history: NumberHistory,
  ) {}
}

/** Where a checkout and its orders are written down. */
export class CheckoutBooks {
  constructor(
    readonly checkouts: CheckoutRepository,
    readonly orders: NumberOrderRepository,
  ) {}
}
