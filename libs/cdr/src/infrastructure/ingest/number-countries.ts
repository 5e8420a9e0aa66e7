import { canonicalNumber } from '@trunkline/kernel';
import { type NumberCountries } from '../../application/ingest/ports';

export class PhonelibNumberCountries implements NumberCountries {
  countryOf(number: string): string | null {
    return canonicalNumber(number)?.country ?? null;
  }
}
