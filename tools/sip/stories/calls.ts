import { at, listAt, textAt } from '../../tour/http';
import { until } from '../bed/poll';
import { headerOf } from '../sipp/messages';
import type { Phone } from '../sipp/phone';
import type { CalleeScenario } from '../sipp/callee';
import { gatewayOffice } from '../run/office';
import type { Stage, Story } from '../run/story';
import { type Customer, operate, type Trunk } from '../trunkline/customer';
import { ANSWERED } from '../trunkline/settled';

const TALKED: readonly [number, number] = [1, 6];
const TALKS_MS = 1_500;
/** The shortest duration that POST /calls accepts. */
const SHORTEST_S = 60;
const CUT_MS = 90_000;

interface DialledCall {
  readonly customer: Customer;
  readonly trunk: Trunk;
  readonly number: string;
  readonly office: Phone;
  readonly to: string;
  readonly id: string;
}

/** A call by click to dial: rings the phone of the office, then a number over the carrier. */
async function dial(stage: Stage, phone: CalleeScenario, members: object = {}): Promise<DialledCall> {
  const { customer, trunk, number, phone: office } = await gatewayOffice(stage, { phone });
  const to = stage.destination();
  const body = { from: number, to, sip_trunk_id: trunk.id, ring_timeout_s: 10, ...members };
  const call = await customer.send('POST', '/calls', body);
  return { customer, trunk, number, office, to, id: textAt(call, 'id') };
}

const callsTo = (phone: Phone, to: string) => phone.received('INVITE').filter(({ text }) => text.includes(to));

const stateOf = async (customer: Customer, id: string) => textAt(await customer.get(`/calls/${id}`), 'status');

const hasStatus = (customer: Customer, id: string, status: string) =>
  until(`the status ${status}`, async () => (await stateOf(customer, id)) === status);

async function sipCallId(customer: Customer, id: string, timeoutMs?: number): Promise<string> {
  const isRecorded = async () => {
    const call = await customer.get(`/calls/${id}`);
    const cdrId = 'cdr_id' in call ? at(call, 'cdr_id') : null;
    return typeof cdrId === 'string' ? customer.get(`/cdrs/${cdrId}`) : null;
  };
  return textAt(await until('the CDR', isRecorded, timeoutMs), 'sip_call_id');
}

/** Returns the live call of a number. */
async function liveCall(customer: Customer, status: string): Promise<string> {
  return until(`a call that is ${status}`, async () => {
    const live = await customer.list('/calls');
    const call = live.find((each) => at(each, 'status') === status);
    return call ? textAt(call, 'id') : null;
  });
}

const hangUps: readonly Story[] = [
  {
    title: 'ends an answered call on request',
    async play(stage) {
      const { customer, phone, number } = await gatewayOffice(stage);
      const call = await stage.call(number, { ends: 'callee' });
      const id = await liveCall(customer, 'in_progress');
      const live = await customer.get(`/calls/${id}`);
      stage.proves('the live call shows what it holds', Number(at(live, 'held_cents')) > 0, () => live);
      await stage.talk(TALKS_MS);
      await customer.send('POST', `/calls/${id}/hangup`);
      await call.ended;
      stage.proves('both phones receive BYE', call.received('BYE').length > 0 && phone.received('BYE').length > 0);
      await stage.settled(customer, call, { ...ANSWERED, by: 'system', seconds: TALKED });
      await hasStatus(customer, id, 'completed');
    },
  },
  {
    title: 'ends a ringing call on request',
    async play(stage) {
      const { customer, phone, number } = await gatewayOffice(stage, { phone: { neverAnswers: true } });
      const call = await stage.call(number);
      const id = await liveCall(customer, 'ringing');
      await customer.send('POST', `/calls/${id}/hangup`);
      await call.ended;
      stage.proves('the caller receives 487', call.final() === 487, () => call.ladder());
      stage.proves('the phone stops ringing', phone.received('CANCEL').length > 0, () => phone.ladder());
      const expected = { code: 487, cause: 'originator_cancel', by: 'system' } as const;
      await stage.settled(customer, call, { ...expected, attempts: ['cancelled 487'] });
    },
  },
];

