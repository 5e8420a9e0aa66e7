import { callingCodeOf } from '@trunkline/kernel';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { NumberingPlan } from '../../application/calls/ports';

export class PhonelibNumberingPlan extends NumberingPlan {
  override countryOf(e164: string): string | null {
    return parsePhoneNumberFromString(e164)?.country ?? null;
  }

  override callingCodeOf(country: string): string | null {
    return callingCodeOf(country);
  }

  override nationalOf(e164: string): string | null {
    const number = parsePhoneNumberFromString(e164);
    return number?.country ? number.formatNational().replace(/\D/g, '') : null;
  }
}
