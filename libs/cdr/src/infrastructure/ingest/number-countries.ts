import { canonicalNumber } from '@trunkline/kernel';
import { NumberCountries } from '../../application/ingest/ports';

export class PhonelibNumberCountries extends NumberCountries {
  override countryOf(number: string): string | null {
    return canonicalNumber(number)?.country ?? null;
  }
}
