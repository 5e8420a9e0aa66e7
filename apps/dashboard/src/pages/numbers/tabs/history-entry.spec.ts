import { entryOf } from './history-entry';

describe('a change of the history of a number', () => {
  it('has the fields that differ', () => {
    const from = { trunk_id: null, routing_profile_id: null, tags: ['sales'] };
    const to = { trunk_id: 'trk_1', routing_profile_id: null, tags: ['sales'] };
    expect(entryOf({ action: 'routing_changed', from, to })).toEqual({
      action: 'number.updated',
      changes: [{ field: 'trunk_id', from: null, to: 'trk_1', redacted: false }],
      resource_name: null,
    });
  });

  it('has the fields that are no longer set', () => {
    expect(entryOf({ action: 'port_out_refused', from: { port_out_at: 1 }, to: {} }).changes).toEqual([
      { field: 'port_out_at', from: 1, to: null, redacted: false },
    ]);
  });

  it('has one value per field of a new number', () => {
    expect(entryOf({ action: 'ordered', from: {}, to: { status: 'active' } }).action).toBe('number.created');
    const pin = { action: 'port_out_pin_set', from: {}, to: { port_out_pin_set_at: 1 } } as const;
    expect(entryOf(pin).action).toBe('number.updated');
  });
});
