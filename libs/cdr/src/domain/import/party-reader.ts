import { canonicalNumber, isWithheld, type PhoneNumber } from '@trunkline/kernel';
import type { Format } from './formats';
import type { Row } from './row';

/** One end of a call. */
export interface Party {
  /** E.164, or the text as it came where it is no number; null for a withheld one. */
  readonly text: string | null;
  readonly country: string | null;
}

const WITHHELD: Party = { text: null, country: null };
/** Shorter digits are an extension, a short code or an emergency number. */
const NUMBER_DIGITS_MIN = 7;
const DIGITS = /^\+?\d+$/;
const SEPARATORS = /[\s().\-/]/g;
const KNOWN_MAX = 20_000;

/** Reads callers and callees. */
export class PartyReader {
  private readonly known = new Map<string, PhoneNumber | null>();

  constructor(private readonly format: Format) {}

  /** `isForeign`: the party may be any text, as the caller of an inbound call. Otherwise, long digits must be a valid number. */
  read(row: Row, member: 'caller' | 'callee', isForeign: boolean): Party {
    const text = row.text(member);
    if (text === null || this.isWithheld(text)) return WITHHELD;
    const digits = text.replaceAll(SEPARATORS, '');
    if (!DIGITS.test(digits)) return { text, country: null };
    const number = this.numberOf(digits);
    if (number) return { text: number.e164, country: number.country };
    if (!isForeign && digits.length >= NUMBER_DIGITS_MIN)
      row.faultOf(member, `is not a number in E.164${this.format.isPlusOptional ? '' : ', with + or 00'}`);
    return { text, country: null };
  }

  private isWithheld(text: string): boolean {
    return isWithheld(text) || this.format.withheld.includes(text);
  }

  private numberOf(digits: string): PhoneNumber | null {
    const known = this.known.get(digits);
    if (known !== undefined) return known;
    if (this.known.size > KNOWN_MAX) this.known.clear();
    const number = canonicalNumber(this.withPlus(digits));
    this.known.set(digits, number);
    return number;
  }

  /** Digits without a plus are no number, unless the provider leaves it out. */
  private withPlus(digits: string): string {
    if (digits.startsWith('00')) return `+${digits.slice(2)}`;
    return this.format.isPlusOptional && !digits.startsWith('+') ? `+${digits}` : digits;
  }
}
