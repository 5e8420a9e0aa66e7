import { createHash } from 'node:crypto';
import { countryName } from '@trunkline/kernel';
import { namesOf } from '../../application/supply/places';
import { stockCallingCode, type StockLot, type StockTerms } from '../../domain/stock';

/** Bytes of the digest in an ID. */
const DIGEST_BYTES = 16;

/** Returns the lot of numbers on these terms. */
export function lotOf(terms: StockTerms): StockLot {
  const { country, numberType, areaCode, region, city, monthlyCents, setupCents, requiresActivation } = terms;
  const capabilities = [...new Set(terms.capabilities)].sort();
  const callingCode = stockCallingCode(country);
  if (callingCode === null) throw new Error(`The country ${country} has no calling code.`);
  const place = { country, numberType, areaCode, region, city };
  const key = [...Object.values(place), capabilities, monthlyCents, setupCents, requiresActivation];
  const digest = createHash('sha256').update(JSON.stringify(key)).digest();
  return {
    ...place,
    id: `lot_${digest.subarray(0, DIGEST_BYTES).toString('hex')}`,
    callingCode,
    capabilities,
    monthlyCents,
    setupCents,
    requiresActivation,
    cityNames: city === null ? [] : namesOf(city),
    regionNames: namesOf(region ?? countryName(country)),
  };
}
