/** The index, and what only the composition needs, which wires this context with the others. */

export * from '../index';
export { VoiceRoutingModule, voiceRoutingPersistence } from '../voice-routing.module';

// Ports that other contexts answer.
export { AccountStates, CallPrices } from '../application/calls/ports';
export { AccountCountries } from '../application/ports';
export { AlertedAccounts, CallPatterns, MessagePatterns } from '../application/alerts/ports';
export { CallRecords, CallRedactions } from '../application/live-calls/call-queries';
export { CallFunds } from '../application/live-calls/ports';
export { NumberDirectory, NumberRouting } from '../application/ports';
export { TrunkCalls } from '../application/trunks/ports';

// Classes that answer the ports of other contexts.
export { ArchiveRoutes } from '../application/archive-routes';
export { DecisionLog } from '../application/calls/ports';
export { HeldCalls } from '../application/live-calls/call-queries';
export { MessageDestinations } from '../application/outbound/message-destinations';
export { OutboundRules } from '../application/outbound/outbound-rules';
export { EndNumberUses, NumberUses } from '../application/number-uses';
export { RouteTargets } from '../application/profiles/ports';
