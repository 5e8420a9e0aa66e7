import { addSeconds } from '@trunkline/kernel';
import { CONTACT_RULES } from '@trunkline/voice-routing';
import * as v from 'valibot';
import { bodyOf, isObject, members, node, optionalAddress, parse, text, time, unlessTooLong } from './schemas';
import { invalid } from '../switch-error';

const PATH_MAX = 1_000;
const USER_AGENT_MAX = 255;
/** As registrars store them. */
const URI_MAX = 512;
const URI_MESSAGE = `must be a SIP URI of at most ${URI_MAX} characters, without headers and without the parameters maddr, method, ttl and lr`;
const PATH_MESSAGE = `must be SIP URIs in angle brackets, of at most ${PATH_MAX} characters`;
const Q_MESSAGE = 'must be a number from 0 to 1';

const LOGIN = v.pipe(
  members({ username: text(), realm: text(), source_ip: optionalAddress() }),
  v.transform((body) => ({ username: body.username, realm: body.realm, sourceIp: body.source_ip })),
);

const sipUri = () =>
  unlessTooLong(
    v.pipe(v.string(URI_MESSAGE), v.maxLength(URI_MAX, URI_MESSAGE), v.check(CONTACT_RULES.isUri, URI_MESSAGE)),
  );

/** Empty for a member that the switch does not have. */
const orEmpty = <S extends v.GenericSchema>(schema: S) => v.nullish(v.union([v.literal(''), schema]), '');

const CONTACT = members({
  uri: sipUri(),
  received: orEmpty(sipUri()),
  path: orEmpty(
    unlessTooLong(
      v.pipe(v.string(PATH_MESSAGE), v.maxLength(PATH_MAX, PATH_MESSAGE), v.check(CONTACT_RULES.isPath, PATH_MESSAGE)),
    ),
  ),
  // A system may send any text, and must be reachable all the same.
  user_agent: v.fallback(
    v.pipe(
      v.string(),
      v.transform((value) => value.slice(0, USER_AGENT_MAX).replace(/[\p{Cc}\p{Cs}]/gu, '') || null),
    ),
    null,
  ),
  q: v.nullish(v.pipe(v.number(Q_MESSAGE), v.minValue(0, Q_MESSAGE), v.maxValue(1, Q_MESSAGE)), 1),
  expires_at: time(),
});

const { contactsMax, secondsMax } = CONTACT_RULES;
const CONTACTS_MESSAGE = `must be a list of at most ${contactsMax} contacts`;
const REPORT = members({
  switch_id: text(),
  node: node(),
  boot_id: text(),
  username: text(),
  at: v.nullish(time(), null),
  contacts: v.pipe(v.array(v.unknown(), CONTACTS_MESSAGE), v.maxLength(contactsMax, CONTACTS_MESSAGE)),
});

/** Reads `{ username, realm, source_ip? }`. */
export function loginRequest(value: unknown) {
  return parse(LOGIN, bodyOf(value));
}

/**
 * Reads `{ switch_id, node?, boot_id, username, at?, contacts: [{ uri, received?, path?, user_agent?, q?, expires_at }] }`. The
 * faults of a contact are named by its position, such as `contacts[1].uri`. `offsetSeconds` is how far the test clock is ahead
 * of the switch's clock.
 */
export function contactReport(value: unknown, offsetSeconds: number, now = Date.now()) {
  const body = parse(REPORT, bodyOf(value));
  const shifted = (at: Date) => addSeconds(at, offsetSeconds);
  const latest = new Date(now + secondsMax * 1000);
  const faults: Record<string, string> = {};
  const contacts = body.contacts.flatMap((given, index) => {
    const { output, issues } = readContact(given, latest);
    for (const { name, message } of issues) faults[`contacts[${index}]${name && `.${name}`}`] ??= message;
    return output ? [{ ...output, expiresAt: shifted(output.expiresAt) }] : [];
  });
  if (Object.keys(faults).length > 0) throw invalid(faults);
  const { switch_id: switchId, node, boot_id: bootId, username, at } = body;
  return { switchId, node, bootId, username, at: at && shifted(at), contacts };
}

interface Fault {
  readonly name: string;
  readonly message: string;
}

function readContact(value: unknown, latest: Date) {
  if (!isObject(value)) return { output: null, issues: [{ name: '', message: 'must be an object' }] as const };
  const { success, output, issues } = v.safeParse(CONTACT, value);
  if (!success) {
    const named = issues.map(({ path, message }): Fault => ({ name: String(path?.[0].key), message }));
    return { output: null, issues: named };
  }
  const { uri, received, path, user_agent: userAgent, q, expires_at: expiresAt } = output;
  const tooLate = `must be at most ${secondsMax} seconds ahead`;
  if (expiresAt > latest) return { output: null, issues: [{ name: 'expires_at', message: tooLate }] };
  const contact = { uri, received: received || null, path: path || null, userAgent, q, expiresAt };
  return { output: contact, issues: [] };
}
