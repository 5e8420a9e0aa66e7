import { at, numberAt } from '../../tour/http';
import { until } from '../bed/poll';
import { headerOf } from '../sipp/messages';
import { register } from '../sipp/phone';
import type { CalleeScenario } from '../sipp/callee';
import type { Stage, Story } from '../run/story';
import { type Credentials, type Customer, toTrunk, type Trunk } from '../trunkline/customer';
import { ANSWERED } from '../trunkline/settled';

const REGISTERED_S = 600;
const SHORTEST_S = 30;
const EXPIRY_TIMEOUT_MS = 45_000;
/** Wrong passwords in five minutes that block a user from an address. */
const FAILURES_MAX = 20;

interface Office {
  readonly customer: Customer;
  readonly trunk: Trunk;
  readonly credentials: Credentials;
  readonly number: string;
}

/** A customer whose phones register, and a number that is routed to them. */
async function registeringOffice(stage: Stage, members: object = {}): Promise<Office> {
  const customer = await stage.customer();
  const trunk = await customer.createTrunk({ registration_mode: 'register', ...members });
  const number = await customer.buyNumber({ trunk_id: trunk.id });
  if (!trunk.credentials) throw new Error('the trunk has no credentials');
  return { customer, trunk, credentials: trunk.credentials, number };
}

interface RegisteredPhone extends CalleeScenario {
  readonly parameters?: string;
  readonly expiresSeconds?: number;
}

/** Registers from the port on which the phone then listens. */
export async function registerPhone(
  stage: Stage,
  { user, password, domain }: Credentials,
  options: RegisteredPhone = {},
) {
  const { parameters = '', expiresSeconds = REGISTERED_S, ...scenario } = options;
  const port = await stage.bed.ports.port();
  const host = stage.customerAddress;
  const contact = `<sip:${user}@${scenario.contactHost ?? `${host}:${port}`}>${parameters}`;
  const identity = { user, password, domain, contacts: [contact], expiresSeconds };
  const code = await register(stage.bed, { ...identity, via: stage.kamailio.address, host, port });
  if (code !== 200) throw new Error(`the phone was not registered: ${code}`);
  return stage.callee({ ...scenario, host, port });
}

/** Registers contacts from a port of no phone. Returns the code of the answer. */
async function registerContacts(
  stage: Stage,
  { user, password, domain }: Credentials,
  {
    contacts,
    expiresSeconds = REGISTERED_S,
    host = stage.customerAddress,
  }: { contacts: readonly string[]; expiresSeconds?: number; host?: string },
): Promise<number | null> {
  const identity = { user, password, domain, contacts, expiresSeconds };
  return register(stage.bed, { ...identity, via: stage.kamailio.address, host });
}

const statusOf = async ({ customer, trunk }: Office) => customer.get(`/sip-trunks/${trunk.id}/status`);

async function isRegistered(office: Office): Promise<boolean> {
  const status = await statusOf(office);
  const registration = at(status, 'registration');
  return registration !== null && at(registration, 'registered') === true;
}

const eventsOf = async ({ customer, trunk }: Office, type: string) =>
  (await customer.list(`/events?type=${type}&limit=200`)).filter((event) => at(event, 'data.trunk_id') === trunk.id);

