import type { PlaceNames } from './place-names';
import type { PlanMetadata, PlanType } from './plan-metadata';
import { ENDING_DIGITS } from './number-space';

/** No block is named by more digits, unless its place is. */
const BLOCK_DIGITS_MAX = 6;
/** An area sells from this many blocks at most: enough numbers, and few to look through. */
const BLOCKS_MAX = 64;
const DIGITS = Array.from('0123456789');

/** What the numbers of an area or range must be. */
export interface BlockRules {
  readonly plan: PlanMetadata;
  readonly type: PlanType;
  /** Digits of a national number. */
  readonly length: number;
  /** Digits allowed at each place from the first, where a country withholds what the metadata lets pass. */
  readonly allowed: readonly string[];
  /** Below this many digits no block ends. */
  readonly minDigits: number;
}

/**
 * The blocks below the prefixes in which every number, whatever its further digits, is valid and of the type; at least
 * four digits are left free in each. With `names`, only blocks of one place: that of the prefix.
 */
export function blocksBelow(prefixes: readonly string[], rules: BlockRules, names?: PlaceNames): string[] {
  const blocks: string[] = [];
  const visit = (
    digits: string,
    isPlace: (digits: string) => boolean,
    isOnePlace: (digits: string) => boolean,
  ): void => {
    if (blocks.length >= BLOCKS_MAX || !mayHold(digits, rules) || !isPlace(digits)) return;
    if (isWhole(digits, rules) && isOnePlace(digits)) blocks.push(digits);
    else if (digits.length < BLOCK_DIGITS_MAX) {
      for (const digit of DIGITS) visit(digits + digit, isPlace, isOnePlace);
    }
  };
  for (const prefix of prefixes) {
    const name = names?.at(prefix) ?? null;
    const isPlace = (digits: string) => !names || (names.at(digits) ?? name) === name;
    visit(prefix, isPlace, (digits) => names?.areAllBelow(digits, name) ?? true);
  }
  return blocks;
}

function mayHold(digits: string, { plan, type, length, allowed }: BlockRules): boolean {
  if (length - digits.length < ENDING_DIGITS) return false;
  for (let at = 0; at < digits.length; at += 1) if (allowed[at]?.includes(digits.charAt(at)) === false) return false;
  return !plan.areNone(type, digits, length);
}

function isWhole(digits: string, { plan, type, length, allowed, minDigits }: BlockRules): boolean {
  return digits.length >= Math.max(allowed.length, minDigits) && plan.areAll(type, digits, length);
}
