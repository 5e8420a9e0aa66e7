import type { CdrStore } from '../../application/ingest/ports';

const claim = (decisionId: string, cdrId: string) => ({
  decisionId,
  cdrId,
  switchId: 'sw1',
  callId: `call of ${decisionId}`,
});
const now = new Date('2026-01-01T00:00:00.000Z');

/** The contract of CdrStore, for the in-memory twin and the adapter. */
export function cdrStoreContract(makeStore: () => CdrStore): void {
  describe('a CdrStore', () => {
    it('grants each call to one claim', async () => {
      const store = makeStore();
      expect((await store.claim('acc_1', [claim('rd_a', 'cdr_1'), claim('rd_b', 'cdr_2')], now)).won).toEqual(
        new Set(['cdr_1', 'cdr_2']),
      );
      expect((await store.claim('acc_1', [claim('rd_b', 'cdr_3'), claim('rd_c', 'cdr_4')], now)).won).toEqual(
        new Set(['cdr_4']),
      );
    });

    it('grants one of two claims for the same call in one statement', async () => {
      const store = makeStore();
      expect((await store.claim('acc_1', [claim('rd_d', 'cdr_5'), claim('rd_d', 'cdr_6')], now)).won.size).toBe(1);
    });

    it('returns the CDR ids of claimed calls', async () => {
      const store = makeStore();
      await store.claim('acc_1', [claim('rd_e', 'cdr_7')], now);
      expect(await store.idsOf([claim('rd_e', ''), claim('rd_unknown', '')])).toEqual(new Map([['rd_e', 'cdr_7']]));
    });

    it('returns creation times that rise strictly within an account', async () => {
      const store = makeStore();
      const times: number[] = [];
      for (const [index, at] of [
        now,
        now,
        new Date(now.getTime() - 5_000),
        new Date(now.getTime() + 60_000),
      ].entries()) {
        times.push((await store.claim('acc_rising', [claim(`rd_r${index}`, `cdr_r${index}`)], at)).createdAt.getTime());
      }
      expect(times).toEqual([now.getTime(), now.getTime() + 1, now.getTime() + 2, now.getTime() + 60_000]);
    });
  });
}
