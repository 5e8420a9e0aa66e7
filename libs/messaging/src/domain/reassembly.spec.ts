import { reassemble } from './reassembly';

const part = (number: number) => ({ part: number, text: `<${String(number)}>` });

describe('reassemble', () => {
  it('joins parts in their order, in whatever order they came', () => {
    expect(reassemble([part(3), part(1), part(2)], 3)).toEqual({ text: '<1><2><3>', isIncomplete: false });
  });

  it.each([
    [[2, 3, 4], '…<2><3><4>'],
    [[1, 4], '<1>…<4>'],
    [[1, 3], '<1>…<3>…'],
    [[4], '…<4>'],
  ])('shows each gap once when only %j of four parts came', (numbers, text) => {
    expect(reassemble(numbers.map(part), 4)).toEqual({ text, isIncomplete: true });
  });
});
