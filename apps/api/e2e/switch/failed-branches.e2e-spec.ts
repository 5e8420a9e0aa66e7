import { Journal, Ledger } from '@trunkline/billing-ledger';
import { Database } from '@trunkline/platform';
import { ReleaseExpiredHolds } from '@trunkline/voice-routing';
import { startApi, type TestApi } from '../support';
import { itemsOf, type Row } from '../support/numbering/shopping';
import { jsonOf, Telephony } from '../support/telephony';

/** Fifteen minutes at 0.6 cents a minute. */
const SLICE_CENTS = 9;

describe('a CDR of a failed branch', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  /** Routes a call over two gateways on a switch of its own. */
  const aCall = async () => {
    const telephony = await Telephony.make(api, 5_000);
    const call = await telephony.route({ switch_id: `sw-${telephony.trunkId}`, extends: true });
    const { accountId } = telephony.customer;
    const event = async (name: string, given: Row = {}) => {
      const key = { switch_id: call['switch_id'], decision_id: call['decision_id'] };
      return jsonOf(await api.switch('/switch/events', { ...key, event: name, ...given }));
    };
    const outcomeOf = async (...rows: Row[]) => {
      return (await telephony.report(...rows)).map(({ outcome }) => outcome);
    };
    return {
      accountId,
      call,
      event,
      outcomeOf,
      beat: (calls = [call]) =>
        event('heartbeat', { boot_id: 'b1', active_calls: calls.map((each) => each['decision_id']) }),
      failed: (branch: number) => telephony.rowOf(call, { seconds: null, row: { branch, sip_code: 503 } }),
      unanswered: () => telephony.rowOf(call, { seconds: null }),
      answered: () => telephony.rowOf(call, { row: { branch: 1 } }),
      held: async () => (await api.use(Ledger).balance(accountId)).heldCents,
      live: async () => itemsOf(await api.operator('GET', `/operator/calls?account_id=${accountId}`)).length,
    };
  };
  const noDifferences = async () => expect(await api.use(Journal).verify()).toEqual([]);

  it('leaves the call live, with its hold, until the answered one', async () => {
    const { call, accountId, event, beat, outcomeOf, failed, answered, held, live } = await aCall();
    expect(await outcomeOf(failed(0))).toEqual(['recorded']);
    expect([await held(), await live()]).toEqual([SLICE_CENTS, 1]);
    await event('answered');
    expect(itemsOf(await api.operator('GET', `/operator/calls?account_id=${accountId}`))).toMatchObject([
      { status: 'in_progress' },
    ]);
    await api
      .use(Database)
      .query(`UPDATE voice.calls SET started_at = started_at - interval '400 s' WHERE decision_id = $1`, [
        call['decision_id'],
      ]);
    expect((await beat())['extend']).toMatchObject([{ max_duration_s: 1_800 }]);
    expect(await held()).toBe(2 * SLICE_CENTS);
    expect(await outcomeOf(answered())).toEqual(['corrected']);
    expect([await held(), await live()]).toEqual([0, 0]);
    await noDifferences();
  });

  it('is quarantined after the answer, and leaves the call live', async () => {
    const { event, outcomeOf, failed, answered, held, live } = await aCall();
    await event('answered');
    expect(await outcomeOf(failed(0))).toEqual(['quarantined']);
    expect([await held(), await live()]).toEqual([SLICE_CENTS, 1]);
    expect(await outcomeOf(answered())).toEqual(['recorded']);
    expect([await held(), await live()]).toEqual([0, 0]);
  });

  it('is followed by one of the call, which releases the hold of an unanswered call', async () => {
    const { outcomeOf, failed, unanswered, held, live } = await aCall();
    expect(await outcomeOf(failed(0), failed(1))).toEqual(['recorded', 'repeated']);
    expect([await held(), await live()]).toEqual([SLICE_CENTS, 1]);
    expect(await outcomeOf(unanswered())).toEqual(['repeated']);
    expect([await held(), await live()]).toEqual([0, 0]);
    expect(await outcomeOf(unanswered(), failed(0))).toEqual(['repeated', 'repeated']);
    await noDifferences();
  });

  it('settles the call together with one of the call, in any order', async () => {
    for (const isFirst of [true, false]) {
      const { outcomeOf, failed, unanswered, held, live } = await aCall();
      const rows = isFirst ? [failed(0), unanswered()] : [unanswered(), failed(0)];
      expect((await outcomeOf(...rows)).toSorted()).toEqual(['recorded', 'repeated']);
      expect([await held(), await live()]).toEqual([0, 0]);
    }
    for (let race = 0; race < 5; race++) {
      const { outcomeOf, failed, unanswered, held, live } = await aCall();
      await Promise.all([outcomeOf(failed(0)), outcomeOf(unanswered()), outcomeOf(failed(1))]);
      expect([await held(), await live()]).toEqual([0, 0]);
    }
    await noDifferences();
  });

  it('is settled by the event of the end, and at the latest when the CDR of the call is due', async () => {
    const ended = await aCall();
    await ended.outcomeOf(ended.failed(0));
    await ended.event('ended', { answered_at: null });
    expect([await ended.held(), await ended.live()]).toEqual([0, 0]);
    const lost = await aCall();
    await lost.outcomeOf(lost.failed(0));
    await api
      .use(Database)
      .query(
        `UPDATE voice.calls SET held_until = held_until - expires_at + now() - interval '1 s', expires_at = now() WHERE decision_id = $1`,
        [lost.call['decision_id']],
      );
    await api.use(ReleaseExpiredHolds).release();
    expect([await lost.held(), await lost.live()]).toEqual([0, 0]);
  });

  it('leaves the hold of a call that is answered later as long as any other', async () => {
    const { call, event, outcomeOf, failed } = await aCall();
    const heldUntil = () =>
      api.use(Database).find('SELECT held_until FROM voice.calls WHERE decision_id = $1', [call['decision_id']]);
    const before = await heldUntil();
    await outcomeOf(failed(0));
    expect(await heldUntil()).not.toEqual(before);
    await event('answered');
    expect(await heldUntil()).toEqual(before);
    await noDifferences();
  });
});
