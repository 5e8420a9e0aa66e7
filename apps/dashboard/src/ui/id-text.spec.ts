import { shortened } from './id-text';

describe('an ID', () => {
  it('keeps its kind and its ends', () => {
    expect(shortened('cdr_0mwzo2k5q8v1eb8b6c')).toBe('cdr_0mwzo…eb8b6c');
  });

  it('stays whole where little would be left out', () => {
    expect(shortened('acc_012345678901')).toBe('acc_012345678901');
  });
});
