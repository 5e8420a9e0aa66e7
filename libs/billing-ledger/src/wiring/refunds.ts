import { Clock, Transactor } from '@trunkline/kernel';
import { bind, Database, implement, type Wiring } from '@trunkline/platform';
import { CardProcessor } from '../application/card-processor';
import { ReversalRepository } from '../application/disputes/ports';
import { RecordReversals } from '../application/disputes/record-reversals';
import { Ledger } from '../application/journal/ledger';
import { CardRefunds } from '../application/refunds/card-refunds';
import { PayRefunds } from '../application/refunds/pay-refunds';
import { CardRefundRepository, RefundsDue } from '../application/refunds/ports';
import { StoredReversals } from '../infrastructure/disputes/reversals';
import { KeepPaymentReversals1795000205100 } from '../infrastructure/migrations/keep-payment-reversals';
import { RefundCards1795000202001 } from '../infrastructure/migrations/refund-cards';
import { StoredCardRefunds } from '../infrastructure/refunds/card-refund.repository';
import { CardRefundSchema } from '../infrastructure/schema';
import { StoredRefundsDue } from '../infrastructure/refunds/refunds-due';

/** Refunds to cards, and disputes and refunds that come from the processor. */
export const refundsWiring: Wiring = {
  providers: [
    implement(CardRefundRepository, StoredCardRefunds, [Database]),
    implement(ReversalRepository, StoredReversals, [Database]),
    bind(RecordReversals, [Transactor, ReversalRepository, Ledger, Clock]),
    bind(CardRefunds, [Transactor, CardRefundRepository, RefundsDue, RecordReversals, CardProcessor, Clock]),
  ],
  exported: [
    implement(RefundsDue, StoredRefundsDue, [Database]),
    bind(PayRefunds, [CardRefunds, CardRefundRepository, RefundsDue, Clock]),
  ],
  schemas: [CardRefundSchema],
  migrations: [RefundCards1795000202001, KeepPaymentReversals1795000205100],
};
