import { ScryptPortOutPins } from './scrypt-port-out-pins';

describe('hashes of port-out PINs', () => {
  const pins = new ScryptPortOutPins();

  it('match their PIN alone, and differ for the same PIN', async () => {
    const [first, second] = await Promise.all([pins.hash('40718253'), pins.hash('40718253')]);
    expect(first).not.toBe(second);
    expect(first).not.toContain('40718253');
    expect(await Promise.all([pins.matches('40718253', first), pins.matches('40718254', first)])).toEqual([
      true,
      false,
    ]);
    expect(await pins.matches('', second)).toBe(false);
  });
});
