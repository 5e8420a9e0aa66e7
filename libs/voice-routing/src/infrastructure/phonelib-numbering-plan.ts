import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { NumberingPlan } from '../application/ports';

export class PhonelibNumberingPlan extends NumberingPlan {
  override countryOf(e164: string): string | null {
    return parsePhoneNumberFromString(e164)?.country ?? null;
  }
}
