import type { Phone } from '../sipp/phone';
import type { Stage, Story } from '../run/story';
import { type Customer, toTrunk } from '../trunkline/customer';
import { ANSWERED } from '../trunkline/settled';

const SHORT = { ...ANSWERED, seconds: [0, 3] } as const;
const SHORT_MS = 600;
/** With two equal weights, fewer than one run in two thousand draws the same target for all of these calls. */
const DRAWS = 12;

/** Creates a trunk with one gateway per phone, and returns it as a target. */
async function target(customer: Customer, phone: Phone, members: object = {}, gateway: object = {}): Promise<object> {
  const trunk = await customer.createTrunk({ gateways: [{ port: phone.address.port, ...gateway }] });
  return toTrunk(trunk, members);
}

async function numberOf(customer: Customer, members: object, targets: readonly object[]): Promise<string> {
  return customer.buyNumber({ routing_profile_id: await customer.createProfile(members, targets) });
}

const ringCounts = (phones: readonly Phone[]): number[] => phones.map((phone) => phone.received('INVITE').length);

async function callTimes(stage: Stage, number: string, times: number) {
  const calls = [];
  for (let index = 0; index < times; index += 1) calls.push(await stage.callAndWait(number, { holdMs: SHORT_MS }));
  return calls;
}

export const strategies: readonly Story[] = [
  {
    title: 'begins with the next target at each call of round_robin',
    async play(stage) {
      const customer = await stage.customer();
      const phones = [await stage.callee(), await stage.callee(), await stage.callee()];
      const targets = [];
      for (const phone of phones) targets.push(await target(customer, phone));
      const number = await numberOf(customer, { strategy: 'round_robin' }, targets);
      const calls = await callTimes(stage, number, 3);
      stage.proves('three calls reach three targets', ringCounts(phones).join() === '1,1,1', () => ringCounts(phones));
      for (const call of calls) await stage.settled(customer, call, SHORT);
    },
  },
  {
    title: 'draws targets of weighted_lb by weight, weight 0 last',
    async play(stage) {
      const customer = await stage.customer();
      const busy = await stage.callee({ refuses: '486 Busy Here', ringsMs: 0 });
      const last = await stage.callee();
      const targets = [await target(customer, last, { weight: 0 }), await target(customer, busy, { weight: 100 })];
      const number = await numberOf(customer, { strategy: 'weighted_lb' }, targets);
      const call = await stage.callAndWait(number, { holdMs: SHORT_MS });
      stage.proves('weight 100 comes first, weight 0 answers', call.final() === 200, () => call.ladder());
      await stage.settled(customer, call, { ...SHORT, attempts: ['busy 486', 'answered 200'] });
    },
  },
  {
    title: 'reaches every target of weighted_lb',
    async play(stage) {
      const customer = await stage.customer();
      const phones = await Promise.all([0, 1].map(() => stage.callee({ refuses: '603 Decline', ringsMs: 0 })));
      const targets = [];
      for (const phone of phones) targets.push(await target(customer, phone));
      const number = await numberOf(customer, { strategy: 'weighted_lb' }, targets);
      const calls = await callTimes(stage, number, DRAWS);
      stage.proves(`${DRAWS} calls reach both targets`, !ringCounts(phones).includes(0), () => ringCounts(phones));
      const declined = { code: 603, cause: 'call_rejected', attempts: ['failed 603'] };
      for (const call of calls.slice(-1)) await stage.settled(customer, call, declined);
    },
  },
  {
    title: 'forwards to a number outside when the trunk is busy, and charges both legs',
    async play(stage) {
      const customer = await stage.customer();
      const busy = await stage.callee({ refuses: '486 Busy Here', ringsMs: 0 });
      const to = stage.destination();
      const forward = { kind: 'pstn_forward', pstn_forward_e164: to };
      const number = await numberOf(customer, { strategy: 'failover' }, [await target(customer, busy), forward]);
      const call = await stage.callAndWait(number);
      const invite = stage.lab.carrier.received('INVITE').find(({ text }) => text.includes(to));
      stage.proves('the carrier is called', call.final() === 200 && invite !== undefined, () => call.ladder());
      const expected = { ...SHORT, attempts: ['busy 486', 'answered 200'] };
      const { cdr } = await stage.settled(customer, call, expected);
      stage.proves('the CDR has the prices of both legs', cdr['rating'] !== null && cdr['forward_rating'] !== null);
    },
  },
  {
    title: 'rings all targets of simultaneous_ring, and cancels those that do not answer first',
    async play(stage) {
      const customer = await stage.customer();
      const slow = [await stage.callee({ neverAnswers: true }), await stage.callee({ neverAnswers: true })];
      const digest = { user: 'pbx', password: 'secret' };
      const first = await stage.callee({ ringsMs: 700, digest });
      const credentials = { auth_username: digest.user, auth_password: digest.password };
      const targets = [await target(customer, slow[0] as Phone), await target(customer, first, {}, credentials)];
      targets.push(await target(customer, slow[1] as Phone));
      const number = await numberOf(customer, { strategy: 'simultaneous_ring', ring_timeout_s: 10 }, targets);
      const call = await stage.callAndWait(number);
      stage.proves('the one that asks for a digest answers', call.final() === 200, () => call.ladder());
      stage.proves(
        'the others ring and are cancelled',
        slow.every((each) => each.received('CANCEL').length > 0),
      );
      const attempts = ['cancelled 487', 'answered 200', 'cancelled 487'];
      await stage.settled(customer, call, { ...SHORT, attempts });
    },
  },
  {
    title: 'ends simultaneous_ring when its time is over, and when all are busy',
    async play(stage) {
      const customer = await stage.customer();
      const slow = [await stage.callee({ neverAnswers: true }), await stage.callee({ neverAnswers: true })];
      const ringing = [await target(customer, slow[0] as Phone), await target(customer, slow[1] as Phone)];
      const busy = await Promise.all([0, 1].map(() => stage.callee({ refuses: '486 Busy Here', ringsMs: 0 })));
      const refusing = [await target(customer, busy[0] as Phone), await target(customer, busy[1] as Phone)];
      const group = { strategy: 'simultaneous_ring', ring_timeout_s: 5 };
      const unanswered = await stage.callAndWait(await numberOf(customer, group, ringing));
      stage.proves('the caller receives a failure after 5 s', [408, 480].includes(unanswered.final() ?? 0), () =>
        unanswered.ladder(),
      );
      stage.proves(
        'both phones are cancelled',
        slow.every((each) => each.received('CANCEL').length > 0),
      );
      const attempts = ['no_answer 408', 'no_answer 408'];
      await stage.settled(customer, unanswered, { code: 408, cause: 'no_answer', attempts });
      const refused = await stage.callAndWait(await numberOf(customer, group, refusing));
      stage.proves('the caller receives 486', refused.final() === 486, () => refused.ladder());
      await stage.settled(customer, refused, { code: 486, cause: 'user_busy', attempts: ['busy 486', 'busy 486'] });
    },
  },
];
