import metadata from 'libphonenumber-js/metadata.max.json';
import { DigitPattern } from './digit-pattern';
import type { MetadataType } from './plan-types';

/** The first type that matches is the type of a number, as in libphonenumber. */
const TYPES = [
  ['FIXED_LINE', 0],
  ['MOBILE', 1],
  ['PREMIUM_RATE', 3],
  ['TOLL_FREE', 2],
  ['SHARED_COST', 9],
  ['VOIP', 8],
  ['PERSONAL_NUMBER', 4],
  ['PAGER', 7],
  ['UAN', 6],
  ['VOICEMAIL', 5],
] as const satisfies readonly (readonly [MetadataType, number])[];
const PATTERN = 2;
const LENGTHS = 3;
const FORMATS = 4;
const TYPE_LIST = 11;
const WRITING_DIGITS = '0';

export type PlanType = (typeof TYPES)[number][0];

interface Kind {
  readonly type: PlanType;
  readonly pattern: DigitPattern;
  readonly lengths: readonly number[];
}

interface Format {
  readonly whole: RegExp;
  readonly leading: RegExp;
}

/** The numbering plan of a country in libphonenumber's metadata. */
export class PlanMetadata {
  readonly callingCode: string;
  private readonly any: DigitPattern;
  private readonly kinds: readonly Kind[];
  private readonly formats: readonly Format[];

  /** `country` is an ISO 3166-1 alpha-2 code, or the calling code of a plan without a country. Throws for others. */
  constructor(readonly country: string) {
    const plan = listOf(planOf(country));
    this.callingCode = textOf(plan[0]);
    this.any = new DigitPattern(textOf(plan[PATTERN]));
    this.formats = listOf(plan[FORMATS]).map(formatOf);
    const lengths = listOf(plan[LENGTHS]).map(Number);
    const types = listOf(plan[TYPE_LIST]);
    this.kinds = TYPES.flatMap(([type, at]) => kindOf(type, listOf(types[at]), lengths));
  }

  get isCountry(): boolean {
    return this.country !== this.callingCode;
  }

  has(type: PlanType): boolean {
    return this.kinds.some((kind) => kind.type === type);
  }

  /** The possible lengths of the national numbers of a type. */
  lengthsOf(type: PlanType): readonly number[] {
    return this.kinds.find((kind) => kind.type === type)?.lengths ?? [];
  }

  /** Whether every number of `length` digits with the prefix is valid and of the type. */
  areAll(type: PlanType, prefix: string, length: number): boolean {
    const at = this.kinds.findIndex((kind) => kind.type === type);
    const kind = this.kinds[at];
    return (
      kind !== undefined &&
      isAll(kind, prefix, length) &&
      this.any.matchesAll(prefix, length) &&
      this.kinds.slice(0, at).every((earlier) => isNone(earlier, prefix, length))
    );
  }

  /** Whether no number of `length` digits with the prefix can be of the type. */
  areNone(type: PlanType, prefix: string, length: number): boolean {
    const at = this.kinds.findIndex((kind) => kind.type === type);
    const kind = this.kinds[at];
    if (kind === undefined || isNone(kind, prefix, length)) return true;
    return this.kinds.slice(0, at).some((earlier) => isAll(earlier, prefix, length));
  }

  /** The groups of digits of the written number, without trunk prefix; empty when unknown. */
  groupsOf(prefix: string, length: number): string[] {
    const national = prefix.padEnd(length, WRITING_DIGITS);
    const format = this.formats.find(({ whole, leading }) => leading.test(national) && whole.test(national));
    return format?.whole.exec(national)?.slice(1) ?? [];
  }
}

function isAll({ pattern, lengths }: Kind, prefix: string, length: number): boolean {
  return lengths.includes(length) && pattern.matchesAll(prefix, length);
}

function isNone({ pattern, lengths }: Kind, prefix: string, length: number): boolean {
  return !lengths.includes(length) || pattern.matchesNone(prefix, length);
}

function planOf(country: string): unknown {
  const plans: Readonly<Record<string, unknown>> = { ...metadata.nonGeographic, ...metadata.countries };
  return plans[country];
}

/** An empty pattern of mobile numbers means that of the fixed lines. */
function kindOf(type: PlanType, [pattern, lengths]: readonly unknown[], all: readonly number[]): Kind[] {
  if (typeof pattern !== 'string' || pattern === '') return [];
  const own = listOf(lengths).map(Number);
  return [{ type, pattern: new DigitPattern(pattern), lengths: own.length > 0 ? own : all }];
}

function formatOf(format: unknown): Format {
  const [pattern, , leading] = listOf(format);
  // The last pattern of the leading digits is the exact one.
  const exact = listOf(leading).at(-1);
  return {
    whole: new RegExp(`^(?:${textOf(pattern)})$`),
    leading: new RegExp(`^(?:${typeof exact === 'string' ? exact : ''})`),
  };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: unknown): string {
  if (typeof value !== 'string') throw new Error('libphonenumber knows no such country');
  return value;
}
