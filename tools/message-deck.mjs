// Writes the prices of messages in the default deck from libphonenumber's metadata (Apache-2.0): docs/prices.md#messages.
// usage: node tools/message-deck.mjs [file]
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, DIGITS, mayBeEmpty, NOTHING, parse } from './number-patterns.mjs';

const require = createRequire(import.meta.url);
const metadata = require('libphonenumber-js/metadata.max.json');
const { version } = require('libphonenumber-js/package.json');
const FILE = process.argv[2] ?? 'libs/cdr/src/infrastructure/migrations/message-deck-table.ts';

/** Cents per segment. Examples: no carrier has been asked. */
const PRICES = `US 1, CA 1, PR 6, VI 6, GU 12, DO 10, JM 25, TT 22,
  AT 13, BE 13, BG 18, CH 11, CY 11, CZ 10, DE 13, DK 7, EE 12, ES 11, FI 12, FR 10, GB 7, GI 15, GR 13, HR 14, HU 13, IE 11,
  GG 7, JE 7, IM 10, AX 12, SJ 10, VA 12, CC 8, CX 8, EH 28, YT 20, GP 20, BL 20, MF 20, MQ 20,
  IS 12, IT 12, LI 12, LT 9, LU 12, LV 11, MC 18, MT 12, NL 14, NO 10, PL 8, PT 8, RO 12, SE 9, SI 30, SK 12,
  AL 20, AM 30, AZ 45, BA 18, BY 35, GE 25, KZ 45, MD 20, ME 15, MK 12, RS 25, RU 75, TR 8, UA 28, XK 20,
  AE 15, BH 12, IL 30, IQ 40, IR 45, JO 40, KW 35, LB 20, OM 25, PS 30, QA 20, SA 25, SY 45, YE 30,
  AU 8, CN 8, HK 9, ID 50, IN 12, JP 11, KH 35, KR 7, LA 20, LK 45, MM 45, MN 25, MO 8, MV 20, MY 15, NP 30, NZ 15, PH 28,
  PK 50, BD 50, SG 8, TH 5, TL 30, TW 10, UZ 50, VN 18,
  AR 12, BO 20, BR 9, CL 10, CO 8, CR 10, EC 28, GT 20, HN 18, MX 10, NI 18, PA 16, PE 25, PY 12, SV 15, UY 15, VE 12,
  CI 38, CM 32, DZ 45, EG 45, ET 38, GH 42, KE 30, LY 40, MA 28, MU 12, NG 48, RE 20, SN 28, TN 35, TZ 40, UG 32, ZA 15, ZM 30, ZW 22`;
/** Cents per segment to all other countries, by the first digit of their calling codes. */
const OTHER_COUNTRIES = { 1: 35, 2: 50, 3: 30, 4: 30, 5: 35, 6: 45, 7: 45, 8: 40, 9: 50 };

const priceOf = new Map(
  PRICES.split(',').map((entry) => {
    const [country, cents] = entry.trim().split(' ');
    return [country, Number(cents)];
  }),
);
const names = new Intl.DisplayNames(['en'], { type: 'region' });

function nameOf(country) {
  return ['US', 'CA'].includes(country) ? 'United States and Canada' : names.of(country);
}

/** Returns the shortest texts that match a pattern whole. */
function prefixesOf(part, prefix = '') {
  if (part === NOTHING) return [];
  return mayBeEmpty(part) ? [prefix] : DIGITS.flatMap((digit) => prefixesOf(after(part, digit), prefix + digit));
}

const LEADING_DIGITS = 10;
const rows = [];
for (const [code, countries] of Object.entries(metadata.country_calling_codes)) {
  const [main] = countries;
  const centsOf = (country) => priceOf.get(country) ?? OTHER_COUNTRIES[code[0]];
  const isMain = (country) => country === main || !metadata.countries[country][LEADING_DIGITS];
  // Countries that share the numbers of the main country of their code cost as much as the most expensive of them.
  const cents = Math.max(...countries.filter(isMain).map(centsOf));
  rows.push({ prefix: code, description: nameOf(main), cents });
  for (const country of countries.filter((each) => !isMain(each)))
    for (const prefix of prefixesOf(parse(metadata.countries[country][LEADING_DIGITS])))
      rows.push({ prefix: code + prefix, description: nameOf(country), cents: centsOf(country) });
}

const MICROCENTS_PER_CENT = 1_000_000;
const lines = new Map();
for (const { prefix, description, cents } of rows.sort((a, b) => (a.prefix < b.prefix ? -1 : 1))) {
  const head = `${description}|${Math.round(cents * MICROCENTS_PER_CENT)}`;
  lines.set(head, [...(lines.get(head) ?? []), prefix]);
}

writeFileSync(
  FILE,
  `/**
 * Outbound prices of messages in the default deck, a line for all prefixes of a price: description, micro-cents per segment,
 * prefixes. Written by tools/message-deck.mjs from libphonenumber's metadata (Apache-2.0, libphonenumber-js ${version}). The prices
 * are examples.
 */
export const MESSAGE_DECK = \`
${[...lines].map(([head, prefixes]) => `${head}|${prefixes.join(' ')}`).join('\n')}
\`;
`,
);
console.log(`${rows.length} prefixes, ${lines.size} prices`);
