import { DomainError } from '@trunkline/kernel';
import { EndUser } from './end-user';
import { assertDates, type DocumentDetails } from './document';

const document = (issuedAt: string): DocumentDetails => ({
  endUserId: null,
  docType: 'passport',
  issuedAt,
  expiresAt: null,
  notes: null,
});
const NOTHING = {
  ...{ businessName: null, businessRegistrationNumber: null, vatNumber: null, email: null, phoneE164: null },
  ...{ addressLine2: null, state: null, idDocType: null, idDocNumber: null, idDocCountry: null, notes: null },
};
const bornAt = (dateOfBirth: string, at: string): EndUser => {
  const names = { firstName: 'Ada', lastName: 'Lovelace', dateOfBirth };
  const details = { ...NOTHING, ...names, addressLine1: '1 Queen Street', city: 'Auckland', postalCode: '1010' };
  return EndUser.create({ accountId: 'acc_1', kind: 'person', country: 'NZ', details }, new Date(at));
};

describe('the dates of a document and of an end user', () => {
  it.each([
    ['today in UTC', '2026-11-28T12:00:00Z', '2026-11-28'],
    ['today in Auckland, tomorrow in UTC', '2026-11-28T11:30:00Z', '2026-11-29'],
    ['the first second of the day on earth', '2026-11-28T10:00:00Z', '2026-11-29'],
  ])('may be %s', (_name, now, day) => {
    expect(() => assertDates(document(day), { now: () => new Date(now) })).not.toThrow();
    expect(bornAt(day, now).details.dateOfBirth).toBe(day);
  });

  it.each([
    ['the second before the day begins anywhere', '2026-11-28T09:59:59Z', '2026-11-29'],
    ['the day after tomorrow', '2026-11-28T23:00:00Z', '2026-11-30'],
  ])('may not be in the future: %s', (_name, now, day) => {
    const refusalOf = (work: () => unknown): unknown => {
      try {
        work();
      } catch (error) {
        return error instanceof DomainError ? error.fields : error;
      }
      return null;
    };
    const message = 'must not be in the future';
    expect(refusalOf(() => assertDates(document(day), { now: () => new Date(now) }))).toEqual({ issued_at: message });
    expect(refusalOf(() => bornAt(day, now))).toEqual({ date_of_birth: message });
  });
});
