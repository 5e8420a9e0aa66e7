import type { EventTypeDetail } from '@trunkline/client';
import { byArea } from './event-areas';

const type = (name: string) => ({ type: name, description: '', schema: {}, example: {} }) as EventTypeDetail;

describe('byArea', () => {
  it('groups types by area, and gives an unknown area the name of its prefix', () => {
    const areas = byArea([type('number.released'), type('new_area.begun'), type('number.suspended')]);
    expect(areas.map(({ name, types }) => [name, types.map((each) => each.type)])).toEqual([
      ['Numbers', ['number.released', 'number.suspended']],
      ['New area', ['new_area.begun']],
    ]);
  });
});
