import { entryOf } from './history-entry';

describe('a change of the history of a number', () => {
  it('has the fields that differ', () => {
    const from = { trunk_id: null, routing_profile_id: null, tags: ['sales'] };
    const to = { trunk_id: 'trk_1', routing_profile_id: null, tags: ['sales'] };
    expect(entryOf({ from, to })).toEqual({
      action: 'number.updated',
      changes: [{ field: 'trunk_id', from: null, to: 'trk_1', redacted: false }],
      resource_name: null,
    });
  });

  it('has the fields that are no longer set', () => {
    expect(entryOf({ from: { port_out_at: 1 }, to: {} }).changes).toEqual([
      { field: 'port_out_at', from: 1, to: null, redacted: false },
    ]);
  });

  it('is that of a new number if nothing was set before', () => {
    expect(entryOf({ from: {}, to: { status: 'active' } }).action).toBe('number.created');
  });
});