export const registration: readonly Story[] = [
  {
    title: 'rings the contacts of a user by q, one behind a NAT where it came from',
    async play(stage) {
      const office = await registeringOffice(stage);
      const low = await registerPhone(stage, office.credentials, { parameters: ';q=0.1' });
      const broken = { refuses: '503 Service Unavailable', ringsMs: 0 } as const;
      const high = await registerPhone(stage, office.credentials, { parameters: ';q=0.9', ...broken });
      const behindNat = await registerPhone(stage, office.credentials, {
        parameters: ';q=0.5',
        contactHost: '10.9.9.9',
      });
      await until('the registration', () => isRegistered(office));
      const call = await stage.callAndWait(office.number);
      stage.proves('the phone with q 0.9 fails, the one with 0.5 answers', call.final() === 200, () => call.ladder());
      const [invite] = behindNat.received('INVITE');
      stage.proves('its INVITE names the private address', invite?.first.includes('@10.9.9.9') === true, () => invite);
      const hears = ['ACK', 'BYE'].every((method) => behindNat.received(method).length > 0);
      stage.proves('ACK and BYE reach it although its Contact is private', hears, () => behindNat.ladder());
      stage.proves(
        'the phone with q 0.1 stays silent',
        low.received('INVITE').length === 0 && high.received('INVITE').length > 0,
      );
      await stage.settled(office.customer, call, { ...ANSWERED, attempts: ['failed 503', 'answered 200'] });
    },
  },
  {
    title: 'rings all contacts of a user at once in simultaneous_ring',
    async play(stage) {
      const office = await registeringOffice(stage);
      const { customer, trunk } = office;
      const slow = await registerPhone(stage, office.credentials, { parameters: ';q=0.9', neverAnswers: true });
      const quick = await registerPhone(stage, office.credentials, { parameters: ';q=0.1', ringsMs: 600 });
      await until('the registration', () => isRegistered(office));
      const profile = await customer.createProfile({ strategy: 'simultaneous_ring' }, [toTrunk(trunk)]);
      await customer.send('PATCH', `/numbers/${office.number.slice(1)}/routing`, { routing_profile_id: profile });
      const call = await stage.callAndWait(office.number);
      stage.proves('the phone with the lower q answers', quick.received('BYE').length > 0, () => call.ladder());
      stage.proves('the other one is cancelled', slow.received('CANCEL').length > 0, () => slow.ladder());
      await stage.settled(customer, call, { ...ANSWERED, attempts: ['cancelled 487', 'answered 200'] });
    },
  },
  {
    title: 'registers two contacts at once, and removes all with Contact: *',
    async play(stage) {
      const office = await registeringOffice(stage);
      const { user } = office.credentials;
      const contacts = [`<sip:${user}@127.0.0.1:9>`, `<sip:${user}@127.0.0.1:10>`];
      const registered = await registerContacts(stage, office.credentials, { contacts });
      stage.proves('REGISTER is answered 200', registered === 200, () => registered);
      await until('the registration', () => isRegistered(office));
      const agent = at(await statusOf(office), 'registration.user_agent');
      stage.proves('the status names the phone', agent === 'Test Phone 1.0', () => agent);
      await until('the event trunk.registered', async () => (await eventsOf(office, 'trunk.registered')).length === 1);
      const removed = await registerContacts(stage, office.credentials, { contacts: ['*'], expiresSeconds: 0 });
      stage.proves('Contact: * is answered 200', removed === 200, () => removed);
      await until('the end of the registration', async () => !(await isRegistered(office)));
      await until(
        'the event trunk.unregistered',
        async () => (await eventsOf(office, 'trunk.unregistered')).length === 1,
      );
      const call = await stage.callAndWait(office.number);
      stage.proves('a call is answered 480', call.final() === 480, () => call.ladder());
    },
  },
  {
    title: 'forgets a contact that expires',
    seconds: 40,
    async play(stage) {
      const office = await registeringOffice(stage);
      const contacts = [`<sip:${office.credentials.user}@127.0.0.1:9>`];
      await registerContacts(stage, office.credentials, { contacts, expiresSeconds: SHORTEST_S });
      await until('the registration', () => isRegistered(office));
      const expires = numberAt(await statusOf(office), 'registration.expires_at');
      await until('the expiry', async () => !(await isRegistered(office)), EXPIRY_TIMEOUT_MS);
      const late = Date.now() / 1000 - expires;
      stage.proves('the contact is gone within 6 s of its expiry', late > -2 && late < 6, () => late);
    },
  },
  {
    title: 'refuses a wrong password, and blocks a user from an address that guesses',
    async play(stage) {
      const office = await registeringOffice(stage);
      const { credentials } = office;
      const contacts = [`<sip:${credentials.user}@127.0.0.1:9>`];
      const wrong = { ...credentials, password: 'guessed' };
      const codes: (number | null)[] = [];
      for (let count = 0; count < FAILURES_MAX; count += 1)
        codes.push(await registerContacts(stage, wrong, { contacts }));
      stage.proves(
        'a wrong password is answered 403',
        codes.every((code) => code === 403),
        () => codes,
      );
      stage.proves('nothing is registered', !(await isRegistered(office)));
      const isBlocked = async () => (await registerContacts(stage, credentials, { contacts })) === 403;
      await until(`the block after ${FAILURES_MAX} failures`, isBlocked);
      stage.proves('then even the right password is refused from this address', true);
      const elsewhere = await registerContacts(stage, credentials, { contacts, host: stage.otherAddress });
      stage.proves('and accepted from another one', elsewhere === 200, () => elsewhere);
    },
  },
  {
    title: 'sends calls of a registered phone out, whatever their From says',
    async play(stage) {
      const office = await registeringOffice(stage);
      const { customer, trunk, number, credentials } = office;
      await customer.send('PATCH', `/sip-trunks/${trunk.id}`, { default_caller_id: number });
      const digest = { user: credentials.user, password: credentials.password };
      for (const from of [number, credentials.user]) {
        const to = stage.destination();
        const { carrier } = stage.lab;
        const host = stage.customerAddress;
        const call = await stage.callAndWait(to, { host, from: `${from}@${credentials.domain}`, digest });
        stage.proves(
          `From ${from === number ? 'with its number' : 'with its SIP name'} is accepted`,
          call.final() === 200,
          () => call.ladder(),
        );
        const invite = carrier.received('INVITE').find(({ text }) => text.includes(to));
        const sender = headerOf(invite?.text ?? '', 'From') ?? '';
        stage.proves('the carrier receives the number', sender.includes(`sip:${number}@`), () => sender);
        stage.proves('and no digest of the phone', !invite?.text.includes('Proxy-Authorization'));
        await stage.settled(customer, call, { ...ANSWERED, direction: 'outbound' });
      }
    },
  },
  {
    title: 'refuses a call with a wrong password',
    async play(stage) {
      const { credentials, number } = await registeringOffice(stage);
      const digest = { user: credentials.user, password: 'guessed' };
      const from = `${number}@${credentials.domain}`;
      const call = await stage.callAndWait(stage.destination(), { host: stage.customerAddress, from, digest });
      stage.proves('the caller receives 403', call.final() === 403, () => call.ladder());
    },
  },
];
