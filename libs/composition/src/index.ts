import { Global, Module } from '@nestjs/common';
import * as billing from '@trunkline/billing-ledger';
import * as compliance from '@trunkline/compliance';
import * as identity from '@trunkline/identity';
import * as numbering from '@trunkline/numbering';
import { alias, MailOutbox, type Persistence } from '@trunkline/platform';
import * as voice from '@trunkline/voice-routing';
import * as webhooks from '@trunkline/webhooks';

/** Every context's part of the database, in the order in which the schemas are made. */
export const persistence: readonly Persistence[] = [
  identity.identityPersistence,
  billing.billingLedgerPersistence,
  numbering.numberingPersistence,
  voice.voiceRoutingPersistence,
  compliance.compliancePersistence,
  webhooks.webhooksPersistence,
];

const contexts = [
  identity.IdentityModule,
  billing.BillingLedgerModule,
  compliance.ComplianceModule,
  webhooks.WebhooksModule,
];

/** Who answers what each context asks of the others: a port on the left, the face of another context on the right. */
const answers = [alias(identity.Wallets, billing.Ledger), alias(identity.Mails, MailOutbox)];

/** The context map: every synchronous call from one context into another is one line of `answers`. */
@Global()
@Module({
  imports: contexts,
  providers: answers,
  exports: [...contexts, ...answers.map(({ provide }) => provide)],
})
export class ContextMapModule {}
