/** The index, and what only the composition needs, which wires this context with the others. */

export * from '../index';
export { NumberingModule, numberingPersistence } from '../numbering.module';

export { NUMBER_MEMBERS } from '../application/lifecycle/number-queries';

// Ports that other contexts answer.
export { AccountStandings } from '../application/checkout/ports';
export { NumberContacts } from '../application/number-notices';
export { MessageWebhooks } from '../application/lifecycle/numbers';
export { RouteTargets } from '../application/lifecycle/references';
export { AccountStates } from '../application/lifecycle/sync-account-status';
export { type BundleRef, Bundles, Funds } from '../application/ports';
export { EndNumberUses, NumberUses } from '../application/lifecycle/number-uses';
export { type ApprovedBundle, ApprovedBundles } from '../application/registration/end-user-registrar';
export { type LetterReader, PortSubscribers, type Subscriber } from '../application/porting/letters';
export { PortRecords } from '../application/porting/ports';
export { InboundCarriers } from '../application/stock/ports';
export { RegulatoryRequirements } from '../application/supply/catalog';
export type { AccountStanding } from '../domain/checkout/reservation-limit';

// Classes that answer the ports of other contexts.
export { PortDirectory } from '../application/porting/ports';
export { NumberDirectory } from '../application/lifecycle/number-directory';
export { ReleaseAccountNumbers } from '../application/lifecycle/release-account-numbers';
