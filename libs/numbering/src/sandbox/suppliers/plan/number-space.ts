import type { SandboxFault } from './plan-types';

/** The endings of scripted numbers. No other number of the sandbox has them. */
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
/** Minimum number of free digits per block. */
export const ENDING_DIGITS = 4;
const PLAIN_ENDINGS = 10 ** ENDING_DIGITS - FAULT_COUNT;
const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2;

/** All faults, in the order of their endings (9001, 9002, …). */
export const SANDBOX_FAULTS = Object.keys(FAULT_ENDINGS) as readonly SandboxFault[];

/**
 * The national numbers of an area in a fixed shuffled order. A number consists of a block, a middle and an ending of four
 * digits.
 */
export interface NumberSpace {
  /** Number of numbers without a fault. */
  readonly size: number;
  /** Number of numbers per ending. */
  readonly stems: number;
  readonly blocks: readonly string[];
  /** Length of a number without its ending. */
  readonly stemDigits: number;
  readonly multiplier: number;
  readonly offset: number;
}

/** All numbers of `length` digits that begin with one of the blocks, which are equally long or the shorter ones sell as much as the longest. `seedText` decides their order. */
export function numberSpace(blocks: readonly string[], length: number, seedText: string): NumberSpace {
  const stemDigits = length - ENDING_DIGITS;
  const longest = Math.max(...blocks.map((block) => block.length));
  if (blocks.length === 0 || longest > stemDigits) throw new Error(`no room for numbers of ${length} digits`);
  const stems = blocks.length * 10 ** (stemDigits - longest);
  const size = stems * PLAIN_ENDINGS;
  const seed = hashOf(seedText);
  return { size, stems, blocks, stemDigits, multiplier: multiplierFor(size, seed), offset: seed % size };
}

/** Returns the number at an index from 0 to `space.size - 1`. Each index has a different number. */
export function nationalAt(space: NumberSpace, index: number): string {
  if (!Number.isInteger(index) || index < 0 || index >= space.size) {
    throw new RangeError(`no number at index ${index}: the area holds ${space.size}`);
  }
  const rank = shuffled(space, index);
  const ending = rank % PLAIN_ENDINGS;
  const skippingFaults = ending < FIRST_FAULT_ENDING ? ending : ending + FAULT_COUNT;
  return stemAt(space, Math.floor(rank / PLAIN_ENDINGS)) + String(skippingFaults).padStart(ENDING_DIGITS, '0');
}

/** Returns a scripted number. There are `space.stems` per fault. */
export function scriptedNational(space: NumberSpace, fault: SandboxFault, index: number): string {
  if (!Number.isInteger(index) || index < 0 || index >= space.stems) {
    throw new RangeError(`no scripted number at index ${index}: the area holds ${space.stems} of each fault`);
  }
  return stemAt(space, ((space.offset % space.stems) + index) % space.stems) + FAULT_ENDINGS[fault];
}

/** Returns the fault of a number; null when it has none. */
export function scriptedFault(e164: string): SandboxFault | null {
  return FAULT_BY_ENDING.get(e164.slice(-ENDING_DIGITS)) ?? null;
}

/** Uses bigint, because the product exceeds 2^53 in larger areas. */
function shuffled({ multiplier, offset, size }: NumberSpace, index: number): number {
  const place = multiplier * index + offset;
  return Number.isSafeInteger(place)
    ? place % size
    : Number((BigInt(multiplier) * BigInt(index) + BigInt(offset)) % BigInt(size));
}

/** Alternates by block. A shorter block is padded with zeros. */
function stemAt({ blocks, stems, stemDigits }: NumberSpace, rank: number): string {
  const perBlock = stems / blocks.length;
  const block = blocks[Math.floor(rank / perBlock)] ?? '';
  const middle = stemDigits - block.length;
  return middle === 0 ? block : block + String(rank % perBlock).padStart(middle, '0');
}

/** Returns a factor coprime with the size, so that each number occurs once, and near the golden ratio, to spread neighbours. */
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
