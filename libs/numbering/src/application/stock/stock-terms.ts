import { isE164, numberFault } from '@trunkline/kernel';
import { stockCallingCode, type StockTerms } from '../../domain/stock';

/** Highest cost of a number of the stock, in cents. */
export const CENTS_MAX = 100_000_00;
/** Characters of a city or region. */
export const PLACE_MAX = 100;

export interface ColumnFault {
  readonly column: string;
  readonly message: string;
}

/** Returns the fault of terms that do not fit the numbers, so that a search would show a wrong place; null without one. */
export function termsFault({ country, areaCode }: StockTerms, e164s: readonly string[]): ColumnFault | null {
  const callingCode = stockCallingCode(country);
  if (callingCode === null) return { column: 'country', message: 'has no calling code' };
  const other = e164s.find((e164) => !e164.startsWith(`+${callingCode}`));
  if (other !== undefined)
    return { column: 'country', message: `has the calling code +${callingCode}, unlike ${other}` };
  const elsewhere =
    areaCode === null ? undefined : e164s.find((e164) => !e164.startsWith(`+${callingCode}${areaCode}`));
  return elsewhere === undefined
    ? null
    : { column: 'area_code', message: `is not how ${elsewhere} begins after +${callingCode}` };
}

/** Highest count of numbers in a range. */
export const STOCK_RANGE_MAX = 10_000;

/** Returns the numbers from the first to the last, or what is wrong with them. Both ends must be canonical numbers. */
export function rangeOf(from: string, to: string): readonly string[] | ColumnFault {
  const fault = numberFault(from);
  if (fault !== null) return { column: 'from', message: fault };
  const toFault = numberFault(to);
  if (toFault !== null || !isE164(to)) return { column: 'to', message: toFault ?? 'must be a phone number' };
  if (from.length !== to.length || to < from)
    return { column: 'to', message: 'must have the length of `from`, and not precede it' };
  const first = BigInt(from.slice(1));
  const count = BigInt(to.slice(1)) - first + 1n;
  if (count > BigInt(STOCK_RANGE_MAX))
    return { column: 'to', message: `must be at most ${STOCK_RANGE_MAX} numbers after \`from\`` };
  return Array.from({ length: Number(count) }, (_, index) => `+${first + BigInt(index)}`);
}
