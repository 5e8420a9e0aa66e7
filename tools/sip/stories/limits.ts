import { until } from '../bed/poll';
import { addressedOffice } from '../run/office';
import type { Story } from '../run/story';
import { ANSWERED } from '../trunkline/settled';

/** A mobile in Croatia, 30 cents a minute: this balance covers the shortest time that is granted. */
const TO = '+385912345678';
const MINUTE_CENTS = 30;
const CUT: readonly [number, number] = [59, 62];
const EXTENDED_MS = 68_000;
const EXTENDED: readonly [number, number] = [66, 71];
const SENT_OUT = { ...ANSWERED, direction: 'outbound' } as const;

export const limits: readonly Story[] = [
  {
    title: 'cuts a call when the balance is used up',
    seconds: 60,
    async play(stage) {
      const { customer, number } = await addressedOffice(stage);
      await customer.setBalance(MINUTE_CENTS);
      const from = `${number}@pbx.example`;
      const call = await stage.callAndWait(TO, { host: stage.customerAddress, from, ends: 'callee' });
      stage.proves('the caller receives BYE', call.received('BYE').length === 1, () => call.ladder());
      await stage.settled(customer, call, { ...SENT_OUT, cause: 'allotted_timeout', by: 'system', seconds: CUT });
      const balance = await customer.balanceCents();
      stage.proves('the balance is exactly used up', balance === 0, () => balance);
    },
  },
  {
    title: 'extends a call that is paid for meanwhile',
    seconds: 70,
    async play(stage) {
      const { customer, number } = await addressedOffice(stage);
      await customer.setBalance(MINUTE_CENTS);
      const from = `${number}@pbx.example`;
      const call = await stage.call(TO, { host: stage.customerAddress, from, holdMs: EXTENDED_MS });
      await until('the answer', () => call.final() === 200);
      await customer.setBalance(10 * MINUTE_CENTS);
      await call.ended;
      stage.proves('the call goes on beyond the minute that was granted', call.received('BYE').length === 0, () =>
        call.ladder(),
      );
      await stage.settled(customer, call, { ...SENT_OUT, seconds: EXTENDED });
    },
  },
  {
    title: 'refuses the second call of a trunk for one',
    async play(stage) {
      const { customer, number } = await addressedOffice(stage, { max_concurrent_calls: 1 });
      const [host, from] = [stage.customerAddress, `${number}@pbx.example`];
      const first = await stage.call(stage.destination(), { host, from, holdMs: 2_500 });
      await until('the answer', () => first.final() === 200);
      const second = await stage.callAndWait(stage.destination(), { host, from });
      stage.proves('the second caller receives 503', second.final() === 503, () => second.ladder());
      await first.ended;
      await stage.settled(customer, first, { ...SENT_OUT, seconds: [2, 4] });
    },
  },
];
