/** The closed lists of values that operators set and read of carriers. */
export { CALLING_CARRIERS, CARRIER_BINDS, CARRIER_PROTOCOLS } from './carriers/carrier';
export { CARRIER_HEALTHS } from './carriers/carrier-health';
