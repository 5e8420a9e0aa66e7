import { DidwwWorld } from '../../../testing/supply/didww-world';

describe('requirements of DIDWW', () => {
  let world: DidwwWorld;

  beforeEach(async () => {
    world = await DidwwWorld.start();
  });
  afterEach(() => world.stop());

  describe('requirements', () => {
    const demand = (attributes: object) => {
      const { store } = world.fake.stock;
      const link = (type: string, name: string) => {
        store.add({ type, id: name, attributes: { name }, relationships: {} });
        return { type, id: name };
      };
      const group = store.all('did_groups').find((each) => each.attributes['area_name'] === 'Aachen')!;
      const { country, did_group_type: type } = group.relationships;
      const form = link('supporting_document_templates', 'Generic LOI');
      const others = { country: country!, did_group_type: link('did_group_types', 'Mobile') };
      const personal = { identity_type: 'personal' };
      store.add({ type: 'address_requirements', id: 'of-mobile', attributes: personal, relationships: others });
      store.add({
        type: 'address_requirements',
        id: 'requirement',
        attributes: {
          identity_type: 'any',
          address_area_level: 'city',
          restriction_message: 'Registration is required.',
          personal_proof_qty: 1,
          business_proof_qty: 2,
          address_proof_qty: 1,
          personal_mandatory_fields: ['Birth Date'],
          business_mandatory_fields: ['Company ID'],
          ...attributes,
        },
        relationships: {
          country: country!,
          did_group_type: type!,
          personal_permanent_document: null,
          personal_onetime_document: form,
          business_onetime_document: form,
          business_permanent_document: null,
          personal_proof_types: [link('proof_types', 'Drivers License'), link('proof_types', 'Passport')],
          business_proof_types: [link('proof_types', 'Copy of Company Registration')],
          address_proof_types: [link('proof_types', 'Utility Bill')],
        },
      });
    };

    it('contain documents, fields and area', async () => {
      demand({});
      expect(await world.supplier.requirements('DE', 'geographic', null)).toMatchObject({
        country: 'DE',
        numberType: 'geographic',
        requiresActivation: true,
        address: 'local',
        endUserKinds: ['person', 'business'],
        requiredFields: [{ field: 'birth_date' }, { field: 'company_id' }],
        documents: [
          { purpose: 'identity', acceptedDocTypes: ['drivers_license', 'passport'], quantity: 1 },
          { purpose: 'business', acceptedDocTypes: ['business_registration'], quantity: 2 },
          { purpose: 'address', acceptedDocTypes: ['utility_bill'], quantity: 1 },
          { purpose: 'other', acceptedDocTypes: ['other'], quantity: 1 },
        ],
        restrictions: [{ message: 'Live in the city.' }, { type: 'legal', message: 'Registration is required.' }],
      });
    });

    it('narrow to a kind of end user', async () => {
      demand({});
      const found = await world.supplier.requirements('DE', 'geographic', 'person');
      expect(found!.documents.map(({ purpose }) => purpose)).toEqual(['identity', 'address', 'other']);
      expect(found!.requiredFields).toMatchObject([{ field: 'birth_date' }]);
    });

    it('contain the kinds of end users', async () => {
      demand({ identity_type: 'Business', address_area_level: 'World_wide' });
      const found = await world.supplier.requirements('DE', 'geographic', null);
      expect(found).toMatchObject({ endUserKinds: ['business'], address: 'worldwide' });
    });

    it('are empty when no registration is needed', async () => {
      expect(await world.supplier.requirements('DE', 'national', null)).toMatchObject({
        requiresActivation: false,
        documents: [],
        requiredFields: [],
        address: 'none',
      });
      expect(await world.supplier.requirements('US', 'mobile', null)).toBeNull();
    });
  });
});
