import { isTrunklineError } from '@trunkline/client';
import { words } from '../../format/format';
import { problemText } from './problem-texts';

/** What the dashboard calls members that have other names in the API. */
const NAMES: Readonly<Record<string, string>> = {
  q: 'Search',
  e164: 'Number',
  e164s: 'Numbers',
  expires_at: 'Valid until',
  inbound_cidrs: 'Source networks',
  source_ip: 'Address',
};
/** What the name of a member says of its value: a kind or a unit. */
const ENDINGS = /_(?:ids?|at|s|cents|microcents|e164)$/;

/** The name of a member in words, such as that of `change.routing.trunk_id` or `tags.3`. */
function nameOf(path: string): string {
  const name = path.split('.').findLast((each) => !/^\d*$/.test(each)) ?? path;
  return NAMES[name] ?? words(name.replace(ENDINGS, ''));
}

/** What the API says for programs, and what the dashboard says instead. */
const FAULTS: readonly (readonly [RegExp, string])[] = [
  [/^must be a phone number( in .*)?$/, 'must be a phone number with its country code, such as +12125550100'],
  [/^must be in canonical form, (.*)$/, 'must be written as $1'],
  [/^must be text of (.*?) without control characters$/, 'must have $1'],
  [/^must be (?:one of|an identifier|an ISO|an IANA) .*$/, 'is not one of the choices'],
];
/** Names of other members. */
const MEMBERS = /`([a-z_.]+)`|\b[a-z]+_[a-z_]+\b/g;
/** Other words of programs. */
const FOR_PROGRAMS = /`|\/v1|JSON|null\b/;

/** Says in words for users what is wrong with an entry. It continues the name of the entry: `must be …`. */
export function faultText(fault: string): string {
  const text = FAULTS.reduce((said, [pattern, instead]) => said.replace(pattern, instead), fault).replace(
    MEMBERS,
    (name, quoted?: string) => `“${nameOf(quoted ?? name)}”`,
  );
  return FOR_PROGRAMS.test(text) ? 'is not accepted' : text;
}

/** What a fault continues: a file has no label beside which it could stand. */
const subjectOf = (name: string): string => (name === 'file' ? 'The file' : `${nameOf(name)}:`);

/** Says in words for users what is wrong with the entries that a failure names, or else why it failed. */
export function problemWithFields(error: Error): string {
  const fields = isTrunklineError(error) ? Object.entries(error.fields) : [];
  const text = problemText(error);
  if (fields.length === 0) return text;
  const listed = fields.map(([name, fault]) => `${subjectOf(name)} ${faultText(fault)}`).join('; ');
  // Here the fields only count what the message is about.
  return isTrunklineError(error, 'resource_in_use') ? `${text} ${listed}.` : `${listed}.`;
}
