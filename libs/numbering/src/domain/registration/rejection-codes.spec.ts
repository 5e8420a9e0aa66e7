import { codesOf, codesOfMissing } from './rejection-codes';

describe('rejection codes', () => {
  it.each([
    ['The proof of address is too old.', 'doc_expired'],
    ['The registration form should be fully filled and signed', 'doc_incomplete'],
    ['The copy is blurred', 'doc_illegible'],
    ['This document is not accepted', 'doc_wrong_type'],
    ['Please provide a copy of ID', 'doc_missing'],
    ['The name does not match the document', 'name_mismatch'],
    ['The address does not match the bill', 'address_mismatch'],
    ['The address must be in the area of the number', 'address_not_local'],
    ['The company registration has expired', 'registration_expired'],
    ['Utility Bill was declined.', 'other'],
  ])('classify "%s" as %s', (reason, code) => {
    expect(codesOf([reason])).toEqual([code]);
  });

  it('are never empty and never repeated', () => {
    expect(codesOf([])).toEqual(['other']);
    expect(codesOf(['Too old', 'Expired', 'Blurred'])).toEqual(['doc_expired', 'doc_illegible']);
  });

  it('tell missing documents from other missing details', () => {
    expect(codesOfMissing(['Proof of Address', 'Contact phone number', 'Copy of ID'])).toEqual([
      'doc_missing',
      'other',
    ]);
  });
});
