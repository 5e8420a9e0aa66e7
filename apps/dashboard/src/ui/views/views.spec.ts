import { isSearch, readViews, withoutView, withView } from './views';

const failed = { name: 'Failed', search: { result: 'failed' } };

describe('saved views', () => {
  it('are read back, without what is no view', () => {
    const other = [{ name: 7, search: {} }, { name: 'x', search: { from: 1 } }, null, 'text'];
    expect(readViews(JSON.stringify([failed, ...other]))).toEqual([failed]);
    expect([null, '', '{', '{}', 'null'].map(readViews)).toEqual([[], [], [], [], []]);
  });

  it('have one view per name, and at most fifty', () => {
    const changed = { name: 'Failed', search: { result: 'failed', time: 'today' } };
    expect(withView([failed], changed)).toEqual([changed]);
    const many = Array.from({ length: 50 }, (_view, index) => ({ name: String(index), search: {} }));
    expect(withView(many, failed).map(({ name }) => name)).toEqual([
      ...many.slice(1).map(({ name }) => name),
      'Failed',
    ]);
    expect(withoutView([failed], 'Failed')).toEqual([]);
  });

  it('differ by their filters, in any order', () => {
    expect(isSearch({ a: '1', b: '2' }, { b: '2', a: '1', c: undefined })).toBe(true);
    expect(isSearch({ a: '1' }, {})).toBe(false);
  });
});
