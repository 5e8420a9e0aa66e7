import { TrunklineError } from '@trunkline/client';
import { among, found, listOf, timeAround } from './by-id';

const failed = (code: TrunklineError['code'], status: number) =>
  Promise.reject(new TrunklineError({ status, code, message: '', fields: {} }));

async function* listed() {
  yield { id: 'rd_1' };
  yield { id: 'rd_2' };
  await Promise.reject(new Error('A page too many was asked for.'));
}

describe('the row with an ID', () => {
  it('is what the API returns, or none where it knows none', async () => {
    expect(await found(Promise.resolve('row'))).toEqual(listOf(['row']));
    expect(await found(failed('not_found', 404))).toEqual(listOf([]));
    await expect(found(failed('forbidden', 403))).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('is looked for in a list until it is found', async () => {
    expect(await among(listed(), 'rd_2')).toEqual(listOf([{ id: 'rd_2' }]));
  });

  it('was created within a minute of the time in its ID', () => {
    const at = Date.UTC(2026, 10, 30) / 1000;
    const id = `rd_${(at * 1000).toString(36).padStart(9, '0')}c2d3e4b5a6978123`;
    expect(timeAround(id)).toEqual({ from: at - 60, to: at + 60 });
    expect(timeAround('-')).toEqual({ from: 0, to: 60 });
  });
});
