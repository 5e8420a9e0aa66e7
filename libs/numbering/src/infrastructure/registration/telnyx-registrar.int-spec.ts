import { FakeTelnyxRegistration } from '../../testing/registration/fake-telnyx-registration';
import { registrarContract } from '../../testing/registration/registrar-contract';
import { fixedCredential } from '../suppliers/http/credential';
import { SupplierHttp } from '../suppliers/http/supplier-http';
import { TelnyxRegistrar } from './telnyx-registrar';

registrarContract('TelnyxRegistrar', async () => ({
  fake: await new FakeTelnyxRegistration().start(),
  creates: 'POST addresses',
  deletes: 'DELETE addresses',
  submits: 'POST number_order_phone_numbers',
  reads: 'GET number_order_phone_numbers',
  uploads: 'POST documents',
  reasons: ['Proof of Address was declined.'],
  make: ({ baseUrl }, refs) => {
    const credential = fixedCredential('authorization', 'Bearer key');
    return new TelnyxRegistrar(new SupplierHttp({ supplier: 'Telnyx', baseUrl, credential }), refs);
  },
}));
