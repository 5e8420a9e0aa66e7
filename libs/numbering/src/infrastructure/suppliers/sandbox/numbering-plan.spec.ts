import { type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import {
  type Area,
  type NumberOrigin,
  type NumberPlan,
  type NumberType,
  PLANS,
  SANDBOX_FAULTS,
  inventory,
  inventorySize,
  numberAt,
  originOf,
  planOf,
  scriptedCount,
  scriptedFault,
  scriptedNumber,
} from './numbering-plan';

const ORIGINS: readonly NumberOrigin[] = PLANS.flatMap((plan) => plan.areas.map((area) => ({ plan, area })));
const PLAN_CASES = PLANS.map((plan) => [`${plan.country} ${plan.numberType}`, plan] as const);
const FIRST_FIFTY = Array.from({ length: 50 }, (_, index) => index);

const ALLOWED_METADATA_TYPES: Record<NumberType, readonly string[]> = {
  geographic: ['FIXED_LINE', 'FIXED_LINE_OR_MOBILE'],
  mobile: ['MOBILE', 'FIXED_LINE_OR_MOBILE'],
  tollfree: ['TOLL_FREE'],
  // Germany's 032 is the one nationwide range that the metadata counts among the fixed lines.
  national: ['VOIP', 'UAN', 'SHARED_COST', 'FIXED_LINE'],
  inum: ['VOIP'],
};

function mustPlan(country: string, numberType: NumberType): NumberPlan {
  const plan = planOf(country, numberType);
  if (plan === null) {
    throw new Error(`no plan for ${country} ${numberType}`);
  }
  return plan;
}

function mustArea(plan: NumberPlan, code: string): Area {
  const area = plan.areas.find((candidate) => candidate.code === code);
  if (area === undefined) {
    throw new Error(`no area ${code} in ${plan.country} ${plan.numberType}`);
  }
  return area;
}

/** The metadata cannot tell a Canadian toll-free number from an American one, and iNum has no country. */
function countryFits(plan: NumberPlan, parsed: PhoneNumber): boolean {
  if (plan.country === 'ZZ') {
    return parsed.country === undefined;
  }
  const sharesTollFree = plan.callingCode === '1' && plan.numberType === 'tollfree';
  return sharesTollFree ? parsed.country === 'US' : parsed.country === plan.country;
}

/** What libphonenumber holds against a number of the area, or null. */
function objection({ plan, area }: NumberOrigin, e164: string): string | null {
  const parsed = parsePhoneNumberFromString(e164);
  const type = parsed?.getType();
  const fits =
    parsed?.isValid() === true &&
    parsed.number === e164 &&
    parsed.countryCallingCode === plan.callingCode &&
    countryFits(plan, parsed) &&
    type !== undefined &&
    plan.metadataTypes.includes(type);
  return fits ? null : `${e164} (${plan.country} ${plan.numberType} ${area.code}): ${parsed?.country} ${type}`;
}

function objections(plan: NumberPlan, numbersOf: (area: Area) => readonly string[]): string[] {
  return plan.areas
    .flatMap((area) => numbersOf(area).map((e164) => objection({ plan, area }, e164)))
    .filter((text) => text !== null);
}

/** Whether two areas could hand out the same number: every position shares a digit. */
function overlap(a: NumberOrigin, b: NumberOrigin): boolean {
  const digits = ({ plan, area }: NumberOrigin) =>
    `${plan.callingCode}${area.code}${area.template}`.match(/\[[^\]]+\]|[\dX]/g) ?? [];
  const [left, right] = [digits(a), digits(b)];
  const holds = (position: string, digit: string) => position === 'X' || new RegExp(position).test(digit);
  return (
    left.length === right.length &&
    left.every((position, at) => Array.from('0123456789').some((d) => holds(position, d) && holds(right[at] ?? '', d)))
  );
}

describe('PLANS', () => {
  it('sells in many countries, and iNum', () => {
    const countries = new Set(PLANS.map((plan) => plan.country));
    const wanted = 'US CA GB DE FR NL ES IT AU BR IN JP AT CH PL SE IE ZZ'.split(' ');

    expect(wanted.filter((country) => !countries.has(country))).toEqual([]);
    expect(planOf('ZZ', 'inum')?.areas.map((area) => area.code)).toEqual(['5100']);
  });

  it('has one entry for each country and number type, and one for each area code within it', () => {
    const plans = PLANS.map((plan) => `${plan.country} ${plan.numberType}`);
    const areas = ORIGINS.map(({ plan, area }) => `${plan.country} ${plan.numberType} ${area.code}`);

    expect(new Set(plans).size).toBe(plans.length);
    expect(new Set(areas).size).toBe(areas.length);
  });

  it.each(PLAN_CASES)('%s has prices in whole cents, capabilities and a known class', (_name, plan) => {
    expect(Number.isInteger(plan.monthlyCents) && plan.monthlyCents > 0).toBe(true);
    expect(Number.isInteger(plan.setupCents) && plan.setupCents >= 0).toBe(true);
    expect(plan.capabilities).toContain('voice');
    expect(plan.metadataTypes.length).toBeGreaterThan(0);
    expect(ALLOWED_METADATA_TYPES[plan.numberType]).toEqual(expect.arrayContaining([...plan.metadataTypes]));
  });

  it('names a city and a region for every geographic area', () => {
    const nameless = ORIGINS.filter(
      ({ plan, area }) => plan.numberType === 'geographic' && !(area.city && area.region),
    );

    expect(nameless).toEqual([]);
  });

  it('never offers the same number in two areas, types or countries', () => {
    const overlaps = ORIGINS.flatMap((a, at) =>
      ORIGINS.slice(at + 1)
        .filter((b) => a.plan.callingCode === b.plan.callingCode && overlap(a, b))
        .map((b) => `${a.plan.country} ${a.area.code} and ${b.plan.country} ${b.area.code}`),
    );

    expect(overlaps).toEqual([]);
  });
});

