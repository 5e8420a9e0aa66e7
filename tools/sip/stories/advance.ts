import type { Stage, Story } from '../run/story';
import { type Customer, toTrunk, type Trunk } from '../trunkline/customer';
import { ANSWERED } from '../trunkline/settled';
import type { CalleeScenario } from '../sipp/callee';
import type { Phone } from '../sipp/phone';

/** A gateway that refuses every call. */
const refusing = (stage: Stage, refuses: string, more: CalleeScenario = {}): Promise<Phone> =>
  stage.callee({ refuses, ringsMs: 0, ...more });

/** Creates a trunk whose gateways are tried in this order. */
function trunkOver(customer: Customer, phones: readonly (Phone | { readonly port: number })[], members: object = {}) {
  const ports = phones.map((phone) => ('address' in phone ? phone.address.port : phone.port));
  return customer.createTrunk({ gateways: ports.map((port, priority) => ({ port, priority })), ...members });
}

async function profileOver(customer: Customer, trunks: readonly Trunk[], members: object = {}): Promise<string> {
  const targets = trunks.map((trunk) => toTrunk(trunk));
  const profile = await customer.createProfile({ strategy: 'failover', ...members }, targets);
  return customer.buyNumber({ routing_profile_id: profile });
}

/** Checks that gateways were never called. */
function wereSpared(stage: Stage, what: string, phones: readonly Phone[]): void {
  const called = phones.filter((phone) => phone.received('INVITE').length > 0);
  stage.proves(what, called.length === 0, () => called.map((phone) => phone.ladder()));
}

/** Technical failures: the next gateway of the same target is tried. */
const technical: readonly Story[] = [
  {
    title: 'tries the next gateway after a refused connection and after 4 s of silence',
    async play(stage) {
      const customer = await stage.customer();
      const silent = await stage.callee({ isSilent: true });
      const alive = await stage.callee();
      const gateways = [
        { port: await stage.bed.ports.port(), transport: 'tcp', priority: 0 },
        { port: silent.address.port, priority: 1 },
        { port: alive.address.port, priority: 2 },
      ];
      const trunk = await customer.createTrunk({ gateways });
      const call = await stage.callAndWait(await customer.buyNumber({ trunk_id: trunk.id }));
      stage.proves('a gateway without a listener and a silent one are passed over', call.final() === 200, () =>
        call.ladder(),
      );
      const { cdr } = await stage.settled(customer, call, {
        ...ANSWERED,
        attempts: ['failed 477', 'failed 408', 'answered 200'],
      });
      const setup = Number(cdr['answered_at']) - Number(cdr['started_at']);
      stage.proves('silence takes 4 s', setup >= 3 && setup <= 6, () => cdr);
    },
  },
  {
    title: 'tries the next gateway after 408 before ringing, 500, 502, 503 and 504',
    async play(stage) {
      const customer = await stage.customer();
      const codes = ['408 Request Timeout', '500 Server Error', '502 Bad Gateway', '503 Unavailable', '504 Time-out'];
      const gateways = [...(await Promise.all(codes.map((each) => refusing(stage, each)))), await stage.callee()];
      const trunk = await trunkOver(customer, gateways);
      const call = await stage.callAndWait(await customer.buyNumber({ trunk_id: trunk.id }));
      stage.proves('the sixth gateway answers', call.final() === 200, () => call.ladder());
      const failed = ['failed 408', 'failed 500', 'failed 502', 'failed 503', 'failed 504'];
      await stage.settled(customer, call, { ...ANSWERED, attempts: [...failed, 'answered 200'] });
    },
  },
  {
    title: 'tries the next target after the last gateway, and the list again for max_retries',
    async play(stage) {
      const customer = await stage.customer();
      const [first, second] = [await refusing(stage, '503 Unavailable'), await refusing(stage, '500 Server Error')];
      const trunks = [await trunkOver(customer, [first]), await trunkOver(customer, [second])];
      const call = await stage.callAndWait(await profileOver(customer, trunks, { max_retries: 1 }));
      stage.proves(
        'each gateway is called twice',
        first.received('INVITE').length >= 2 && second.received('INVITE').length >= 2,
      );
      stage.proves('the caller receives a failure of the network', [500, 503].includes(call.final() ?? 0));
      await stage.settled(customer, call, {
        code: 500,
        cause: 'normal_temporary_failure',
        attempts: ['failed 503', 'failed 500', 'failed 503', 'failed 500'],
      });
    },
  },
  {
    title: 'leaves a gateway alone for the time of its Retry-After',
    async play(stage) {
      const customer = await stage.customer();
      const resting = await refusing(stage, '503 Service Unavailable', { refusalHeaders: ['Retry-After: 60'] });
      const trunk = await trunkOver(customer, [resting, await stage.callee()]);
      const number = await customer.buyNumber({ trunk_id: trunk.id });
      const first = await stage.callAndWait(number);
      await stage.settled(customer, first, { ...ANSWERED, attempts: ['failed 503', 'answered 200'] });
      const second = await stage.callAndWait(number);
      stage.proves('the second call does not try it', resting.received('INVITE').length === 1);
      await stage.settled(customer, second, { ...ANSWERED, attempts: ['skipped 503', 'answered 200'] });
    },
  },
];

