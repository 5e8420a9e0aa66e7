import { FileRequirements } from './file-requirements';

describe('FileRequirements', () => {
  const requirements = new FileRequirements();

  it('finds the requirements of a country and number type', () => {
    expect(requirements.find('DE', 'geographic')).toMatchObject({
      country: 'DE',
      numberType: 'geographic',
      requiresActivation: true,
      endUserKinds: ['person', 'business'],
      address: 'local',
      typicalReviewHours: 72,
    });
  });

  it('leaves out what applies only to the other kind of end user', () => {
    const fieldsOf = (kind: 'person' | 'business') =>
      requirements.find('DE', 'geographic', kind).requiredFields.map(({ field }) => field);
    const purposesOf = (kind: 'person' | 'business') =>
      requirements.find('DE', 'geographic', kind).documents.map(({ purpose }) => purpose);
    expect(fieldsOf('person')).toEqual(['first_name', 'last_name', 'phone_e164']);
    expect(fieldsOf('business')).toEqual(['phone_e164', 'business_name', 'first_name', 'last_name']);
    expect(purposesOf('person')).toEqual(['identity', 'other', 'address']);
    expect(purposesOf('business')).toEqual(['other', 'business', 'address']);
  });

  it('distinguishes a country that requires nothing from an unknown one', () => {
    expect(requirements.find('US', 'geographic')).toMatchObject({ requiresActivation: false, documents: [] });
    expect(requirements.isKnown('US', 'geographic')).toBe(true);
    for (const [country, numberType] of [
      ['KP', 'geographic'],
      ['DE', 'inum'],
      ['constructor', 'mobile'],
    ] as const) {
      expect(requirements.isKnown(country, numberType)).toBe(false);
    }
    expect(requirements.list('KP')).toEqual([]);
  });

  it('requires one document where the requirements are unknown, and says so', () => {
    expect(requirements.find('DE', 'mobile', 'person')).toMatchObject({
      country: 'DE',
      numberType: 'mobile',
      requiresActivation: true,
      endUserKinds: ['person', 'business'],
      requiredFields: [],
      address: 'none',
      documents: [{ purpose: 'other', acceptedDocTypes: expect.arrayContaining(['passport', 'other']), quantity: 1 }],
      restrictions: [{ type: 'document', message: expect.stringContaining('not listed') }],
    });
  });

  it('lists the number types of a country', () => {
    expect(requirements.list('DE').map(({ numberType }) => numberType)).toEqual(['geographic', 'national', 'tollfree']);
  });
});
