// Writes the call prices of the default deck from libphonenumber's metadata (Apache-2.0): docs/prices.md#the-default-deck.
// usage: node tools/world-deck.mjs [file]
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, DIGITS, mayBeEmpty, NOTHING, parse } from './number-patterns.mjs';

const require = createRequire(import.meta.url);
const metadata = require('libphonenumber-js/metadata.max.json');
const { version } = require('libphonenumber-js/package.json');
const FILE = process.argv[2] ?? 'libs/cdr/src/infrastructure/migrations/world-deck-table.ts';

/** Cents a minute to fixed lines and to mobiles. Examples: no carrier has been asked. */
const PRICES = `US 1 1, CA 1 1, PR 2 2, VI 3 3, GU 6 6, MP 15 15, AS 15 15, BS 20 20, BB 25 25, AI 25 25, AG 25 25, VG 25 25,
  KY 20 20, BM 6 6, GD 28 28, TC 25 25, JM 24 24, MS 28 28, SX 20 20, LC 27 27, DM 27 27, VC 27 27, DO 9 9, TT 20 20, KN 25 25,
  AT 2.5 4.5, BE 2.5 5, CH 3 9, CZ 2.5 6, DE 1.5 3.5, DK 2 5, ES 1.5 3.5, FI 4 7, AX 4 7, FR 1.5 3.5, GB 1.2 3, GR 2 4, HU 2.5 6,
  IE 2 4, IT 1.5 4, VA 4 4, LU 3 8, NL 2 4, NO 2 7, SJ 2 7, PL 2 5, PT 2 4, RO 2 4, SE 1.5 3.5, SK 5 12, IS 4 10, CY 8 14,
  MT 12 35, BG 10 35, HR 8 30, SI 10 35, EE 10 40, LV 40 50, LT 20 40, AD 10 35, MC 20 80, SM 60 90, LI 15 80, GI 15 50,
  GG 5 40, JE 5 40, IM 5 40, FO 15 30, GL 60 80, AL 40 60, BA 35 55, ME 40 55, MK 40 55, RS 35 50, XK 50 65, MD 40 50, UA 30 45,
  BY 55 65, RU 12 40, KZ 25 40, GE 35 55, AM 35 55, AZ 55 65, TR 5 18, IL 2.5 6, PS 35 45,
  AU 2 5, CC 2 5, CX 2 5, NZ 2.5 7, JP 4 11, KR 3 6, CN 2.5 4, HK 3.5 5, MO 15 15, TW 5 18, SG 2.5 4, MY 3 6, TH 5 6, VN 18 18,
  ID 8 10, PH 16 20, KH 15 15, LA 25 25, MM 70 70, BN 10 10, MN 20 20, BD 10 10, IN 4 4, PK 18 20, LK 40 40, NP 35 35, BT 25 25,
  AF 50 50, IR 40 50, IQ 35 50, SY 40 50, JO 40 40, LB 20 45, SA 22 38, AE 20 25, KW 22 22, BH 22 22, QA 40 50, OM 45 55,
  YE 40 40, UZ 30 30, TM 30 30, TJ 45 45, KG 45 45, MV 160 160, KP 160 160, TL 160 160,
  MX 2 4, AR 4 15, BR 3 8, CL 4 6, CO 3.5 5, PE 6 10, VE 6 25, CR 10 14, PA 12 25, GT 28 28, SV 35 40, HN 40 45, NI 35 50,
  BZ 50 50, EC 35 50, BO 30 40, PY 14 18, UY 18 38, GY 55 55, SR 45 50, GF 14 30, GP 14 30, MQ 14 30, BL 14 30, MF 14 30,
  PM 45 55, AW 28 45, CW 25 35, BQ 25 35, HT 65 65, CU 130 130,
  EG 13 20, ZA 5 12, KE 25 35, NG 22 28, GH 45 50, TZ 60 70, UG 50 60, RW 60 70, ET 50 50, MA 25 95, EH 25 95, DZ 35 95,
  TN 95 120, LY 65 75, SD 50 50, RE 14 45, YT 45 55, MU 35 40, ZM 70 80, ZW 70 80, BW 40 60, NA 25 40, MZ 55 70, AO 45 55,
  SN 80 95, CI 80 95, CM 70 80, ML 70 80, BF 70 80, BJ 80 90, TG 80 90,
  AC 350 350, SH 350 350, TA 350 350, FK 350 350, IO 350 350`;
