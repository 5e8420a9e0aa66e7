import { TrunklineError } from '@trunkline/client';
import { faultText, problemWithFields } from './field-texts';

const failed = (fields: Readonly<Record<string, string>>, code: TrunklineError['code'] = 'invalid_input') =>
  problemWithFields(
    new TrunklineError({ status: 422, code, message: 'Some fields are invalid. `fields` names each of them.', fields }),
  );

describe('what is said of an entry', () => {
  it.each([
    [
      'must be a phone number in E.164 format with +',
      'must be a phone number with its country code, such as +12125550100',
    ],
    ['must be in canonical form, +49900123456', 'must be written as +49900123456'],
    ['must be text of 1 to 64 characters without control characters', 'must have 1 to 64 characters'],
    ['must be an identifier that starts with trk_', 'is not one of the choices'],
    ['must be one of asc, desc', 'is not one of the choices'],
  ])('says %j in words for users', (fault, text) => {
    expect(faultText(fault)).toBe(text);
  });

  it('names other entries in words', () => {
    expect(faultText('must be at most 7 days later than `from`')).toBe('must be at most 7 days later than “From”');
    expect(faultText('must be after issued_at')).toBe('must be after “Issued”');
    expect(faultText('must have trunk_id or routing_profile_id')).toBe('must have “Trunk” or “Routing profile”');
  });

  it('repeats nothing that is for programs', () => {
    expect(faultText('must be null for kind email')).toBe('is not accepted');
    expect(faultText('is required, or content_base64 in JSON')).toBe('is not accepted');
  });

  it('keeps a sentence that users understand', () => {
    expect(faultText('is not your password')).toBe('is not your password');
  });
});

describe('what is said of a failure that names entries', () => {
  it('names them as the dashboard does', () => {
    expect(failed({ 'change.routing.trunk_id': 'is not a trunk of this account', e164: 'is required' })).toBe(
      'Trunk: is not a trunk of this account; Number: is required.',
    );
    expect(failed({ 'tags.3': 'is too long' })).toBe('Tags: is too long.');
  });

  it('counts what uses a resource', () => {
    expect(failed({ numbers: '2' }, 'resource_in_use')).toContain('Numbers: 2.');
  });

  it('says why it failed when no field is named', () => {
    expect(failed({}, 'forbidden')).toBe('Your role does not permit this.');
  });
});
