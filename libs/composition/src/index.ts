import { Global, Module } from '@nestjs/common';
import * as billing from '@trunkline/billing-ledger/wiring';
import * as cdr from '@trunkline/cdr/wiring';
import * as compliance from '@trunkline/compliance/wiring';
import * as exportsOf from '@trunkline/exports/wiring';
import * as identity from '@trunkline/identity/wiring';
import * as messaging from '@trunkline/messaging/wiring';
import * as numbering from '@trunkline/numbering/wiring';
import { Clock, Mails } from '@trunkline/kernel';
import {
  alias,
  bind,
  CryptoBox,
  implement,
  Mailer,
  MailOutbox,
  type Persistence,
  RedisConnection,
  ReplicaReads,
  RunningProcesses,
  Settings,
} from '@trunkline/platform';
import { PrintingModule } from '@trunkline/platform/printing';
import * as voice from '@trunkline/voice-routing/wiring';
import * as webhooks from '@trunkline/webhooks/wiring';
import {
  ApprovedBundlesOfCompliance,
  ChargedRecordsByOwners,
  NumberRoutingByNumbers,
  StandingsByAccountAndTopups,
  SubscribersByEndUsersAndAccounts,
} from './adapters';
import { ExportSourcesByContexts } from './export-sources';
import { AlarmsCheck } from './doctor/alarms-check';
import type { Check } from './doctor/check';
import { CarriersCheck } from './doctor/carriers-check';
import { DatabaseCheck } from './doctor/database-check';
import { Doctor } from './doctor/doctor';
import { BackupsCheck, CallPricesCheck, PricesCheck, SecretsCheck } from './doctor/local-checks';
import { DocumentsCheck, MailCheck, RedisCheck, ReplicaCheck } from './doctor/infrastructure-checks';
import { ProcessesCheck } from './doctor/processes-check';
import { PublicUrlCheck } from './doctor/public-url-check';
import { SwitchesCheck } from './doctor/switches-check';
import { CardsCheck, SuppliersCheck } from './doctor/third-party-checks';

export { type Check, type DoctorRequest, type Finding, FINDING_STATUSES, READ_ONLY, reasonOf } from './doctor/check';
export { DatabaseCheck } from './doctor/database-check';
export { type Diagnosis, diagnosisOf, Doctor } from './doctor/doctor';
export { PROBE_HEADER, seenOf } from './doctor/forwarding';

/** Every context's part of the database, in creation order. */
export const persistence: readonly Persistence[] = [
  identity.identityPersistence,
  billing.billingLedgerPersistence,
  numbering.numberingPersistence,
  voice.voiceRoutingPersistence,
  cdr.cdrPersistence,
  compliance.compliancePersistence,
  messaging.messagingPersistence,
  exportsOf.exportsPersistence,
  webhooks.webhooksPersistence,
];

const contexts = [
  identity.IdentityModule,
  billing.BillingLedgerModule,
  numbering.NumberingModule,
  voice.VoiceRoutingModule,
  cdr.CdrModule,
  compliance.ComplianceModule,
  messaging.MessagingModule,
  exportsOf.ExportsModule,
  webhooks.WebhooksModule,
];