/** Cents a minute to all other countries, by the first digits of their calling codes. */
const OTHER_COUNTRIES = { 2: 140, 6: 250 };
const NATIONAL_PREFIX = '0';
const NORTH_AMERICA = '1';
/** Digits of an area code, in which unknown numbers are of its country. */
const AREA_CODE = 3;
const INCREMENTS = { 1: [6, 6], MX: [60, 60], BR: [60, 6] };
/** Cents from which a price counts whole minutes. */
const WHOLE_MINUTES_FROM = 50;

/** Codes without a country: description, cents a minute, connection fee. Satellite networks cost up to about $10 a minute. */
const NETWORKS = {
  800: ['International freephone', 40, 0],
  808: ['International shared cost', 500, 0],
  870: ['Inmarsat', 1500, 0],
  878: ['Universal personal numbers', 500, 0],
  881: ['Satellite networks', 1500, 0],
  882: ['International networks', 1500, 0],
  883: ['International networks', 1500, 0],
  888: ['Disaster relief', 1500, 0],
  979: ['International premium rate', 2000, 1000],
};
/** iNum is reached over the internet. */
const INUM = ['8835100', 'iNum', 5];

/** Types of numbers in the order of the metadata. */
const TYPES = 'fixed mobile tollfree premium personal voicemail corporate pager voip shared'.split(' ');
/** Price of a class in cents, from those of the country to fixed lines and mobiles; connection fee; words of the description. */
const ORDINARY = { fixed: ({ fixed }) => [fixed, 0, ''], mobile: ({ mobile }) => [mobile, 0, ', mobile'] };
/** Countries of a calling code can share these ranges. */
const SPECIAL = {
  other: ({ mobile }) => [mobile, 0, ', other numbers'],
  tollfree: ({ mobile }) => [mobile <= 3 ? mobile : Math.max(mobile, 15), 0, ', toll-free'],
  corporate: ({ mobile }) => [Math.max(mobile * 2, 10), 0, ', corporate numbers'],
  personal: ({ mobile }) => [Math.max(mobile * 3, 100), 0, ', personal numbers'],
  shared: ({ mobile }) => [Math.max(mobile * 4, 500), 0, ', shared cost'],
  premium: () => [2000, 1000, ', premium rate'],
};
/** A mailbox costs what its mobile does. */
const CLASS_OF = { voicemail: 'mobile', pager: 'personal', voip: 'other' };
/** So many digits of a national number decide its price. Where they do not, the most expensive price that can apply does. */
const DIGITS_MAX = 7;

const priceOf = new Map(
  PRICES.split(',').map((entry) => {
    const [country, fixed, mobile] = entry.trim().split(' ');
    return [country, { fixed: Number(fixed), mobile: Number(mobile) }];
  }),
);
const names = new Intl.DisplayNames(['en'], { type: 'region' });

const contained = new Map();
/** Whether all numbers of a pattern are numbers of another. */
function isWithin(part, other) {
  if (part === other || part === NOTHING) return true;
  if (other === NOTHING || (mayBeEmpty(part) && !mayBeEmpty(other))) return false;
  const key = `${part.id},${other.id}`;
  if (!contained.has(key))
    contained.set(
      key,
      DIGITS.every((digit) => isWithin(after(part, digit), after(other, digit))),
    );
  return contained.get(key);
}

