import { aCatalogOffer, anOffer } from '../samples';
import { FakeSupplier } from './fake-supplier';
import { supplierContract } from './supplier-contract';

supplierContract('The fake', () => {
  const live = [1, 2, 3, 4, 5, 6, 7].map((index) => anOffer({ e164: `+49309018${index}0` }));
  return Promise.resolve({
    supplier: new FakeSupplier([...live, aCatalogOffer()]),
    country: 'DE',
    unsoldCountry: 'XX',
  });
});
