import { changedNames, mergeEntries } from './changes';

describe('a row that another user changed', () => {
  const before = { name: 'Office', codecs: ['PCMU'], enabled: true };

  it('differs in the fields whose values changed', () => {
    expect(changedNames(before, { ...before, codecs: ['PCMU'] })).toEqual([]);
    expect(changedNames(before, { name: 'Office', codecs: ['PCMA'], enabled: false })).toEqual(['codecs', 'enabled']);
  });

  it('keeps what the user entered and takes the rest', () => {
    const entered = { ...before, name: 'Reception' };
    const current = { name: 'Lobby', codecs: ['PCMA'], enabled: true };
    expect(mergeEntries(before, entered, current)).toEqual({ name: 'Reception', codecs: ['PCMA'], enabled: true });
  });
});