/** The prices that numbers of a country can have, each with the pattern of its numbers. */
function kindsOf(country) {
  const [code, , , lengths, , , , , , , , types] = metadata.countries[country];
  const prices = pricesOf(country, code);
  return TYPES.flatMap((type, index) => {
    const [text, own = lengths] = types[index] || [];
    // Shorter North American numbers are not called from abroad.
    if (!text || (code === NORTH_AMERICA && !own.includes(10))) return [];
    const kind = classOf(type, types);
    const [cents, fee, words] = { ...ORDINARY, ...SPECIAL }[kind](prices);
    const description = nameOf(country) + (kind === 'mobile' && prices.fixed === prices.mobile ? '' : words);
    return [
      {
        country,
        type,
        kind,
        description,
        cents,
        fee,
        increments: incrementsOf(country, code, cents),
        pattern: parse(text),
      },
    ];
  });
}

function classOf(type, types) {
  // Without a pattern of its own, mobiles have the numbers of fixed lines.
  return type === 'fixed' && types[1] && !types[1][0] ? 'mobile' : (CLASS_OF[type] ?? type);
}

function nameOf(country) {
  return ['US', 'CA'].includes(country) ? 'United States and Canada' : names.of(country);
}

function pricesOf(country, code) {
  const cents = OTHER_COUNTRIES[code[0]];
  const prices = priceOf.get(country) ?? (cents && { fixed: cents, mobile: cents });
  if (!prices) throw new Error(`${country} has no price.`);
  return prices;
}

function incrementsOf(country, code, cents) {
  if (cents >= WHOLE_MINUTES_FROM) return [60, 60];
  return INCREMENTS[country] ?? (code === NORTH_AMERICA ? (cents <= 3 ? INCREMENTS[1] : [60, 6]) : [60, 1]);
}

const rows = [];
const add = (prefix, { description, cents, fee = 0, increments = [60, 60] }) =>
  rows.push({ prefix, description, cents, fee, increments });
const textOf = ({ description, cents, fee }) => [description, cents, fee].join();
const isSame = (a, b) => textOf(a) === textOf(b);

/** Leaves out special ranges that the main country of the code has too, and kinds whose numbers can all be of a dearer kind. */
function decisive(kinds) {
  const possible = kinds.filter(({ pattern }) => pattern !== NOTHING);
  const own = possible.filter(
    (kind) =>
      kind.isMain ||
      kind.kind in ORDINARY ||
      !possible.some(({ isMain, type, pattern }) => isMain && type === kind.type && isWithin(kind.pattern, pattern)),
  );
  const ordered = own.sort((a, b) => b.cents - a.cents);
  const isOver = (dearer, kind) => dearer.isMain || dearer.country === kind.country || dearer.kind in ORDINARY;
  return ordered.filter(
    (kind, index) =>
      !ordered.slice(0, index).some((each) => isOver(each, kind) && isWithin(kind.pattern, each.pattern)),
  );
}

const trees = new Map();
/** Returns the kind of all numbers that continue with any digits, or else what follows each digit. `unknown`: of no kind. */
function treeOf(kinds, unknown, code, digits = 0) {
  const live = decisive(kinds);
  if (live.length === 0) return unknown;
  const [dearest] = live;
  if (digits === DIGITS_MAX || live.every((kind) => isSame(kind, dearest))) return dearest;
  const rest = unknownIn(live, code, digits) ?? unknown;
  const key = [digits, textOf(rest), ...live.map((kind) => `${kind.id}/${kind.pattern.id}`)].join();
  if (!trees.has(key)) {
    const next = (digit) => live.map((kind) => ({ ...kind, pattern: after(kind.pattern, digit) }));
    trees.set(
      key,
      joined(
        DIGITS.map((digit) => treeOf(next(digit), rest, code, digits + 1)),
        rest,
      ),
    );
  }
  return trees.get(key);
}

/** Returns the kind of unknown numbers in an area code. */
function unknownIn(live, code, digits) {
  return code === NORTH_AMERICA && digits === AREA_CODE ? live.find(({ kind }) => kind in ORDINARY) : undefined;
}

/** Unknown numbers among those of one kind are taken for the same. */
function joined(children, unknown) {
  const known = children.filter((child) => child !== unknown);
  if (known.length === 0) return unknown;
  const [first] = known;
  return known.every((child) => !Array.isArray(child) && isSame(child, first)) ? first : children;
}

