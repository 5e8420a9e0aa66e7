import { isPublic, relatedIdsOf } from './public-events';

describe('public events', () => {
  it('are those a customer can subscribe to', () => {
    expect(isPublic('call.completed')).toBe(true);
    expect(isPublic('number.released')).toBe(true);
  });

  it('leave out what is of the house', () => {
    expect(isPublic('mail.requested')).toBe(false);
    expect(isPublic('account.created')).toBe(false);
  });

  it('are found by the ids they carry', () => {
    const data = { cdr_id: 'cdr_1', direction: 'inbound', e164: '+4930901820', order_id: null };
    expect(relatedIdsOf(data)).toEqual(['cdr_1']);
  });
});
