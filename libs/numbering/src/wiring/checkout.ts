import { Clock, Transactor } from '@trunkline/kernel';
import { bind, Database, implement, type Wiring } from '@trunkline/platform';
import { Carts } from '../application/checkout/carts';
import { CheckOutCart } from '../application/checkout/check-out-cart';
import { CheckoutTransactions } from '../application/checkout/checkout-transactions';
import { CheckoutQueries } from '../application/checkout/checkout-queries';
import {
  AccountStandings,
  CartRepository,
  CheckoutRepository,
  ReservationRepository,
} from '../application/checkout/ports';
import { QuoteCheckout } from '../application/checkout/quote-checkout';
import { ReserveNumbers } from '../application/checkout/reserve-numbers';
import { References } from '../application/lifecycle/references';
import { PlaceOrder } from '../application/orders/place-order';
import { SettleOrder } from '../application/orders/settle-order';
import { Bundles, FaultPoints, Funds, NumberOrderRepository } from '../application/ports';
import { PriceLists } from '../application/pricing/price-lists';
import { SelectTokens } from '../application/supply/select-tokens';
import { Suppliers } from '../application/supply/suppliers';
import { StoredCarts } from '../infrastructure/checkout/cart.repository';
import { CartItemSchema, CartSchema } from '../infrastructure/checkout/cart.schema';
import { StoredCheckouts } from '../infrastructure/checkout/checkout.repository';
import { CheckoutItemSchema, CheckoutSchema } from '../infrastructure/checkout/checkout.schema';
import { StoredReservations } from '../infrastructure/checkout/reservations';
import { CheckoutReads } from '../infrastructure/checkout/checkout-queries';
import { LimitReservations1795000310000 } from '../infrastructure/migrations/limit-reservations';

/** Carts, reservations and checkouts. */
export const checkoutWiring: Wiring = {
  providers: [
    implement(CartRepository, StoredCarts, [Database]),
    implement(CheckoutRepository, StoredCheckouts, [Database]),
    implement(ReservationRepository, StoredReservations, [Database]),
    bind(ReserveNumbers, [ReservationRepository, AccountStandings, Suppliers, Clock]),
    bind(QuoteCheckout, [Suppliers, Bundles, PriceLists]),
    bind(CheckoutTransactions, [
      Transactor,
      CartRepository,
      CheckoutRepository,
      NumberOrderRepository,
      ReservationRepository,
      References,
      SettleOrder,
      Funds,
      Clock,
    ]),
  ],
  exported: [
    bind(Carts, [
      Transactor,
      CartRepository,
      SelectTokens,
      ReservationRepository,
      ReserveNumbers,
      Bundles,
      PriceLists,
      Clock,
    ]),
    bind(CheckOutCart, [
      Transactor,
      CheckoutRepository,
      NumberOrderRepository,
      References,
      QuoteCheckout,
      CheckoutTransactions,
      PlaceOrder,
      Clock,
      FaultPoints,
    ]),
    implement(CheckoutQueries, CheckoutReads, [Database]),
  ],
  schemas: [CartSchema, CartItemSchema, CheckoutSchema, CheckoutItemSchema],
  migrations: [LimitReservations1795000310000],
};
