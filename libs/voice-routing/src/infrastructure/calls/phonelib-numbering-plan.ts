import { callingCodeOf } from '@trunkline/kernel';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { type NumberingPlan } from '../../application/calls/ports';

export class PhonelibNumberingPlan implements NumberingPlan {
  countryOf(e164: string): string | null {
    return parsePhoneNumberFromString(e164)?.country ?? null;
  }

  callingCodeOf(country: string): string | null {
    return callingCodeOf(country);
  }

  nationalOf(e164: string): string | null {
    const number = parsePhoneNumberFromString(e164);
    return number?.country ? number.formatNational().replace(/\D/g, '') : null;
  }
}