/** Returns the kinds of which one, as the price of the prefix, saves the most prices below it. */
function bestOf(tree) {
  if (!Array.isArray(tree)) return [tree];
  tree.best ??= mostFrequent(tree.map(bestOf));
  return tree.best;
}
function mostFrequent(lists) {
  const counts = new Map();
  for (const kind of lists.flat())
    counts.set(textOf(kind), { kind, count: (counts.get(textOf(kind))?.count ?? 0) + 1 });
  const most = Math.max(...[...counts.values()].map(({ count }) => count));
  return [...counts.values()].filter(({ count }) => count === most).map(({ kind }) => kind);
}

/** Adds the fewest prices from which each number has the one of its longest prefix. */
function addAll(prefix, tree, above) {
  const best = bestOf(tree);
  const kind = best.find((each) => isSame(each, above)) ?? best[0];
  if (!isSame(kind, above)) add(prefix, kind);
  if (Array.isArray(tree)) tree.forEach((child, digit) => addAll(`${prefix}${digit}`, child, kind));
}

/** Numbers that the metadata does not know cost as much as the most expensive ordinary ones of the main country of their code. */
function rootOf(code, country, kinds) {
  if (code === NORTH_AMERICA) return kinds.find(({ description }) => description === nameOf(country));
  const ordinary = kinds.filter(({ description }) =>
    [nameOf(country), `${nameOf(country)}, mobile`].includes(description),
  );
  const [dearest] = ordinary.sort((a, b) => b.cents - a.cents);
  const isOnly = ordinary.every((kind) => isSame(kind, dearest));
  return { ...dearest, description: nameOf(country) + (isOnly ? '' : ', other numbers') };
}

const codes = new Map();
for (const country of Object.keys(metadata.countries)) {
  const [code] = metadata.countries[country];
  codes.set(code, [...(codes.get(code) ?? []), country]);
}
for (const [code, countries] of codes) {
  // The first one is the main country of the code.
  const ordered = metadata.country_calling_codes[code];
  if (ordered.length !== countries.length) throw new Error(`The countries of +${code} differ.`);
  const kinds = ordered
    .flatMap(kindsOf)
    .map((kind, id) => ({ ...kind, id: `${code}.${id}`, isMain: kind.country === ordered[0] }));
  const root = rootOf(code, ordered[0], kinds);
  add(code, root);
  const tree = treeOf(kinds, root, code);
  const below = Array.isArray(tree) ? tree : DIGITS.map(() => tree);
  // A number is not called with its national prefix.
  const isDialled = (digit) =>
    NATIONAL_PREFIX !== String(digit) || metadata.countries[ordered[0]][5] !== NATIONAL_PREFIX;
  below.forEach((child, digit) => isDialled(digit) && addAll(`${code}${digit}`, child, root));
}
for (const code of Object.keys(metadata.nonGeographic)) {
  const [description, cents, fee] = NETWORKS[code];
  add(code, { description, cents, fee });
}
add(INUM[0], { description: INUM[1], cents: INUM[2], increments: [60, 1] });

const MICROCENTS_PER_CENT = 1_000_000;
const lines = new Map();
for (const { prefix, description, cents, fee, increments } of rows.sort((a, b) => (a.prefix < b.prefix ? -1 : 1))) {
  const head = [description, cents * MICROCENTS_PER_CENT, ...increments, fee].join('|');
  lines.set(head, [...(lines.get(head) ?? []), prefix]);
}

writeFileSync(
  FILE,
  `/**
 * Outbound prices of the default deck, a line for all prefixes of a price: description, micro-cents a minute, first and next
 * increment, connection fee in cents, prefixes. Written by tools/world-deck.mjs from libphonenumber's metadata (Apache-2.0,
 * libphonenumber-js ${version}). The prices are examples.
 */
export const WORLD_DECK = \`
${[...lines].map(([head, prefixes]) => `${head}|${prefixes.join(' ')}`).join('\n')}
\`;
`,
);
console.log(`${rows.length} prefixes, ${lines.size} prices`);
