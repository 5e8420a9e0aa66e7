// Writes the table of emergency numbers from libphonenumber's short-number metadata (Apache-2.0).
// usage: npm install --no-save google-libphonenumber@3.2.47 && node tools/emergency-numbers.mjs
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { shortnumbermetadata } = require('google-libphonenumber');
const { version } = require('google-libphonenumber/package.json');
const FILE = 'libs/voice-routing/src/domain/emergency-number-table.ts';
/** Field positions of PhoneMetadata.emergency and PhoneNumberDesc.national_number_pattern. */
const EMERGENCY = 27;
const PATTERN = 2;

const countries = new Map();
for (const [country, metadata] of Object.entries(shortnumbermetadata.countryToMetadata).sort()) {
  const pattern = metadata[EMERGENCY]?.[PATTERN];
  if (pattern && /^[A-Z]{2}$/.test(country)) countries.set(pattern, [...(countries.get(pattern) ?? []), country]);
}
const rows = [...countries]
  .map(([pattern, names]) => [names.join(' '), pattern.replaceAll('\\', '\\\\')])
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([names, pattern]) => `  ['${names}', '${pattern}'],`);

writeFileSync(
  FILE,
  `/**
 * Emergency numbers by country, as patterns over their digits. Written by tools/emergency-numbers.mjs from libphonenumber's
 * ShortNumberMetadata (Apache-2.0, google-libphonenumber ${version}), which names the sources of each country.
 */
export const EMERGENCY_PATTERNS: readonly (readonly [countries: string, pattern: string])[] = [
${rows.join('\n')}
];
`,
);
