import { type Matter, worstFirst } from './matters';

const matter = (key: string, state: Matter['state']): Matter => ({ key, state, text: key });

describe('what needs attention', () => {
  it('has faults first, then what has to be acted on, each in the order given', () => {
    const given = [
      matter('cart', 'idle'),
      matter('balance', 'warn'),
      matter('gateway', 'bad'),
      matter('alarm', 'warn'),
    ];
    expect(worstFirst(given).map(({ key }) => key)).toEqual(['gateway', 'balance', 'alarm', 'cart']);
  });
});
