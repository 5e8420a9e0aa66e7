import { isE164 } from '@trunkline/kernel';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { NumberCountries } from '../../application/ingest/ports';

export class PhonelibNumberCountries extends NumberCountries {
  override countryOf(number: string): string | null {
    return isE164(number) ? (parsePhoneNumberFromString(number)?.country ?? null) : null;
  }
}
