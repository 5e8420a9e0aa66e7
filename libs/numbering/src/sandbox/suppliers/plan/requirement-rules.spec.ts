import { PLANS, requirementsOf } from './numbering-plan';

const PLAN_CASES = PLANS.map((plan) => [`${plan.country} ${plan.numberType}`, plan] as const);

describe('requirementsOf', () => {
  it.each(PLAN_CASES)('requires data exactly when activation is required: %s', (_name, plan) => {
    const requirements = requirementsOf(plan.country, plan.numberType);

    expect(requirements).toMatchObject({
      country: plan.country,
      numberType: plan.numberType,
      requiresActivation: plan.requiresActivation,
      restrictions: plan.restrictions,
    });
    expect(requirements?.endUserKinds).not.toEqual([]);
    expect(requirements?.documents.length !== 0).toBe(plan.requiresActivation);
    expect(requirements?.requiredFields.length !== 0).toBe(plan.requiresActivation);
    expect(requirements?.address !== 'none').toBe(plan.requiresActivation);
    expect((requirements?.typicalReviewHours ?? 0) > 0).toBe(plan.requiresActivation);
  });

  it.each([
    ['US', false, 'none'],
    ['CA', false, 'none'],
    ['DE', true, 'local'],
    ['FR', true, 'local'],
    ['ES', true, 'local'],
  ] as const)(
    'returns for geographic numbers of %s: activation %p, address %s',
    (country, requiresActivation, address) => {
      expect(requirementsOf(country, 'geographic')).toMatchObject({ requiresActivation, address });
    },
  );

  it('requires nothing for a British national number, and returns nothing for types not sold', () => {
    expect(requirementsOf('GB', 'national')?.requiresActivation).toBe(false);
    expect(requirementsOf('US', 'mobile')).toBeNull();
  });

  it('returns a restriction where only businesses may buy', () => {
    const contradictions = PLANS.filter((plan) => {
      const requirements = requirementsOf(plan.country, plan.numberType);
      const sold = requirements?.endUserKinds.includes('person');
      return sold === plan.restrictions.some((restriction) => restriction.complianceCode === 'BUSINESS-ONLY');
    });

    expect(contradictions).toEqual([]);
  });

  it('adds requirements of single countries', () => {
    const fields = (country: string) =>
      requirementsOf(country, 'geographic')?.requiredFields.map((required) => required.field);

    expect(fields('DE')).toEqual(['full_name', 'contact_phone', 'date_of_birth']);
    expect(fields('IT')).toEqual(['full_name', 'contact_phone', 'tax_id']);
  });
});
