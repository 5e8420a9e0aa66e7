import { refusedSources } from './sources';

const from = (...sources: (string | null)[]) => sources.map((source_ip) => ({ source_ip }));

describe('refused sources', () => {
  it('are counted by address, those with the most calls first', () => {
    expect(refusedSources(from('203.0.113.7', '203.0.113.77', null, '203.0.113.77'), [])).toEqual([
      { source: '203.0.113.77', calls: 2 },
      { source: '203.0.113.7', calls: 1 },
    ]);
  });

  it('are those that were not added meanwhile', () => {
    expect(refusedSources(from('203.0.113.7', '203.0.113.77'), ['203.0.113.77'])).toEqual([
      { source: '203.0.113.7', calls: 1 },
    ]);
  });
});
