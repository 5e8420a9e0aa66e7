import { texts } from './search';

describe('texts', () => {
  const read = texts('q', 'status');

  it('reads numbers as text, so that a filter by digits is not lost', () => {
    expect(read({ q: 212, status: 'active' })).toEqual({ q: '212', status: 'active' });
  });

  it('reads booleans as text, and a repeated parameter as values with commas, so that none is lost', () => {
    expect(read({ q: true, status: ['active', 'suspended'] })).toEqual({ q: 'true', status: 'active,suspended' });
  });

  it('leaves out unknown parameters, and overwrites empty ones, which the router has read', () => {
    expect(read({ q: '', other: 'x' })).toStrictEqual({ q: undefined });
  });
});
