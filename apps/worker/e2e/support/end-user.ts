import type { PersonalDetails } from '@trunkline/compliance';

/** The smallest scan that is accepted as a document. */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A person in Berlin. */
export const PERSON: PersonalDetails = {
  firstName: 'Philippa',
  lastName: 'Featherstone',
  dateOfBirth: '1981-02-03',
  businessName: null,
  businessRegistrationNumber: null,
  vatNumber: null,
  email: 'phil@example.com',
  phoneE164: '+4930901999',
  addressLine1: 'Plumtree 1',
  addressLine2: null,
  city: 'Berlin',
  state: null,
  postalCode: '10115',
  idDocType: null,
  idDocNumber: 'PK4711',
  idDocCountry: null,
  notes: null,
};
