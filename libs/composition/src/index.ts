import { Global, Module } from '@nestjs/common';
import * as billing from '@trunkline/billing-ledger';
import * as cdr from '@trunkline/cdr';
import * as compliance from '@trunkline/compliance';
import * as identity from '@trunkline/identity';
import * as numbering from '@trunkline/numbering';
import { Clock, Mails } from '@trunkline/kernel';
import { alias, implement, MailOutbox, type Persistence } from '@trunkline/platform';
import * as voice from '@trunkline/voice-routing';
import * as webhooks from '@trunkline/webhooks';
import { StandingsByAccountAndTopups } from './account-standings';
import { ApprovedBundlesOfCompliance } from './approved-bundles';
import { ChargedRecordsByOwners } from './charged-records';
import { NumberRoutingByNumbers } from './number-routing';

/** Every context's part of the database, in creation order. */
export const persistence: readonly Persistence[] = [
  identity.identityPersistence,
  billing.billingLedgerPersistence,
  numbering.numberingPersistence,
  voice.voiceRoutingPersistence,
  cdr.cdrPersistence,
  compliance.compliancePersistence,
  webhooks.webhooksPersistence,
];

const contexts = [
  identity.IdentityModule,
  billing.BillingLedgerModule,
  numbering.NumberingModule,
  voice.VoiceRoutingModule,
  cdr.CdrModule,
  compliance.ComplianceModule,
  webhooks.WebhooksModule,
];

/** The port of one context on the left, the class of another context that answers it on the right. */
const answers = [
  alias(identity.ports.Wallets, billing.Ledger),
  alias(Mails, MailOutbox),
  alias(identity.ports.NumberHistory, numbering.NumberDirectory),
  alias(identity.ports.NumberReleases, numbering.ReleaseAccountNumbers),
  alias(identity.ports.RouteArchive, voice.ArchiveRoutes),
  alias(identity.ports.PersonalDataKeys, compliance.PersonalData),
  alias(identity.ports.PayOuts, billing.Ledger),
  alias(identity.ports.AutoRecharges, billing.AutoRechargeSettings),
  alias(identity.ports.BalanceAlerts, billing.WalletSettings),
  alias(identity.ports.BillingTerms, billing.WalletSettings),
  alias(identity.ports.AccountNumbers, numbering.NumberDirectory),

  alias(billing.AccountStates, identity.AccountDirectory),
  alias(billing.BillingContacts, identity.AccountDirectory),
  alias(billing.DebtSuspensions, identity.DebtSuspension),

  alias(numbering.ports.Funds, billing.Ledger),
  alias(numbering.ports.RouteTargets, voice.RouteTargets),
  alias(numbering.ports.NumberUses, voice.NumberUses),
  alias(numbering.ports.NumberContacts, identity.AccountDirectory),
  alias(numbering.ports.AccountStates, identity.AccountDirectory),
  implement(numbering.ports.AccountStandings, StandingsByAccountAndTopups, [
    identity.AccountDirectory,
    billing.BillingQueries,
  ]),
  alias(numbering.ports.Bundles, compliance.BundleDirectory),
  implement(numbering.ports.ApprovedBundles, ApprovedBundlesOfCompliance, [
    compliance.BundleDirectory,
    compliance.EndUsers,
    compliance.Documents,
    Clock,
  ]),
  alias(numbering.ports.RegulatoryRequirements, compliance.RequirementsDirectory),

  alias(compliance.ComplianceContacts, identity.AccountDirectory),
  alias(compliance.BundleNumbers, numbering.NumberDirectory),

  alias(voice.ports.NumberDirectory, numbering.NumberDirectory),
  implement(voice.ports.NumberRouting, NumberRoutingByNumbers, [numbering.NumberQueries, numbering.Numbers]),
  alias(voice.ports.CallPrices, cdr.CallRating),
  alias(voice.ports.CallFunds, billing.CallHolds),
  alias(voice.ports.AccountStates, identity.AccountDirectory),
  alias(voice.ports.AccountCountries, identity.AccountDirectory),

  alias(cdr.CallDecisions, voice.CallDecisions),
  alias(cdr.CallCharges, billing.CallHolds),
  alias(cdr.CallAccounts, identity.AccountDirectory),
  alias(cdr.NumberCounts, numbering.NumberDirectory),
  alias(cdr.Spending, billing.Ledger),

  alias(billing.CallUsage, cdr.CallUsage),
  alias(billing.InvoiceRecipients, identity.AccountDirectory),
  alias(webhooks.WebhookContacts, identity.AccountDirectory),
  implement(billing.ChargedRecords, ChargedRecordsByOwners, [cdr.Cdrs, numbering.OrderQueries]),
];

/** The context map: every synchronous call from one context into another is one line of `answers`. */
@Global()
@Module({
  imports: contexts,
  providers: answers,
  exports: [...contexts, ...answers.map(({ provide }) => provide)],
})
export class ContextMapModule {}
