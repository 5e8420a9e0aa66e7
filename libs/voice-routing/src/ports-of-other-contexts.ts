/** The ports that other contexts answer, for the composition. */
export { AccountStates, CallPrices } from './application/calls/ports';
export { AccountCountries } from './application/emergency/ports';
export { CallFunds } from './application/live-calls/ports';
export { NumberDirectory, NumberRouting } from './application/ports';
