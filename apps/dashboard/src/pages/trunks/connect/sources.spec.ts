import { refusedSources } from './sources';

const from = (...sources: (string | null)[]) => sources.map((source_ip) => ({ source_ip }));

describe('refused sources', () => {
  it('are counted by address, those with the most calls first', () => {
    expect(refusedSources(from('203.0.113.7', '203.0.113.77', null, '203.0.113.77'), [])).toEqual([
      { source: '203.0.113.77', calls: 2 },
      { source: '203.0.113.7', calls: 1 },
    ]);
  });

  it('are those that no network of the trunk contains', () => {
    const calls = from('203.0.113.7', '203.0.113.77', '198.51.100.9', '2001:db8::7', '::ffff:203.0.113.7');
    expect(refusedSources(calls, ['203.0.113.77/32', '203.0.113.0/28', '2001:db8::/64'])).toEqual([
      { source: '198.51.100.9', calls: 1 },
    ]);
  });
});
