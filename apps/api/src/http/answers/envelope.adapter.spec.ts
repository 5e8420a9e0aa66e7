import { Text } from '../fields/fields';
import { answerIn, Otherwise, statusIn } from './envelope.adapter';

class Thing {
  @Text({ description: 'A name.' }) name: string;
}

class Check {
  @Text({ description: 'A fault.' }) fault: string;
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

  it('has the status and the members of the other success where the handler returns that', () => {
    const otherwise = { status: 200, answer: Check, description: 'A check.' };
    const endpoint = { id: 'things.import', answer: Thing, otherwise };
    const check = new Otherwise({ fault: 'none', name: 'a' });
    expect([statusIn(endpoint, check, 202), answerIn(endpoint, check)]).toEqual([200, { fault: 'none' }]);
    expect([statusIn(endpoint, {}, 202), answerIn(endpoint, { name: 'a' })]).toEqual([202, { name: 'a' }]);
    expect(() => answerIn({ id: 'things.get', answer: Thing }, check)).toThrow('things.get declares no other success.');
  });
});
