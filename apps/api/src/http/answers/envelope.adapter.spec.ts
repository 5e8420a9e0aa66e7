import { Text } from '../fields/fields';
import { answerIn } from './envelope.adapter';

class Thing {
  @Text({ description: 'A name.' }) name: string;
}

describe('the answer of an endpoint', () => {
  it('is null where none is declared, and the handler returns none', () => {
    expect([answerIn({ id: 'things.delete' }, undefined), answerIn({ id: 'things.delete' }, null)]).toEqual([
      null,
      null,
    ]);
  });

  it.each([{ secret: 1 }, 'text', 0, false, []])(
    'fails where none is declared, and the handler returns %j',
    (result) => {
      expect(() => answerIn({ id: 'things.delete' }, result)).toThrow(
        'things.delete returns a result, but declares no answer.',
      );
    },
  );

  it('has the declared members alone', () => {
    const endpoint = { id: 'things.get', answer: Thing };
    expect(answerIn(endpoint, { name: 'a', secret: 'b' })).toEqual({ name: 'a' });
    expect(answerIn(endpoint, undefined)).toBeNull();
  });
});