describe('numberAt', () => {
  it.each(PLAN_CASES)(
    '%s: the first 50 numbers of every area are valid, of the country and the type',
    (_name, plan) => {
      expect(objections(plan, (area) => FIRST_FIFTY.map((index) => numberAt(plan, area, index)))).toEqual([]);
    },
  );

  it.each(PLAN_CASES)('%s: so are numbers from the whole range of every area', (_name, plan) => {
    const spread = (area: Area) => {
      const last = inventorySize(plan, area) - 1;
      return FIRST_FIFTY.map((index) => numberAt(plan, area, Math.floor((last * index) / 49)));
    };

    expect(objections(plan, spread)).toEqual([]);
  });

  it('gives every number once, over all the first numbers of all areas', () => {
    const numbers = ORIGINS.flatMap(({ plan, area }) => FIRST_FIFTY.map((index) => numberAt(plan, area, index)));

    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it('visits every number of an area once and scripts no fault', () => {
    const plan = mustPlan('BE', 'national');
    const area = mustArea(plan, '7815');
    const size = inventorySize(plan, area);
    const numbers = Array.from({ length: size }, (_, index) => numberAt(plan, area, index));

    expect(size).toBe(9994);
    expect(new Set(numbers).size).toBe(size);
    expect(numbers.filter((e164) => scriptedFault(e164) !== null)).toEqual([]);
  });

  it('holds thousands of numbers in every area', () => {
    expect(ORIGINS.filter(({ plan, area }) => inventorySize(plan, area) < 5000)).toEqual([]);
  });

  it('gives the same numbers on every machine and every day', () => {
    const first = (country: string, numberType: NumberType, code: string) => {
      const plan = mustPlan(country, numberType);
      return [0, 1, 2].map((index) => numberAt(plan, mustArea(plan, code), index));
    };

    expect(first('US', 'geographic', '212')).toEqual(['+12124782011', '+12122076522', '+12127471039']);
    expect(first('DE', 'geographic', '30')).toEqual(['+493057964946', '+493027408023', '+493076851106']);
    expect(first('ZZ', 'inum', '5100')).toEqual(['+883510066934932', '+883510028739115', '+883510090543292']);
  });

  it.each([-1, 0.5, Number.NaN, 9994])('has no number at index %p', (index) => {
    const plan = mustPlan('BE', 'national');

    expect(() => numberAt(plan, mustArea(plan, '7815'), index)).toThrow(RangeError);
  });
});

describe('scriptedNumber', () => {
  it.each(PLAN_CASES)('%s: gives a valid number of every area for every fault', (_name, plan) => {
    const scripted = (area: Area) => SANDBOX_FAULTS.map((fault) => scriptedNumber(plan, area, fault));

    expect(objections(plan, scripted)).toEqual([]);
    for (const area of plan.areas) {
      expect(scripted(area).map(scriptedFault)).toEqual(SANDBOX_FAULTS);
    }
  });

  it('gives another number for each index, up to the count', () => {
    const plan = mustPlan('US', 'geographic');
    const area = mustArea(plan, '415');
    const count = scriptedCount(plan, area);
    const numbers = Array.from({ length: count }, (_, index) => scriptedNumber(plan, area, 'slow', index));

    expect(new Set(numbers).size).toBe(count);
    expect(() => scriptedNumber(plan, area, 'slow', count)).toThrow(RangeError);
  });
});

describe('originOf', () => {
  it.each(PLAN_CASES)('%s: finds the plan and area of its numbers, scripted or not', (_name, plan) => {
    for (const area of plan.areas) {
      expect(originOf(numberAt(plan, area, 7))).toEqual({ plan, area });
      expect(originOf(scriptedNumber(plan, area, 'taken'))).toEqual({ plan, area });
    }
  });

  it.each(['+12125550100', '+1212478201', '+99912345678', '12124782011', ''])('knows no origin of %p', (e164) => {
    expect(originOf(e164)).toBeNull();
  });
});

describe('inventory', () => {
  it('is what numberAt gives, computed while it is read', () => {
    const plan = mustPlan('GB', 'geographic');
    const london = inventory('GB', 'geographic', '20');
    const [first, second] = london ?? [];

    expect([first, second]).toEqual([0, 1].map((index) => numberAt(plan, mustArea(plan, '20'), index)));
    expect(london?.size).toBe(inventorySize(plan, mustArea(plan, '20')));
    expect(london?.at(1)).toBe(second);
  });

  it('lets the areas of a plan take turns when no area is given', () => {
    const all = inventory('FR', 'geographic');
    const areas = mustPlan('FR', 'geographic').areas;
    const round = areas.map((_, index) => originOf(all?.at(index) ?? '')?.area.code);

    expect(round).toEqual(areas.map((area) => area.code));
    expect(() => all?.at(all.size)).toThrow(RangeError);
    expect(originOf(all?.at(all.size - 1) ?? '')).not.toBeNull();
  });

  it('does not exist for what is not sold', () => {
    expect(inventory('XX', 'geographic')).toBeNull();
    expect(inventory('US', 'inum')).toBeNull();
    expect(inventory('US', 'geographic', '999')).toBeNull();
  });
});
