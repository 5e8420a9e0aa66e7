import { newId } from '@trunkline/kernel';
import { type TestDatabase, testDatabase } from '@trunkline/platform/testing';
import { cdrPersistence } from '../../cdr.module';
import type { Decision } from '../../domain/ingest/decision';
import { aNewDecision, aRoute, aRow, germanRate, ingestWorld } from '../../testing';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase([cdrPersistence]);
});
afterAll(() => database.close());

const perMinute = (ratePerMinuteMicrocents: number) => ({ ...germanRate, ratePerMinuteMicrocents });

/** Returns a reproducible generator (mulberry32). */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

/** Returns random routes, and the complete row of a call that one of them answered. */
function aCall(random: (below: number) => number) {
  const routes = Array.from({ length: 1 + random(4) }, (_, index) =>
    aRoute({
      targetId: `rpt_${random(3)}`,
      gatewayId: random(2) ? `gw_${index}` : null,
      hasDigest: random(3) === 0,
      rating: random(3) ? perMinute(random(5) * 10_000_000) : null,
    }),
  );
  const winner = random(routes.length);
  const attempts = routes.slice(0, winner + 1).map(({ targetId, gatewayId }, index) => {
    const end = index === winner ? { sip_code: 200, result: 'answered' } : { sip_code: 486, result: 'busy' };
    return { order: index + 1, target_id: targetId, gateway_id: gatewayId, ring_s: random(20), ...end };
  });
  const reported = [{ branch: winner, attempts }, { branch: winner }, { attempts }][random(3)];
  return { routes, row: { ...aRow(), ...reported } as Record<string, unknown> };
}

/** Yields the row without each of its members, each attempt, and each member of an attempt. */
function* incomplete(row: Record<string, unknown>): Generator<[string, object]> {
  for (const name of Object.keys(row)) yield [name, without(row, name)];
  const attempts = (row['attempts'] ?? []) as Record<string, unknown>[];
  for (const [index, each] of attempts.entries()) {
    yield [`attempts.${index}`, { ...row, attempts: attempts.toSpliced(index, 1) }];
    for (const name of Object.keys(each))
      yield [`attempts.${index}.${name}`, { ...row, attempts: attempts.with(index, without(each, name)) }];
  }
}

const without = (row: Record<string, unknown>, name: string) =>
  Object.fromEntries(Object.entries(row).filter(([key]) => key !== name));

describe('leaving a member out', () => {
  it('never makes a call cheaper', async () => {
    const random = randomFrom(20_261_122);
    for (let count = 0; count < 100; count++) {
      const { routes, row } = aCall(random);
      const variants: [string, object][] = [['nothing', row], ...incomplete(row)];
      // One call for each variant, all of one account, so that one batch records them.
      const accountId = newId('acc');
      const calls = variants.map(([name, given]) => ({ name, given, decision: aNewDecision({ accountId, routes }) }));
      const { recordCdrs, charges } = ingestWorld(
        database.db,
        calls.map(({ decision }) => decision),
      );
      const outcomes = await recordCdrs.record(calls.map(({ given, decision }) => withIds(given, decision)));
      const cents = calls.map(({ decision }, index) => {
        const outcome = outcomes[index]?.outcome;
        if (outcome === 'quarantined') return Infinity;
        expect(outcome).toBe('recorded');
        return charges.settled.find(({ decisionId }) => decisionId === decision.id)?.charge?.amountCents ?? 0;
      });
      const [complete = Infinity] = cents;
      expect(complete).toBeLessThan(Infinity);
      for (const [index, { name }] of calls.entries())
        if (cents[index]! < complete)
          throw new Error(`Without ${name} ${cents[index]} instead of ${complete}: ${JSON.stringify([row, routes])}`);
    }
  });
});

/** Replaces the ids of the sample, except where the row lacks them. */
function withIds(row: object, { id, callId }: Decision): object {
  return { ...row, ...('decision_id' in row && { decision_id: id }), ...('call_id' in row && { call_id: callId }) };
}
