import { missingOf } from './missing';

const COMPLETE = {
  losing_carrier: 'Example Telecom',
  account_number: 'A-1',
  authorized_person: 'Ada Lovelace',
  authorized_email: 'ada@example.com',
  documents: [
    { document_id: 'doc_1', purpose: 'loa' as const },
    { document_id: 'doc_2', purpose: 'invoice' as const },
  ],
};

describe('what a port lacks', () => {
  it('is nothing once every port is complete with it', () => {
    expect(missingOf(COMPLETE)).toEqual([]);
  });

  it.each([
    [{ losing_carrier: null }, 'The losing carrier'],
    [{ account_number: null }, 'The account number at the carrier'],
    [{ authorized_person: null }, 'The authorized person'],
    [{ authorized_email: null }, 'The email of the authorized person'],
    [{ documents: COMPLETE.documents.slice(1) }, 'Signed letter of authorization'],
    [{ documents: COMPLETE.documents.slice(0, 1) }, 'Recent invoice of the losing carrier'],
  ])('is named for %j', (change, name) => {
    expect(missingOf({ ...COMPLETE, ...change })).toEqual([name]);
  });
});
