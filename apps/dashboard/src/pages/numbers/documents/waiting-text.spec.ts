import type { ComplianceBundle, NumberRegistration } from '@trunkline/client';
import { waitingText } from './waiting-text';

const textOf = (bundle: ComplianceBundle['status'] | null, registration: NumberRegistration['status'] | null): string =>
  waitingText(
    {
      compliance_bundle_id: bundle && 'bun_1',
      registration: registration && { status: registration, rejection_codes: [], updated_at: 0 },
    },
    bundle ? { status: bundle } : undefined,
  );

describe('waitingText', () => {
  it.each([
    [null, null, 'once an approved bundle is attached'],
    ['draft', null, 'not approved'],
    ['rejected', null, 'not approved'],
    ['submitted', null, 'once its bundle is approved'],
    ['approved', null, 'will work shortly'],
    ['approved', 'open', 'supplier is reviewing'],
    ['approved', 'registered', 'will work shortly'],
    ['approved', 'failed', 'Support will send it again'],
  ] as const)('explains a bundle that is %s and a registration that is %s', (bundle, registration, text) => {
    expect(textOf(bundle, registration)).toContain(text);
  });
});
