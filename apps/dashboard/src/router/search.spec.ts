import { texts } from './search';

describe('texts', () => {
  const read = texts('q', 'status');

  it('reads numbers as text, so that a filter by digits is not lost', () => {
    expect(read({ q: 212, status: 'active' })).toEqual({ q: '212', status: 'active' });
  });

  it('leaves out unknown and empty parameters and those that are not text', () => {
    expect(read({ q: '', status: ['active'], other: 'x' })).toEqual({});
  });
});
