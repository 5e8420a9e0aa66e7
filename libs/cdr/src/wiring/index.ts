/** The index, and what only the composition needs, which wires this context with the others. */

export * from '../index';
export { CdrModule, cdrPersistence } from '../cdr.module';

export { CDR_VIEW } from '../infrastructure/schema';

// Ports that other contexts answer.
export { AlarmCarriers, AlarmContacts, AlarmNumbers, AlarmTrunks } from '../application/alarms/ports';
export { NumbersOwned } from '../application/import-cdrs';
export { NumberCounts, Spending } from '../application/dashboard/ports';
export { CallCharges, CallDecisions } from '../application/ingest/ports';
export { CallAccounts } from '../application/reads/ports';

// Classes that answer the ports of other contexts.
export { AccountPricing } from '../application/rating/account-pricing';
export { CallRating } from '../application/rating/call-rating';
export { MessageRating } from '../application/rating/message-rating';
export { CallUsage } from '../application/reads/ports';
export { CallPatterns } from '../application/reads/call-patterns';
export { CallRedactions } from '../application/reads/call-redactions';
