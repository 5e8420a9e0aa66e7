// Prints the prefixes of premium-rate numbers in libphonenumber's metadata, an example of a table of revenue-share ranges. The
// migration CloseDestinations contains them. See docs/outbound.md#revenue-share-ranges.
// usage: node tools/revenue-share-ranges.mjs
import { createRequire } from 'node:module';
import { after, DIGITS, isOpen, NOTHING, parse } from './number-patterns.mjs';

const PREFIX_MAX = 8;

function isDecided(prefix, pattern, others) {
  return prefix !== '' && isOpen(pattern) && others.every((other) => other === NOTHING);
}

/** Returns the shortest prefixes of which every number matches the pattern and none of the others. */
function prefixesOf(pattern, others, prefix = '') {
  if (pattern === NOTHING) return [];
  if (isDecided(prefix, pattern, others)) return [prefix];
  if (prefix.length === PREFIX_MAX) return [];
  const found = DIGITS.map((digit) =>
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

const { countries } = createRequire(import.meta.url)('libphonenumber-js/metadata.max.json');

/** Calling codes that several countries share also need the patterns of the others. */
const byCode = new Map();
for (const country of Object.values(countries)) {
  const types = country[TYPES];
  if (types) byCode.set(country[0], [...(byCode.get(country[0]) ?? []), types]);
}

for (const [code, all] of byCode) {
  const patternOf = (types, index) => {
    const type = types[index];
    return type ? [parse(type[0])] : [];
  };
  const others = all.flatMap((types) => OTHERS.flatMap((index) => patternOf(types, index)));
  const prefixes = new Set(
    all.flatMap((types) => patternOf(types, PREMIUM).flatMap((each) => prefixesOf(each, others))),
  );
  if (prefixes.size > 0) process.stdout.write(`${code}: ${[...prefixes].sort().join(' ')}\n`);
}