/** The port of one context on the left, the class of another context that answers it on the right. */
const answers = [
  alias(identity.Wallets, billing.Ledger),
  alias(Mails, MailOutbox),
  alias(identity.NumberHistory, numbering.NumberDirectory),
  alias(identity.NumberReleases, numbering.ReleaseAccountNumbers),
  alias(identity.RouteArchive, voice.ArchiveRoutes),
  alias(identity.PersonalDataKeys, compliance.PersonalData),
  alias(identity.PayOuts, billing.Ledger),
  alias(identity.AutoRecharges, billing.AutoRechargeSettings),
  alias(identity.BalanceAlerts, billing.WalletSettingsRepository),
  alias(identity.BillingTerms, billing.WalletSettings),
  alias(identity.CallPricing, cdr.AccountPricing),
  alias(identity.AccountNumbers, numbering.NumberDirectory),
  alias(identity.RunningPorts, numbering.PortDirectory),
  alias(identity.OutboundCountries, voice.OutboundRules),
  alias(identity.PhoneMessages, messaging.SystemMessages),

  alias(billing.AccountStates, identity.AccountDirectory),
  alias(billing.BillingContacts, identity.AccountDirectory),
  alias(billing.DebtSuspensions, identity.DebtSuspension),

  alias(numbering.Funds, billing.Ledger),
  alias(numbering.RouteTargets, voice.RouteTargets),
  alias(numbering.NumberUses, voice.NumberUses),
  alias(numbering.EndNumberUses, voice.EndNumberUses),
  alias(numbering.NumberContacts, identity.AccountDirectory),
  alias(numbering.AccountStates, identity.AccountDirectory),
  implement(numbering.AccountStandings, StandingsByAccountAndTopups, [
    identity.AccountDirectory,
    billing.BillingQueries,
  ]),
  alias(numbering.Bundles, compliance.BundleDirectory),
  implement(numbering.ApprovedBundles, ApprovedBundlesOfCompliance, [
    compliance.BundleDirectory,
    compliance.EndUsers,
    compliance.Documents,
    Clock,
  ]),
  implement(numbering.PortSubscribers, SubscribersByEndUsersAndAccounts, [
    identity.AccountDirectory,
    compliance.EndUsers,
  ]),
  alias(numbering.RegulatoryRequirements, compliance.RequirementsDirectory),
  alias(numbering.InboundCarriers, voice.CarrierQueries),
  alias(numbering.PortRecords, compliance.RecordDirectory),
  alias(numbering.MessageWebhooks, webhooks.Endpoints),

  alias(compliance.ComplianceContacts, identity.AccountDirectory),
  alias(compliance.BundleNumbers, numbering.NumberDirectory),
  alias(compliance.RecordUses, numbering.PortDirectory),

  alias(voice.NumberDirectory, numbering.NumberDirectory),
  implement(voice.NumberRouting, NumberRoutingByNumbers, [numbering.NumberQueries, numbering.Numbers]),
  alias(voice.CallPrices, cdr.CallRating),
  alias(voice.CallFunds, billing.CallHolds),
  alias(voice.CallRecords, cdr.CdrQueries),
  alias(voice.TrunkCalls, cdr.CdrQueries),
  alias(voice.CallRedactions, cdr.CallRedactions),
  alias(voice.CallPatterns, cdr.CallPatterns),
  alias(voice.MessagePatterns, messaging.MessagePatterns),
  alias(voice.AlertedAccounts, identity.AccountDirectory),
  alias(voice.AccountStates, identity.AccountDirectory),
  alias(voice.AccountCountries, identity.AccountDirectory),

  alias(cdr.CallDecisions, voice.DecisionLog),
  alias(cdr.CallCharges, billing.CallHolds),
  alias(cdr.CallAccounts, identity.AccountDirectory),
  alias(cdr.NumberCounts, numbering.NumberDirectory),
  alias(cdr.NumbersOwned, numbering.NumberDirectory),
  alias(cdr.Spending, billing.Journal),
  alias(cdr.AlarmTrunks, voice.RouteTargets),
  alias(cdr.AlarmCarriers, voice.CarrierQueries),
  alias(cdr.AlarmNumbers, numbering.NumberDirectory),
  alias(cdr.AlarmContacts, identity.AccountDirectory),

  alias(messaging.OwnNumbers, numbering.NumberDirectory),
  alias(messaging.SendingRules, voice.MessageDestinations),
  alias(messaging.MessageFunds, billing.MessageHolds),
  alias(messaging.MessagePrices, cdr.MessageRating),
  alias(messaging.BodyKeys, compliance.PersonalData),
  alias(messaging.SendingAccounts, identity.AccountDirectory),
  alias(messaging.AlertBlocks, voice.BlockedAccounts),

  implement(exportsOf.ExportSources, ExportSourcesByContexts, [
    cdr.Cdrs,
    numbering.NumberQueries,
    messaging.Messages,
    billing.BillingQueries,
    billing.Usage,
    billing.Invoices,
    webhooks.EventQueries,
  ]),
  alias(exportsOf.FileCiphers, compliance.PersonalData),
  alias(exportsOf.FileStorage, compliance.DocumentStorage),
  alias(exportsOf.CallbackUrls, webhooks.Endpoints),
  alias(exportsOf.CallbackSender, webhooks.SendCallback),

  alias(billing.CallUsage, cdr.CallUsage),
  alias(billing.HeldCallEnds, voice.HeldCalls),
  alias(billing.InvoiceRecipients, identity.AccountDirectory),
  alias(webhooks.WebhookContacts, identity.AccountDirectory),
  alias(webhooks.MessageTexts, messaging.Messages),
  implement(billing.ChargedRecords, ChargedRecordsByOwners, [cdr.Cdrs, numbering.OrderQueries]),
];

/** The checks of the doctor, in the order of its report. The database comes first. */
const checks = [
  bind(ReplicaCheck, [ReplicaReads]),
  bind(RedisCheck, [RedisConnection]),
  bind(MailCheck, [Mailer, MailOutbox, Settings]),
  bind(DocumentsCheck, [compliance.CheckUploads, Settings]),
  bind(SuppliersCheck, [numbering.Suppliers, numbering.CallConnectors, numbering.ConnectionFaults, Settings]),
  bind(CardsCheck, [billing.CardProcessor, Settings]),
  bind(PublicUrlCheck, [Settings, CryptoBox]),
  bind(ProcessesCheck, [RunningProcesses, Settings]),
  bind(CarriersCheck, [voice.CarrierQueries, Settings]),
  bind(AlarmsCheck, [cdr.AlarmQueries]),
  bind(SwitchesCheck, [voice.SwitchStates, voice.SwitchCommands, Clock, Settings]),
  bind(PricesCheck, [numbering.PriceRules, numbering.PriceReports, Clock]),
  bind(CallPricesCheck, [cdr.FindDeckLosses, voice.CarrierQueries]),
  bind(BackupsCheck, [Settings]),
  bind(SecretsCheck, [Settings]),
];

const doctor = {
  provide: Doctor,
  inject: [Settings, ...checks.map(({ provide }) => provide)],
  useFactory: (settings: Settings, ...others: Check[]) =>
    new Doctor([new DatabaseCheck(settings, persistence), ...others]),
};

/** The context map: every synchronous call from one context into another is one line of `answers`. */
@Global()
@Module({
  imports: [PrintingModule, ...contexts],
  providers: [...answers, ...checks, doctor],
  exports: [...contexts, ...answers.map(({ provide }) => provide), Doctor],
})
export class ContextMapModule {}
