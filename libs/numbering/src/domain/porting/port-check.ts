import { type NumberRange, type NumberType, rangeOf } from '@trunkline/kernel';
import type { CoverageEntry } from './coverage';
import type { CheckReason } from './reasons';

/** Whether a number can be ported, as far as the numbering plans, the coverage and the accounts of the operator say. */
export interface PortCheck {
  readonly e164: string;
  /** Null where neither the numbering plans nor the coverage decide it. */
  readonly portable: boolean | null;
  /** Null for a portable number. */
  readonly reasonCode: CheckReason | null;
  /** Null for a range that no numbering plan assigns. */
  readonly numberType: NumberType | null;
  /** Null for a number without a country. */
  readonly country: string | null;
  readonly losingCarrier: string | null;
  /** Null without coverage. */
  readonly pinRequired: boolean | null;
  /** The row of the coverage; null without one. */
  readonly coverage: CoverageEntry | null;
}

/** What is known of a number besides its range and coverage. */
export interface NumberFacts {
  /** The account that has the number now; null if none has. */
  readonly ownerId: string | null;
  /** Whether the number is in the stock of the operator. */
  readonly isInStock: boolean;
  /** The account of the porting request that is open for the number; null without one. */
  readonly porterId: string | null;
  readonly carrier: string | null;
}

/** Checks a number in canonical form for an account. */
export function checkNumber(
  accountId: string,
  e164: string,
  facts: NumberFacts,
  coverageOf: (country: string, numberType: NumberType) => CoverageEntry | null,
): PortCheck {
  const range = rangeOf(e164);
  const { country, numberType } = range;
  const coverage = country === null || numberType === null ? null : coverageOf(country, numberType);
  const reasonCode = ownershipReason(accountId, facts) ?? rangeReason(range) ?? coverageReason(coverage);
  return {
    e164,
    portable: portableBy(reasonCode),
    reasonCode,
    numberType,
    country,
    losingCarrier: facts.carrier,
    pinRequired: coverage?.pinRequired ?? null,
    coverage,
  };
}

function portableBy(reason: CheckReason | null): boolean | null {
  return reason === 'unknown_range' || reason === 'not_covered' ? null : reason === null;
}

function ownershipReason(accountId: string, { ownerId, isInStock, porterId }: NumberFacts): CheckReason | null {
  if (ownerId !== null) return ownerId === accountId ? 'own_number' : 'already_here';
  if (isInStock) return 'already_here';
  if (porterId === null) return null;
  return porterId === accountId ? 'port_in_progress' : 'port_elsewhere';
}

function rangeReason({ numberType, isPremium }: NumberRange): CheckReason | null {
  if (numberType === null) return 'unknown_range';
  return isPremium ? 'premium_number' : null;
}

function coverageReason(coverage: CoverageEntry | null): CheckReason | null {
  if (coverage === null) return 'not_covered';
  return coverage.portable ? null : 'not_portable';
}
