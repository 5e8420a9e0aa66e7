import type { SandboxFault } from './plan-types';

/** The last four digits that script a fault; no other number of the sandbox ends in them. */
const FAULT_ENDINGS: Record<SandboxFault, number> = {
  taken: 9001,
  slow: 9002,
  timeout_without_effect: 9003,
  timeout_with_effect: 9004,
  rejected_later: 9005,
  documents_asked: 9006,
};

const FAULT_BY_ENDING = new Map(
  Object.entries(FAULT_ENDINGS).map(([fault, ending]) => [String(ending), fault as SandboxFault]),
);
const FIRST_FAULT_ENDING = 9001;
const FAULT_COUNT = FAULT_BY_ENDING.size;
const ENDING_DIGITS = 4;
const PLAIN_ENDINGS = 10 ** ENDING_DIGITS - FAULT_COUNT;
const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2;

/** All faults a number can script, in the order of their endings (9001, 9002, ...). */
export const SANDBOX_FAULTS = Object.keys(FAULT_ENDINGS) as readonly SandboxFault[];

/**
 * The subscriber numbers one area can hand out, in a fixed shuffled order.
 * A subscriber number is a block (every digit but the last four) and an ending (the last four).
 */
export interface NumberSpace {
  /** How many plain (fault-free) subscriber numbers there are. */
  readonly size: number;
  readonly blocks: number;
  /** The digits allowed at each position of the block. */
  readonly choices: readonly string[];
  readonly multiplier: number;
  readonly offset: number;
  readonly pattern: RegExp;
}

/**
 * Reads a subscriber template: a digit stands for itself, `X` for any digit, `[2-46]` for one of a set.
 * It must end in `XXXX`. `seedText` decides the order of the numbers.
 */
export function numberSpace(template: string, seedText: string): NumberSpace {
  const positions = template.match(/\[[^\]]+\]|[\dX]/g) ?? [];
  if (positions.join('') !== template || !template.endsWith('X'.repeat(ENDING_DIGITS))) {
    throw new Error(`not a subscriber template: ${template}`);
  }
  const choices = positions.slice(0, -ENDING_DIGITS).map(digitsOf);
  const blocks = choices.reduce((product, digits) => product * digits.length, 1);
  const size = blocks * PLAIN_ENDINGS;
  const seed = hashOf(seedText);
  return {
    size,
    blocks,
    choices,
    multiplier: multiplierFor(size, seed),
    offset: seed % size,
    pattern: new RegExp(`^${template.replaceAll('X', '\\d')}$`),
  };
}

/** The subscriber number at a place of the order: another one for every index from 0 to `space.size - 1`. */
export function subscriberAt(space: NumberSpace, index: number): string {
  if (!Number.isInteger(index) || index < 0 || index >= space.size) {
    throw new RangeError(`no number at index ${index}: the area holds ${space.size}`);
  }
  // The product passes 2^53 in the larger areas, where plain numbers would collide.
  const shuffled = BigInt(space.multiplier) * BigInt(index) + BigInt(space.offset);
  const rank = Number(shuffled % BigInt(space.size));
  const ending = rank % PLAIN_ENDINGS;
  const skippingFaults = ending < FIRST_FAULT_ENDING ? ending : ending + FAULT_COUNT;
  return blockAt(space, Math.floor(rank / PLAIN_ENDINGS)) + String(skippingFaults).padStart(ENDING_DIGITS, '0');
}

/** A subscriber number ending in the digits of the fault; there are `space.blocks` of each fault. */
export function scriptedSubscriber(space: NumberSpace, fault: SandboxFault, index: number): string {
  if (!Number.isInteger(index) || index < 0 || index >= space.blocks) {
    throw new RangeError(`no scripted number at index ${index}: the area holds ${space.blocks} of each fault`);
  }
  return blockAt(space, ((space.offset % space.blocks) + index) % space.blocks) + FAULT_ENDINGS[fault];
}

/** The fault a number's last four digits script, or null for a number that behaves. */
export function scriptedFault(e164: string): SandboxFault | null {
  return FAULT_BY_ENDING.get(e164.slice(-ENDING_DIGITS)) ?? null;
}

function blockAt(space: NumberSpace, rank: number): string {
  let rest = rank;
  let block = '';
  for (const digits of space.choices.toReversed()) {
    block = digits.charAt(rest % digits.length) + block;
    rest = Math.floor(rest / digits.length);
  }
  return block;
}

function digitsOf(position: string): string {
  if (!position.startsWith('[')) {
    return position === 'X' ? '0123456789' : position;
  }
  const matches = new RegExp(position);
  return Array.from('0123456789')
    .filter((digit) => matches.test(digit))
    .join('');
}

/** Coprime with the size, so that multiplying visits every number once; near the golden ratio, so that neighbours lie far apart. */
function multiplierFor(size: number, seed: number): number {
  let multiplier = Math.floor(size * GOLDEN_RATIO) + (seed % 997);
  while (greatestCommonDivisor(multiplier, size) !== 1) {
    multiplier += 1;
  }
  return multiplier;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) {
    hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193) >>> 0;
  }
  return hash;
}
