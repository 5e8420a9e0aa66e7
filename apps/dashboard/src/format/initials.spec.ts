import { initialsOf } from './initials';

describe('initials', () => {
  it.each([
    ['Acme Dialer', 'AD'],
    ['acme', 'A'],
    ['Acme Click-to-Call', 'AC'],
    ['3CX Bridge', '3B'],
    ['élan vital', 'ÉV'],
    ['𝒜cme 🔒 Dialer', '𝒜D'],
    ['<img src=x>', 'IS'],
    ['🔒 !!', ''],
  ])('of %s are %s', (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });
});
