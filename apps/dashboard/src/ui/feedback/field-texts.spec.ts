import { TrunklineError } from '@trunkline/client';
import { faultText, problemWithFields } from './field-texts';

const failed = (fields: Readonly<Record<string, string>>, code: TrunklineError['code'] = 'invalid_input') =>
  problemWithFields(
    new TrunklineError({ status: 422, code, message: 'Some fields are invalid. `fields` names each of them.', fields }),
  );

/** What is said in place of faults of the API. */
const SAID: Readonly<Record<string, string>> = {
  'must be a phone number in E.164 format with +': 'must be a phone number with its country code, such as +12125550100',
  'must be in canonical form, +49900123456': 'must be written as +49900123456',
  'must be text of 1 to 64 characters without control characters': 'must have 1 to 64 characters',
  'must be an identifier that starts with trk_': 'is not one of the choices',
  'must be one of asc, desc': 'is not one of the choices',
  // Other entries are named in words.
  'must be at most 7 days later than `from`': 'must be at most 7 days later than “From”',
  'must be after issued_at': 'must be after “Issued”',
  'must have trunk_id or routing_profile_id': 'must have “Trunk” or “Routing profile”',
  // For programs.
  'must be null for kind email': 'is not accepted',
  'is required, or content_base64 in JSON': 'is not accepted',
  // Users understand it.
  'is not your password': 'is not your password',
};

describe('what is said of an entry', () => {
  it.each(Object.entries(SAID))('says %j in words for users', (fault, text) => {
    expect(faultText(fault)).toBe(text);
  });
});

describe('what is said of a failure that names entries', () => {
  it('names them as the dashboard does', () => {
    expect(failed({ 'change.routing.trunk_id': 'is not a trunk of this account', e164: 'is required' })).toBe(
      'Trunk: is not a trunk of this account; Number: is required.',
    );
    expect(failed({ 'tags.3': 'is too long' })).toBe('Tags: is too long.');
  });

  it('makes a sentence of what is wrong with a file', () => {
    expect(failed({ file: 'must have at most 10,000 numbers' })).toBe('The file must have at most 10,000 numbers.');
  });

  it('counts what uses a resource', () => {
    expect(failed({ numbers: '2' }, 'resource_in_use')).toContain('Numbers: 2.');
  });

  it('says why it failed when no field is named', () => {
    expect(failed({}, 'forbidden')).toBe('Your role does not permit this.');
  });
});
