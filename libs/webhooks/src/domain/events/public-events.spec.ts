import { isPublic, relatedIdsOf } from './public-events';

describe('isPublic', () => {
  it('is true for types that customers can subscribe to', () => {
    expect(isPublic('call.completed')).toBe(true);
    expect(isPublic('number.released')).toBe(true);
  });

  it('is false for internal types', () => {
    expect(isPublic('mail.requested')).toBe(false);
    expect(isPublic('account.created')).toBe(false);
  });
});

describe('relatedIdsOf', () => {
  it('returns the ids in the data', () => {
    const data = { cdr_id: 'cdr_1', direction: 'inbound', e164: '+4930901820', order_id: null };
    expect(relatedIdsOf(data)).toEqual(['cdr_1']);
  });
});
