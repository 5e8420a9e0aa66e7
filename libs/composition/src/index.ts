import { Global, Module } from '@nestjs/common';
import { BillingLedgerModule, billingLedgerPersistence, Ledger } from '@trunkline/billing-ledger';
import { identityPersistence, IdentityModule, Mails, Wallets } from '@trunkline/identity';
import { alias, MailOutbox, type Persistence } from '@trunkline/platform';

/** Every context's part of the database, in the order in which the schemas are made. */
export const persistence: readonly Persistence[] = [identityPersistence, billingLedgerPersistence];

/** The context map: every synchronous call from one context into another is one line here. */
@Global()
@Module({
  imports: [IdentityModule, BillingLedgerModule],
  providers: [alias(Wallets, Ledger), alias(Mails, MailOutbox)],
  exports: [Wallets, Mails, IdentityModule, BillingLedgerModule],
})
export class ContextMapModule {}
