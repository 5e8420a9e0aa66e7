import { until } from '../bed/poll';
import { headerOf } from '../sipp/messages';
import { gatewayOffice } from '../run/office';
import { ownSwitch } from '../run/own-switch';
import type { Kamailio } from '../switch/kamailio';
import type { Story } from '../run/story';
import { ANSWERED } from '../trunkline/settled';

/** How often a switch records that it is alive, and with what margin. */
const ALIVE_S = 7;
const VANISHED_MS = 120_000;

/** Resolves when the switch has a call that is answered. */
const isUp = (kamailio: Kamailio) =>
  until('the answered call', async () => (await kamailio.dialogs()).some(({ state }) => state === CONFIRMED));
const CONFIRMED = 4;

const outages: readonly Story[] = [
  {
    title: 'keeps a call and its CDR while the API is unavailable, and refuses new calls',
    async play(stage) {
      const { gate, kamailio } = await ownSwitch(stage);
      const { customer, number } = await gatewayOffice(stage);
      const call = await stage.call(number, { via: kamailio.address, holdMs: 2_500 });
      await isUp(kamailio);
      gate.shut();
      await call.ended;
      stage.proves('the call ends as its caller wants', call.messages().at(-1)?.code === 200, () => call.ladder());
      const refused = await stage.callAndWait(number, { via: kamailio.address });
      const response = refused.messages().find(({ code }) => code === 503)?.text ?? '';
      stage.proves('a new call is answered 503 with Retry-After', headerOf(response, 'Retry-After') !== null, () =>
        refused.ladder(),
      );
      gate.open();
      await stage.settled(customer, call, { ...ANSWERED, seconds: [2, 4] });
    },
  },
  {
    title: 'ends a call whose caller gives up while the API decides',
    async play(stage) {
      const { gate, kamailio } = await ownSwitch(stage);
      const { customer, phone, number } = await gatewayOffice(stage);
      gate.slowDown(1_500);
      const call = await stage.callAndWait(number, {
        via: kamailio.address,
        ends: 'gives-up',
        ringsMs: 300,
        beforeRinging: true,
      });
      stage.proves('the caller receives 487', call.final() === 487, () => call.ladder());
      stage.proves('the phone is not called', phone.received('INVITE').length === 0);
      const expected = { code: 487, cause: 'originator_cancel', by: 'caller', attempts: [] } as const;
      await stage.settled(customer, call, expected);
    },
  },
];

const restarts: readonly Story[] = [
  {
    title: 'keeps calls over a restart of Kamailio',
    async play(stage) {
      const { kamailio } = await ownSwitch(stage);
      const { customer, phone, number } = await gatewayOffice(stage);
      const call = await stage.call(number, { via: kamailio.address, holdMs: 6_000 });
      await isUp(kamailio);
      await kamailio.stop();
      await kamailio.start();
      await call.ended;
      stage.proves('the hang-up reaches the phone', phone.received('BYE').length > 0, () => phone.ladder());
      await stage.settled(customer, call, { ...ANSWERED, seconds: [5, 8] });
    },
  },
  {
    title: 'writes the CDR of a call that a killed Kamailio was carrying',
    async play(stage) {
      const { kamailio } = await ownSwitch(stage);
      const { customer, number } = await gatewayOffice(stage);
      const call = await stage.call(number, { via: kamailio.address, holdMs: 60_000 });
      await isUp(kamailio);
      await stage.talk(6_000);
      await kamailio.stop('SIGKILL');
      await kamailio.start();
      // It ended when the switch was last known to be alive.
      await stage.settled(customer, call, { ...ANSWERED, by: 'system', seconds: [1, ALIVE_S] });
    },
  },
  {
    title: 'ends a call whose phone has vanished',
    seconds: 80,
    async play(stage) {
      const { kamailio } = await ownSwitch(stage);
      const { customer, phone, number } = await gatewayOffice(stage);
      const call = await stage.call(number, { via: kamailio.address, ends: 'callee' });
      await isUp(kamailio);
      await phone.stop('SIGKILL');
      await until('the end of the call', () => call.received('BYE').length > 0, VANISHED_MS);
      stage.proves('the caller receives BYE', true);
      await stage.settled(customer, call, { ...ANSWERED, by: 'system', seconds: [30, VANISHED_MS / 1000] });
    },
  },
];

/** More than one part of a heartbeat lists. */
const MANY_CALLS = 1_001;
const HEARTBEAT_MS = 40_000;

interface Part {
  readonly at: number;
  readonly parts: number;
  readonly count: number;
  readonly active_calls: readonly string[];
}

const load: readonly Story[] = [
  {
    title: 'lists more calls than fit into one request, in parts that state the number of all',
    seconds: 20,
    async play(stage) {
      const { gate, kamailio } = await ownSwitch(stage);
      const heartbeats: Part[] = [];
      gate.onExchange = ({ path, request, status }) => {
        if (path === '/switch/events' && status === 200 && request.includes('"heartbeat"'))
          heartbeats.push(JSON.parse(request) as Part);
      };
      for (let call = 0; call < MANY_CALLS; call += 1)
        await kamailio.rpc('htable.sets', ['live', `rd_story${call}`, `0:0:0:1:story${call}`]);
      const complete = () => {
        const at = heartbeats.findLast(({ parts }) => parts === 2)?.at;
        const parts = heartbeats.filter((part) => part.at === at);
        return parts.length === 2 ? parts : null;
      };
      await until('a heartbeat in two parts', () => complete() !== null, HEARTBEAT_MS);
      const parts = complete() ?? [];
      const counts = parts.map(({ count }) => count);
      const isWhole = counts.every((count) => count === MANY_CALLS);
      stage.proves('each part states the number of all calls', isWhole, () => counts);
      const listed = new Set(parts.flatMap(({ active_calls: calls }) => calls));
      stage.proves('every call is listed', listed.size === MANY_CALLS, () => listed.size);
    },
  },
];

export const resilience: readonly Story[] = [...outages, ...restarts, ...load];
