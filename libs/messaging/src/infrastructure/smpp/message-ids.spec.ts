import { MessageIds } from './message-ids';

/** Returns how the receipts' ids are resolved after the answers. */
function resolved(answers: readonly string[], receipts: readonly string[]): readonly string[] {
  const ids = new MessageIds();
  for (const id of answers) ids.answered(id);
  return receipts.map((id) => ids.resolve(id));
}

describe('the ids of receipts', () => {
  it.each([
    ['the same', ['12', '0xZ-1'], ['12', '0xZ-1', '99'], ['12', '0xZ-1', '99']],
    ['decimal, of hexadecimal answers', ['7A3F', '12'], ['31295', '18'], ['7A3F', '12']],
    ['decimal, of hexadecimal answers with zeros', ['00007a3f'], ['31295', '255'], ['00007a3f', '000000ff']],
    ['decimal with zeros, of hexadecimal answers', ['7a3f'], ['0000031295', '0000000255'], ['7a3f', 'ff']],
    ['hexadecimal, of decimal answers', ['31295', '18'], ['7A3F', '12'], ['31295', '18']],
    ['in another case', ['7A3FC0'], ['7a3fc0', 'ff00aa'], ['7A3FC0', 'FF00AA']],
    ['without the zeros of the answers', ['0000000123'], ['123', '124'], ['0000000123', '0000000124']],
  ])('can be %s', (_name, answers, receipts, expected) => {
    expect(resolved(answers, receipts)).toEqual(expected);
  });

  it('are never those of a decimal answer that would be hexadecimal', () => {
    // 16 is 10 in hexadecimal, but nothing says that the answers are.
    expect(resolved(['10'], ['16'])).toEqual(['16']);
  });

  it('are those of the dialect once it is known, also where another answer has the same digits', () => {
    expect(resolved(['7A3F', '31296', '7A40'], ['31295', '31296'])).toEqual(['7A3F', '7A40']);
  });

  it('can be resolved once an answer or the dialect is known', () => {
    const ids = new MessageIds();
    expect(ids.canResolve('31295')).toBe(false);
    ids.answered('7A3F');
    expect(ids.canResolve('31295')).toBe(true);
    ids.resolve('31295');
    expect(ids.canResolve('1')).toBe(true);
  });

  it('are remembered for the latest answers', () => {
    const ids = new MessageIds();
    for (let n = 0; n < 60_000; n++) ids.answered(`id-${String(n)}`);
    for (let n = 0; n < 120_000; n++) ids.answered(`id-${String(n)}`);
    expect(ids.canResolve('id-119999')).toBe(true);
    expect(ids.canResolve('id-1')).toBe(false);
  });
});
