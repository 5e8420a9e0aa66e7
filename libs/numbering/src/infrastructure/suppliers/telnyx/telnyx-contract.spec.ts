import { TestClock } from '@trunkline/kernel/testing';
import { FakeTelnyx } from '../../../testing/supply/fake-telnyx/fake-telnyx';
import { testRowReader } from '../../../testing/supply/row-reader';
import { supplierContract } from '../../../testing/supply/supplier-contract';
import { fixedCredential } from '../http/credential';
import { TelnyxSupplier } from './telnyx-supplier';

describe('Telnyx, with its fake', () => {
  let fake: FakeTelnyx;
  afterEach(() => fake.stop());

  supplierContract('Telnyx', async () => {
    const clock = new TestClock();
    fake = await FakeTelnyx.start(() => clock.now().getTime());
    const { baseUrl, publicKey, authorization } = fake;
    const credential = fixedCredential('authorization', authorization);
    const supplier = new TelnyxSupplier(
      { baseUrl, credential, publicKey, connectionId: 'conn-1' },
      clock,
      testRowReader('telnyx', clock),
    );
    return { supplier, country: 'US', unsoldCountry: 'AF', keepsHolds: true };
  });
});
