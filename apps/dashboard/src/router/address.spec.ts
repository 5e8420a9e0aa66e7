import { readablePath } from './address';

describe('the path of an address', () => {
  it.each(['/dashboard', '/dashboard/', '/dashboard/numbers/%2B12125550100', '/dashboard/no/such/page'])(
    'stays as it is: %s',
    (path) => {
      expect(readablePath(path)).toBe(path);
    },
  );

  it.each([
    ['/dashboard/%', '/dashboard/%25'],
    ['/dashboard/numbers/%ff', '/dashboard/numbers%2F%25ff'],
    ['/dashboard/numbers/%00', '/dashboard/numbers%2F%2500'],
  ])('is that of no page if it cannot be read: %s', (path, instead) => {
    expect(readablePath(path)).toBe(instead);
  });

  it('is that of no page if it is longer than any other', () => {
    expect(readablePath(`/dashboard/numbers/${'1'.repeat(8000)}`)).toMatch(/^\/dashboard\/numbers%2F1{900,1000}$/);
  });
});