const clickToDial: readonly Story[] = [
  {
    title: 'rings the office, then the number, and connects them',
    async play(stage) {
      const { customer, number, office, to, id } = await dial(stage, { isReinvited: true });
      const { carrier } = stage.lab;
      await hasStatus(customer, id, 'in_progress');
      const [invite] = callsTo(carrier, to);
      const sender = headerOf(invite?.text ?? '', 'From') ?? '';
      stage.proves('the number is called from the number of the customer', sender.includes(number), () => sender);
      await until('the second INVITE at the office', () => office.received('INVITE').length >= 2);
      await stage.talk(TALKS_MS);
      await customer.send('POST', `/calls/${id}/hangup`);
      const callId = await sipCallId(customer, id);
      const expected = { ...ANSWERED, direction: 'outbound', by: 'system', seconds: TALKED } as const;
      await stage.settled(customer, { callId }, { ...expected, attempts: ['answered 200', 'answered 200'] });
      stage.proves('both phones are free', office.received('BYE').length > 0, () => office.ladder());
    },
  },
  ...(
    [
      ['is busy', { refuses: '486 Busy Here' }, 486, 'user_busy', 'busy 486'],
      ['refuses', { refuses: '603 Decline' }, 603, 'call_rejected', 'failed 603'],
    ] as const
  ).map(
    ([what, phone, code, cause, attempt]): Story => ({
      title: `never calls the number when the office ${what}`,
      async play(stage) {
        const { customer, to, id } = await dial(stage, phone);
        const callId = await sipCallId(customer, id);
        stage.proves('the number is not called', callsTo(stage.lab.carrier, to).length === 0);
        await stage.settled(customer, { callId }, { direction: 'outbound', code, cause, attempts: [attempt] });
      },
    }),
  ),
  {
    title: 'stops ringing the office on request, and never calls the number',
    async play(stage) {
      const { customer, office, to, id } = await dial(stage, { neverAnswers: true });
      await until('the INVITE at the office', () => office.received('INVITE').length > 0);
      await customer.send('POST', `/calls/${id}/hangup`);
      const callId = await sipCallId(customer, id);
      stage.proves('the office stops ringing', office.received('CANCEL').length > 0, () => office.ladder());
      stage.proves('the number is not called', callsTo(stage.lab.carrier, to).length === 0);
      const expected = { direction: 'outbound', code: 487, cause: 'originator_cancel', by: 'system' } as const;
      await stage.settled(customer, { callId }, { ...expected, attempts: ['cancelled 487'] });
    },
  },
  {
    title: 'gives up an office that does not answer in time',
    async play(stage) {
      const { customer, to, id } = await dial(stage, { neverAnswers: true }, { ring_timeout_s: 5 });
      const callId = await sipCallId(customer, id);
      stage.proves('the number is not called', callsTo(stage.lab.carrier, to).length === 0);
      const expected = { direction: 'outbound', code: 408, cause: 'no_answer' } as const;
      await stage.settled(customer, { callId }, { ...expected, attempts: ['no_answer 408'] });
    },
  },
  {
    title: 'cuts a dialled call at its max_duration_s',
    seconds: 60,
    async play(stage) {
      const { customer, id, office } = await dial(stage, { isReinvited: true }, { max_duration_s: SHORTEST_S });
      const callId = await sipCallId(customer, id, CUT_MS);
      const expected = { direction: 'outbound', code: 200, cause: 'allotted_timeout', by: 'system' } as const;
      const attempts = ['answered 200', 'answered 200'];
      await stage.settled(customer, { callId }, { ...expected, seconds: [SHORTEST_S - 1, SHORTEST_S + 2], attempts });
      stage.proves('the office receives BYE', office.received('BYE').length > 0, () => office.ladder());
    },
  },
];

const testCalls: readonly Story[] = [
  {
    title: 'places a test call for the doctor, of which nothing is reported',
    async play(stage) {
      const phone = await stage.callee({});
      const { host, port } = phone.address;
      const quarantine = () =>
        operate(stage.stack, 'GET', '/cdrs/quarantine').then((page) => listAt(page, 'items').length);
      const before = await quarantine();
      const diagnosis = await operate(stage.stack, 'POST', '/doctor', { call_to: `sip:test@${host}:${port}` });
      const lines = listAt(diagnosis, 'findings').map(
        (finding) => `${textAt(finding, 'check')}: ${textAt(finding, 'message')}`,
      );
      const isAnswered = lines.some((line) =>
        line.startsWith(`switches: A test call to sip:test@${host}:${port} was answered`),
      );
      stage.proves('the doctor reports the answer', isAnswered, () => lines.join('\n'));
      stage.proves('the phone is called and hung up', phone.received('BYE').length === 1, () => phone.ladder());
      stage.proves('no CDR is quarantined', (await quarantine()) === before);
    },
  },
];

export const calls: readonly Story[] = [...hangUps, ...clickToDial, ...testCalls];
