/** The index, and what only the composition needs, which wires this context with the others. */

export * from '../index';
export { IdentityModule, identityPersistence } from '../identity.module';

// Ports that other contexts answer.
export { BalanceAlerts, NumberHistory, OutboundCountries } from '../application/ports';
export {
  AutoRecharges,
  NumberReleases,
  PayOuts,
  PersonalDataKeys,
  RouteArchive,
  RunningPorts,
} from '../application/closure/ports';
export { AccountNumbers, BillingTerms, CallPricing } from '../application/operator/ports';
export { PhoneMessages } from '../application/phone-verification';
export { Wallets } from '../application/ports';

// Classes that answer the ports of other contexts.
export { AccountDirectory } from '../application/accounts/account-directory';
export { DebtSuspension } from '../application/accounts/debt-suspension';
