import type { PlaceNames } from './place-names';
import type { PlanMetadata, PlanType } from './plan-metadata';
import { ENDING_DIGITS } from './number-space';

/** Maximum length of a block, unless the prefix of its place is longer. */
const BLOCK_DIGITS_MAX = 6;
/** Maximum number of blocks per area. */
const BLOCKS_MAX = 64;
const DIGITS = Array.from('0123456789');

/** The rules for the numbers of an area or range. */
export interface BlockRules {
  readonly plan: PlanMetadata;
  readonly type: PlanType;
  /** Length of the national numbers. */
  readonly length: number;
  /** Allowed digits per position, for restrictions that the metadata lacks. */
  readonly allowed: readonly string[];
  /** Minimum length of a block. */
  readonly minDigits: number;
}

/**
 * Returns the blocks below the prefixes in which every number is valid and of the type, with at least four free digits. With
 * `names`, only blocks of the prefix's place.
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
