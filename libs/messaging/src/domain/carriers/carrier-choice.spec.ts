import { chooseCarriers, type EligibleCarrier } from './carrier-choice';

const FROM = '+12125550123';
const TO = '+4915112345678';

const aCarrier = (id: string, given: Partial<EligibleCarrier> = {}): EligibleCarrier => {
  return { id, prefixes: [], priority: 0, numbers: null, health: 'up', ...given };
};
const chosen = (...carriers: EligibleCarrier[]) => chooseCarriers(carriers, { from: FROM, to: TO }).map(({ id }) => id);

describe('chooseCarriers', () => {
  it('prefers the longest matching prefix', () => {
    const long = aCarrier('long', { prefixes: ['+1', '+49151'], priority: 9 });
    expect(chosen(aCarrier('all'), aCarrier('short', { prefixes: ['+49'] }), long)).toEqual(['long', 'short', 'all']);
  });

  it('leaves out carriers of other destinations', () => {
    expect(chosen(aCarrier('other', { prefixes: ['+44', '+491521'] }))).toEqual([]);
  });

  it('prefers the lower priority among equal prefixes, and then the older carrier', () => {
    expect(chosen(aCarrier('b', { priority: 1 }), aCarrier('c'), aCarrier('a'))).toEqual(['a', 'c', 'b']);
  });

  it("prefers carriers that name the sender's number, and leaves out those that name others", () => {
    const own = aCarrier('own', { numbers: new Set([FROM]), priority: 9 });
    const others = aCarrier('others', { numbers: new Set(['+12125550124']) });
    expect(chosen(aCarrier('all', { prefixes: ['+49151'] }), others, own)).toEqual(['own', 'all']);
  });

  it('tries degraded carriers after those that work, and carriers that are down last', () => {
    const down = aCarrier('down', { health: 'down', prefixes: [TO] });
    expect(chosen(down, aCarrier('degraded', { health: 'degraded' }), aCarrier('up', { priority: 9 }))).toEqual([
      'up',
      'degraded',
      'down',
    ]);
  });
});
