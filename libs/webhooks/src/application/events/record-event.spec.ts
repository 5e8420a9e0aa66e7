import { relatedIdsOf } from './record-event';

describe('relatedIdsOf', () => {
  it('returns the ids in the data', () => {
    const data = { cdr_id: 'cdr_1', direction: 'inbound', e164: '+4930901820', order_id: null };
    expect(relatedIdsOf(data)).toEqual(['cdr_1']);
  });
});
