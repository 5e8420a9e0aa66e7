import type { Field } from './fields';
import { bodyOf, changedNames, faultsOf, mergeEntries, valuesOf } from './field-values';

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

describe('a table of fields', () => {
  const weight: Field<string, number> = {
    empty: '',
    read: String,
    write: Number,
    fault: (value) => (value === '' ? 'Enter a number.' : null),
    draw: () => null,
  };
  const fields = { kind: { ...weight, fault: () => null }, weight: { ...weight, when: () => false }, limit: weight };

  it('reads the members of a row, and leaves those empty that it lacks', () => {
    expect(valuesOf(fields, { kind: 1, weight: 100 })).toEqual({ kind: '1', weight: '100', limit: '' });
  });

  it('sends and checks the fields that the form shows', () => {
    const values = { kind: '1', weight: '', limit: '' };
    expect(bodyOf(fields, { ...values, limit: '7' })).toEqual({ kind: 1, limit: 7 });
    expect(faultsOf(fields, values)).toEqual({ limit: 'Enter a number.' });
  });
});
