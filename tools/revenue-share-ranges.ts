/**
 * Prints the prefixes of premium-rate numbers in libphonenumber's metadata, an example of a table of revenue-share ranges:
 * `node tools/run.mjs revenue-share-ranges`. The migration CloseDestinations contains them. See docs/outbound.md#revenue-share-ranges.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** A regular expression of digits: what remains to be matched. */
type Pattern =
  | { readonly kind: 'digits'; readonly digits: ReadonlySet<string> }
  | { readonly kind: 'sequence'; readonly parts: readonly Pattern[] }
  | { readonly kind: 'choice'; readonly options: readonly Pattern[] };

const ALL_DIGITS = '0123456789';
const EMPTY: Pattern = { kind: 'sequence', parts: [] };
const NOTHING: Pattern = { kind: 'choice', options: [] };

/** Reads the patterns of the metadata: digits, classes, groups, alternatives and counts. */
function parse(source: string): Pattern {
  let at = 0;
  const choice = (): Pattern => {
    const options = [sequence()];
    while (source[at] === '|') {
      at++;
      options.push(sequence());
    }
    return options.length === 1 && options[0] ? options[0] : { kind: 'choice', options };
  };
  const sequence = (): Pattern => {
    const parts: Pattern[] = [];
    while (at < source.length && source[at] !== '|' && source[at] !== ')') parts.push(repeated(atom()));
    return { kind: 'sequence', parts };
  };
  const atom = (): Pattern => {
    const [group] = /^\((?:\?:)?/.exec(source.slice(at)) ?? [];
    if (group !== undefined) {
      at += group.length;
      const inner = choice();
      at++;
      return inner;
    }
    const [text] = /^(?:\\d|\[[\d-]+\]|\d)/.exec(source.slice(at)) ?? [];
    if (text === undefined) throw new Error(`Unexpected ${source.slice(at)}`);
    at += text.length;
    return { kind: 'digits', digits: digitsOf(text) };
  };
  const repeated = (pattern: Pattern): Pattern => {
    const [text, least, comma, most] = /^\{(\d+)(,?)(\d*)\}|^\?/.exec(source.slice(at)) ?? [];
    if (text === undefined) return pattern;
    at += text.length;
    const min = Number(least ?? 0);
    const max = text === '?' ? 1 : Number(comma ? most : least);
    const optional: Pattern = { kind: 'choice', options: [pattern, EMPTY] };
    return { kind: 'sequence', parts: Array.from({ length: max }, (_, n) => (n < min ? pattern : optional)) };
  };
  return choice();
}

function digitsOf(text: string): ReadonlySet<string> {
  if (text === '\\d') return new Set(ALL_DIGITS);
  const listed = text
    .replace(/[[\]]/g, '')
    .replace(/(\d)-(\d)/g, (_, from: string, to: string) => ALL_DIGITS.slice(Number(from), Number(to) + 1));
  return new Set(listed);
}

function mayEnd(pattern: Pattern): boolean {
  if (pattern.kind === 'digits') return false;
  return pattern.kind === 'sequence' ? pattern.parts.every(mayEnd) : pattern.options.some(mayEnd);
}

/** Returns what remains of the pattern after a digit; NOTHING if it cannot begin with it. */
function after(pattern: Pattern, digit: string): Pattern {
  if (pattern.kind === 'digits') return pattern.digits.has(digit) ? EMPTY : NOTHING;
  if (pattern.kind === 'choice') return anyOf(pattern.options.map((option) => after(option, digit)));
  const options: Pattern[] = [];
  for (const [index, part] of pattern.parts.entries()) {
    const rest = after(part, digit);
    if (!isNothing(rest)) options.push(joined([rest, ...pattern.parts.slice(index + 1)]));
    if (!mayEnd(part)) break;
  }
  return anyOf(options);
}

function anyOf(options: readonly Pattern[]): Pattern {
  const some = options.filter((option) => !isNothing(option));
  return some.length === 1 && some[0] ? some[0] : { kind: 'choice', options: some };
}

function joined(parts: readonly Pattern[]): Pattern {
  return { kind: 'sequence', parts: parts.flatMap((part) => (part.kind === 'sequence' ? part.parts : [part])) };
}

function isNothing(pattern: Pattern): boolean {
  return pattern.kind === 'choice' && pattern.options.length === 0;
}

/** Whether any digits may follow, so that the prefix alone decides. */
function isOpen(pattern: Pattern): boolean {
  if (pattern.kind === 'digits') return pattern.digits.size === ALL_DIGITS.length;
  return pattern.kind === 'sequence'
    ? pattern.parts.every(isOpen)
    : pattern.options.length > 0 && pattern.options.every(isOpen);
}

const PREFIX_MAX = 8;

function isDecided(prefix: string, pattern: Pattern, others: readonly Pattern[]): boolean {
  return prefix !== '' && isOpen(pattern) && others.every(isNothing);
}

/** Returns the shortest prefixes of which every number matches the pattern and none of the others. */
function prefixesOf(pattern: Pattern, others: readonly Pattern[], prefix = ''): string[] {
  if (isNothing(pattern)) return [];
  if (isDecided(prefix, pattern, others)) return [prefix];
  if (prefix.length === PREFIX_MAX) return [];
  const found = Array.from(ALL_DIGITS).map((digit) =>
    prefixesOf(
      after(pattern, digit),
      others.map((other) => after(other, digit)),
      `${prefix}${digit}`,
    ),
  );
  const all = found.flat();
  // Ten prefixes that differ in the last digit are one.
  return prefix !== '' && found.every((of, digit) => of.length === 1 && of[0] === `${prefix}${digit}`) ? [prefix] : all;
}

const TYPES = 11;
const PREMIUM = 3;
const OTHERS = [0, 1, 2, 4, 5, 6, 7, 8, 9];

type Country = readonly [callingCode: string, ...rest: unknown[]];
type Types = readonly (readonly [pattern: string, ...rest: unknown[]] | 0 | undefined)[];

const path = createRequire(import.meta.url).resolve('libphonenumber-js/metadata.max.json');
const { countries } = JSON.parse(readFileSync(path, 'utf8')) as {
  readonly countries: Readonly<Record<string, Country>>;
};

/** Calling codes that several countries share also need the patterns of the others. */
const byCode = new Map<string, Types[]>();
for (const country of Object.values(countries)) {
  const types = country[TYPES] as Types | undefined;
  if (types) byCode.set(country[0], [...(byCode.get(country[0]) ?? []), types]);
}

for (const [code, all] of byCode) {
  const patternOf = (types: Types, index: number) => {
    const type = types[index];
    return type ? [parse(type[0])] : [];
  };
  const others = all.flatMap((types) => OTHERS.flatMap((index) => patternOf(types, index)));
  const prefixes = new Set(
    all.flatMap((types) => patternOf(types, PREMIUM).flatMap((each) => prefixesOf(each, others))),
  );
  if (prefixes.size > 0) process.stdout.write(`${code}: ${[...prefixes].sort().join(' ')}\n`);
}
