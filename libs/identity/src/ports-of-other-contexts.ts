/** The ports that the composition binds to other contexts. */
export { BalanceAlerts, NumberHistory } from './application/accounts/ports';
export { AutoRecharges, NumberReleases, PayOuts, PersonalDataKeys, RouteArchive } from './application/closure/ports';
export { AccountNumbers, BillingTerms } from './application/operator/ports';
export { Wallets } from './application/ports';