/** Refusals: other gateways of the target would refuse too, so the next target is tried. */
const refusals: readonly Story[] = [
  {
    title: 'tries the next target, not the next gateway, after 403, 404, 484, 488 and a digest that fails',
    async play(stage) {
      const customer = await stage.customer();
      const codes = ['403 Forbidden', '404 Not Found', '484 Address Incomplete', '488 Not Acceptable Here'];
      const spare = await Promise.all([0, 1, 2, 3, 4].map(() => stage.callee()));
      const trunks: Trunk[] = [];
      for (const [index, code] of codes.entries())
        trunks.push(await trunkOver(customer, [await refusing(stage, code), spare[index] as Phone]));
      const strict = await stage.callee({ digest: { user: 'pbx', password: 'right' } });
      const gateways = [
        { port: strict.address.port, priority: 0, auth_username: 'pbx', auth_password: 'wrong' },
        { port: (spare[4] as Phone).address.port, priority: 1 },
      ];
      trunks.push(await customer.createTrunk({ gateways }));
      trunks.push(await trunkOver(customer, [await stage.callee()]));
      const call = await stage.callAndWait(await profileOver(customer, trunks));
      stage.proves('the sixth target answers', call.final() === 200, () => call.ladder());
      wereSpared(stage, 'no second gateway of a target is called', spare);
      const failed = ['failed 403', 'failed 404', 'failed 484', 'failed 488', 'failed 403'];
      await stage.settled(customer, call, { ...ANSWERED, attempts: [...failed, 'answered 200'] });
    },
  },
  {
    title: 'tries the next target, not the next gateway, after 486, 480 and a ring timeout',
    async play(stage) {
      const customer = await stage.customer();
      const spare = await Promise.all([0, 1, 2].map(() => stage.callee()));
      const busy = await refusing(stage, '486 Busy Here', { ringsMs: 200 });
      const absent = await refusing(stage, '480 Temporarily Unavailable');
      const ringing = await stage.callee({ neverAnswers: true });
      const trunks: Trunk[] = [];
      for (const [index, phone] of [busy, absent, ringing].entries())
        trunks.push(await trunkOver(customer, [phone, spare[index] as Phone]));
      trunks.push(await trunkOver(customer, [await stage.callee()]));
      const call = await stage.callAndWait(await profileOver(customer, trunks, { ring_timeout_s: 5 }));
      stage.proves('the fourth target answers', call.final() === 200, () => call.ladder());
      stage.proves('the phone that rings for 5 s is cancelled', ringing.received('CANCEL').length > 0);
      wereSpared(stage, 'no second gateway of a target is called', spare);
      const failed = ['busy 486', 'no_answer 480', 'no_answer 408'];
      await stage.settled(customer, call, { ...ANSWERED, attempts: [...failed, 'answered 200'] });
    },
  },
  {
    title: 'reports the last refusal when every target is busy',
    async play(stage) {
      const customer = await stage.customer();
      const phones = [await refusing(stage, '486 Busy Here'), await refusing(stage, '486 Busy Here')];
      const trunks = [await trunkOver(customer, phones.slice(0, 1)), await trunkOver(customer, phones.slice(1))];
      const call = await stage.callAndWait(await profileOver(customer, trunks, { max_retries: 2 }));
      stage.proves('the caller receives 486', call.final() === 486, () => call.ladder());
      const once = phones.every((phone) => phone.received('INVITE').length === 1);
      stage.proves('busy phones are rung once, in spite of max_retries', once);
      await stage.settled(customer, call, { code: 486, cause: 'user_busy', attempts: ['busy 486', 'busy 486'] });
    },
  },
];

/** Final refusals: the caller receives them at once. */
const final: readonly Story[] = (
  [
    ['600 Busy Everywhere', 'busy', 'user_busy'],
    ['603 Decline', 'failed', 'call_rejected'],
    ['604 Does Not Exist', 'failed', 'unallocated_number'],
    ['606 Not Acceptable', 'failed', 'incompatible_destination'],
  ] as const
).map(([refusal, result, cause]) => ({
  title: `tries no other target after ${refusal.slice(0, 3)}`,
  async play(stage) {
    const customer = await stage.customer();
    const spare = [await stage.callee(), await stage.callee()];
    const trunks = [
      await trunkOver(customer, [await refusing(stage, refusal), spare[0] as Phone]),
      await trunkOver(customer, [spare[1] as Phone]),
    ];
    const call = await stage.callAndWait(await profileOver(customer, trunks));
    const code = Number(refusal.slice(0, 3));
    stage.proves(`the caller receives ${code}`, call.final() === code, () => call.ladder());
    wereSpared(stage, 'neither another gateway nor another target is called', spare);
    await stage.settled(customer, call, { code, cause, attempts: [`${result} ${code}`] });
  },
}));

const givenUp: Story = {
  title: 'tries no other target after the caller has given up',
  async play(stage) {
    const customer = await stage.customer();
    const spare = await stage.callee();
    const ringing = await stage.callee({ neverAnswers: true });
    const trunks = [await trunkOver(customer, [ringing]), await trunkOver(customer, [spare])];
    const call = await stage.callAndWait(await profileOver(customer, trunks), { ends: 'gives-up' });
    stage.proves('the caller receives 487', call.final() === 487, () => call.ladder());
    wereSpared(stage, 'the next target is not called', [spare]);
    await stage.settled(customer, call, {
      code: 487,
      cause: 'originator_cancel',
      by: 'caller',
      attempts: ['cancelled 487'],
    });
  },
};

export const advance: readonly Story[] = [...technical, ...refusals, ...final, givenUp];
