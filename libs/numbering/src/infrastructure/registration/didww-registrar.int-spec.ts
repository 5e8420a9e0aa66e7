import { FakeDidwwRegistration } from '../../testing/registration/fake-didww-registration';
import { registrarContract } from '../../testing/registration/registrar-contract';
import { didwwHttp } from '../suppliers/didww/didww-config';
import { DidwwRegistrar } from './didww-registrar';

registrarContract('DidwwRegistrar', async () => ({
  fake: await new FakeDidwwRegistration().start(),
  creates: 'POST identities',
  deletes: 'DELETE identities',
  submits: 'POST address_verifications',
  reads: 'GET dids',
  uploads: 'POST encrypted_files',
  reasons: ['The proof of address is too old.'],
  make: ({ baseUrl: apiBase }, refs) =>
    new DidwwRegistrar(
      didwwHttp({ apiKey: 'key', apiBase, callbackUrl: null, callbackSecrets: [], voiceIn: null }),
      refs,
    ),
}));
