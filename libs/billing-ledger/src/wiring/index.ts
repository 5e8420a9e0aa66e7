/** The index, and what only the composition needs, which wires this context with the others. */

export * from '../index';
export { BillingLedgerModule, billingLedgerPersistence } from '../billing-ledger.module';

// Ports that other contexts answer.
export { AccountStates } from '../application/auto-recharge/ports';
export { HeldCallEnds } from '../application/calls/ports';
export { DebtSuspensions } from '../application/ports';
export { InvoiceRecipients } from '../application/invoices/ports';
export { BillingContacts } from '../application/ports';
export { ChargedRecords } from '../application/operator/ports';
export { CallUsage } from '../application/usage';

// Classes that answer the ports of other contexts.
export { CallHolds } from '../application/calls/call-holds';
export { MessageHolds } from '../application/message-holds';
export { WalletSettingsRepository } from '../application/operator/ports';
export { WalletSettings } from '../application/operator/wallet-settings';
