import { addDays, addSeconds, fromUnixSeconds, unixSeconds, unixSecondsOrNull } from './time/clock';
import { DomainError, defineErrors, invalidFields } from './domain-error';
import { newId, spanOfIds } from './id';
import { balanceOf, displayCents } from './money';
import { deletedByPages, pageOf } from './page';
import { Turns } from './turns';

describe('identifiers', () => {
  it('carry their prefix, differ, and sort by creation', async () => {
    const first = newId('num');
    await new Promise((later) => setTimeout(later, 2));
    const second = newId('num');
    expect(first).toMatch(/^num_[0-9a-z]{25}$/);
    expect(first < second).toBe(true);
    expect(new Set(Array.from({ length: 1000 }, () => newId('num'))).size).toBe(1000);
  });

  it('sort by creation within a millisecond, and when the clock goes back', () => {
    const { now } = Date;
    Date.now = () => 1_800_000_000_000;
    const made = Array.from({ length: 70_000 }, () => newId('nh'));
    Date.now = () => 1_799_999_999_000;
    made.push(newId('nh'));
    Date.now = now;
    expect(made).toEqual(made.toSorted());
    expect(new Set(made).size).toBe(made.length);
  });
});

describe('the span of ids', () => {
  it('has the first and the last of them, and nothing is within that of none', () => {
    expect(spanOfIds(['rd_b', 'rd_a', 'rd_c'])).toEqual(['rd_a', 'rd_c']);
    expect(spanOfIds([])).toEqual(['', '']);
  });
});

describe('errors', () => {
  const Errors = defineErrors({
    sold: { kind: 'conflict', message: 'Sold.' },
    away: { kind: 'unavailable', message: 'Away.', retryAfterSeconds: 5 },
  });

  it('come from a catalogue, with its code, kind and message', () => {
    const error = Errors.sold();
    expect(error).toBeInstanceOf(DomainError);
    expect(error).toMatchObject({ code: 'sold', kind: 'conflict', message: 'Sold.', fields: undefined });
    expect(Errors.catalogue).toHaveProperty('sold');
  });

  it('carry the retry time of the catalogue', () => {
    expect(Errors.away().retryAfterSeconds).toBe(5);
    expect(Errors.away({ message: 'Far away.' })).toMatchObject({ message: 'Far away.', retryAfterSeconds: 5 });
    expect(Errors.sold().retryAfterSeconds).toBeUndefined();
  });

  it("may add details to the catalogue's message", () => {
    const more = { message: 'Sold to another.', fields: { e164: 'is sold' }, retryAfterSeconds: 3 };
    expect(Errors.sold(more)).toMatchObject(more);
    expect(Errors.away(more)).toMatchObject(more);
    expect(invalidFields({ name: 'is empty' })).toMatchObject({ code: 'invalid_input', fields: { name: 'is empty' } });
  });
});

describe('money', () => {
  it.each([
    [0, '$0.00'],
    [5, '$0.05'],
    [-150, '-$1.50'],
    [123_456_789, '$1,234,567.89'],
  ])('shows %d cents as %s', (cents, shown) => {
    expect(displayCents(cents)).toBe(shown);
  });

  it('is a balance in major and minor units', () => {
    expect(balanceOf(-5)).toEqual({ amount: -0.05, amountCents: -5, currency: 'USD' });
  });
});

describe('time', () => {
  it('is whole Unix seconds, rounded down', () => {
    expect(unixSeconds(new Date(1_999))).toBe(1);
    expect([unixSecondsOrNull(new Date(1_999)), unixSecondsOrNull(null)]).toEqual([1, null]);
    expect(fromUnixSeconds(1)).toEqual(new Date(1000));
  });

  it('moves by seconds and days', () => {
    expect(addSeconds(new Date(0), 90)).toEqual(new Date(90_000));
    expect(addDays(new Date(0), -1)).toEqual(new Date(-86_400_000));
  });
});

describe('pages', () => {
  const keyset = (row: string) => ({ key: row, id: row });

  it('end where there is no row beyond the limit', () => {
    expect(pageOf(['a', 'b'], 2, keyset)).toEqual({ items: ['a', 'b'], next: null });
    expect(pageOf([], 2, keyset)).toEqual({ items: [], next: null });
  });

  it('contain the cursor of the next page and omit the row beyond the limit', () => {
    expect(pageOf(['a', 'b', 'c'], 2, keyset)).toEqual({ items: ['a', 'b'], next: { key: 'b', id: 'b' } });
  });
});

describe('a deletion by pages', () => {
  it('goes on after the last id of each page, until one has none', async () => {
    const after: string[] = [];
    const pages = [
      { lastId: 'b', deleted: 2 },
      { lastId: 'd', deleted: 0 },
      { lastId: null, deleted: 1 },
    ];
    const next = (afterId: string) => {
      after.push(afterId);
      return Promise.resolve(pages[after.length - 1] ?? { lastId: null, deleted: 100 });
    };
    expect(await deletedByPages(next)).toBe(3);
    expect(after).toEqual(['', 'b', 'd']);
  });
});

describe('turns', () => {
  it('run work in the order of the calls, beside as much other work as its places allow', async () => {
    const turns = new Turns(2);
    const begun: string[] = [];
    const ends = new Map<string, () => void>();
    const run = (name: string, places?: number) =>
      turns.run(() => {
        begun.push(name);
        return new Promise<void>((end) => ends.set(name, end));
      }, places);
    const end = async (name: string) => {
      ends.get(name)?.();
      await new Promise(setImmediate);
    };
    const all = [run('a'), run('large', 2), run('b'), run('c')];
    await new Promise(setImmediate);
    expect(begun).toEqual(['a']);
    await end('a');
    expect(begun).toEqual(['a', 'large']);
    await end('large');
    expect(begun).toEqual(['a', 'large', 'b', 'c']);
    await end('b');
    await end('c');
    await Promise.all(all);
  });

  it('go on after work that fails, and reject work that never fits', async () => {
    const turns = new Turns(1);
    await expect(turns.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    await expect(turns.run(() => Promise.resolve('next'))).resolves.toBe('next');
    await expect(turns.run(() => Promise.resolve(), 2)).rejects.toThrow('2 of 1 places');
  });
});
