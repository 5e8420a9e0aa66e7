import { type NumberType, rangeOf } from '@trunkline/kernel';
import type { CoverageEntry } from '../../domain/porting/coverage';
import { checkNumber, type NumberFacts, type PortCheck } from '../../domain/porting/port-check';
import type { PortCarriers, PortCoverages } from './coverage';

type Holder = Pick<NumberFacts, 'ownerId' | 'isInStock' | 'porterId'> & { readonly e164: string };

/** Where the operator has numbers already. */
export abstract class NumberHolders {
  /**
   * Returns those of the numbers that an account, the stock or an open porting request has: a submitted one of any account, or a draft
   * of this one.
   */
  abstract find(accountId: string, e164s: readonly string[]): Promise<readonly Holder[]>;
}

const UNHELD = { ownerId: null, isInStock: false, porterId: null };
/** Shorter prefixes are calling codes and parts of them. */
const PREFIX_MIN = 2;

/**
 * Checks whether numbers can be ported, before and when a porting request is created. Asks no other system, so 1,000 numbers take
 * three statements. See docs/porting.md#checks.
 */
export class CheckPorts {
  constructor(
    private readonly coverages: PortCoverages,
    private readonly carriers: PortCarriers,
    private readonly holders: NumberHolders,
  ) {}

  /** Returns a check per number in canonical form, in their order. */
  async check(accountId: string, e164s: readonly string[]): Promise<PortCheck[]> {
    const countries = new Set(e164s.flatMap((e164) => rangeOf(e164).country ?? []));
    const [coverages, carriers, holders] = await Promise.all([
      this.coverages.ofCountries([...countries]),
      this.carriers.withPrefixes([...new Set(e164s.flatMap(prefixesOf))]),
      this.holders.find(accountId, e164s),
    ]);
    const coverageOf = byCountryAndType(coverages);
    const byPrefix = new Map(carriers.map(({ prefix, carrier }) => [prefix, carrier]));
    const held = new Map(holders.map((holder) => [holder.e164, holder]));
    return e164s.map((e164) => {
      const longest = prefixesOf(e164).find((prefix) => byPrefix.has(prefix));
      const facts = { ...(held.get(e164) ?? UNHELD), carrier: byPrefix.get(longest ?? '') ?? null };
      return checkNumber(accountId, e164, facts, coverageOf);
    });
  }
}

/** Returns the prefixes of a number without its plus, the longest first. */
function prefixesOf(e164: string): string[] {
  const digits = e164.slice(1);
  return Array.from({ length: digits.length - PREFIX_MIN + 1 }, (_, index) => digits.slice(0, digits.length - index));
}

function byCountryAndType(rows: readonly CoverageEntry[]) {
  const known = new Map(rows.map((row) => [`${row.country} ${row.numberType}`, row]));
  return (country: string, numberType: NumberType) => known.get(`${country} ${numberType}`) ?? null;
}
