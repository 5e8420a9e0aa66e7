import { canonicalNumber, invalidFields, type NumberType, numberTypeOf } from '@trunkline/kernel';
import type { PortNumber } from './port-number';

export interface PortedNumber {
  readonly e164: string;
  readonly numberType: NumberType;
}

export interface PortedNumbers {
  readonly country: string;
  readonly numbers: readonly PortedNumber[];
}

/** Reads the numbers of a request, in canonical form. Throws a validation error unless they are different numbers of one country. */
export function portedNumbersOf(e164s: readonly string[]): PortedNumbers {
  const [first] = e164s;
  if (first === undefined) throw invalidFields({ e164s: 'must have at least one number' });
  const country = countryOf(first);
  const seen = new Set<string>();
  for (const e164 of e164s) {
    if (seen.has(e164)) throw invalidFields({ e164s: `contains ${e164} twice` });
    seen.add(e164);
    const own = countryOf(e164);
    if (own !== country) {
      throw invalidFields({ e164s: `must be numbers of one country: ${e164} is of ${own}, not of ${country}` });
    }
  }
  return { country, numbers: e164s.map((e164) => ({ e164, numberType: numberTypeOf(e164) })) };
}

function countryOf(e164: string): string {
  const country = canonicalNumber(e164)?.country;
  if (!country) throw invalidFields({ e164s: `contains ${e164}, which belongs to no country` });
  return country;
}

/** Returns the numbers of a draft. */
export function draftNumbers(
  { id: requestId, accountId }: { readonly id: string; readonly accountId: string },
  numbers: readonly PortedNumber[],
): PortNumber[] {
  const unknown = { reasonCode: null, feeCents: null, numberId: null } as const;
  return numbers.map((number, position) => ({
    ...number,
    ...unknown,
    requestId,
    accountId,
    position,
    status: 'pending',
    claim: 'draft',
  }));
}
