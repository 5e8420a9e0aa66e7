import { currentKind, type Database, runAs } from '@trunkline/platform';
import { RulesInForce } from './outbound-policies';

describe('RulesInForce', () => {
  it('reads in places that no call holds while it waits for the rules', async () => {
    const kinds: string[] = [];
    const noting = <T>(result: T) => {
      kinds.push(currentKind());
      return Promise.resolve(result);
    };
    const db = { get: () => noting({}), query: () => noting([]) } as unknown as Database;
    await runAs('lists', () => new RulesInForce(db).get());
    expect(kinds).toEqual(['probe', 'probe', 'probe']);
  });
});
