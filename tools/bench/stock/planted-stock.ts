import type { Client } from 'pg';
import { bulkLoad } from '../stack/database';

/** Countries that the sandbox does not sell, with their calling codes. The first has half of the numbers. */
const COUNTRIES = [
  ['KP', '850'],
  ['AF', '93'],
  ['ER', '291'],
  ['TD', '235'],
  ['SO', '252'],
  ['TM', '993'],
] as const;
export const COUNTRY = COUNTRIES[0][0];
/** Lots of each country. */
const LOTS = 500;
/** The country whose lots purchases take, with a lot for each buyer. */
export const SHOP = { country: 'NR', callingCode: '674', lots: 8, numbers: 6000 } as const;

const given = `(VALUES ${COUNTRIES.map(([country, code], index) => `('${country}', '${code}', ${index})`).join(', ')})
  AS given (country, calling_code, place)`;
/** One lot in 25 is mobile, and one in 50 has documents, a rare capability or a low price. */
const PLANT_LOTS = `INSERT INTO numbering.stock_lots (id, country, calling_code, number_type, area_code, region, region_names,
    city, city_names, capabilities, monthly_cents, setup_cents, requires_activation)
  SELECT 'lot_' || country || n, country, calling_code, CASE WHEN n % 25 = 0 THEN 'mobile' ELSE 'geographic' END,
    (200 + n)::text, 'Region ' || n % 20, ARRAY['region ' || n % 20], 'City ' || n, ARRAY['city ' || n],
    CASE WHEN n % 25 = 0 THEN '{sms,voice}' WHEN n % 50 = 1 THEN '{fax,voice}' ELSE '{voice}' END::text[],
    CASE WHEN n % 50 = 2 THEN 40 ELSE 80 + n % 7 * 10 END, 0, n % 50 = 3
  FROM ${given}, generate_series(0, ${LOTS - 1}) n
  UNION ALL SELECT 'lot_shop' || n, '${SHOP.country}', '${SHOP.callingCode}', 'geographic', (300 + n)::text, NULL,
    ARRAY['nauru'], NULL, '{}', '{voice}', 100, 0, false FROM generate_series(0, ${SHOP.lots - 1}) n`;

/** Of a hundred numbers 86 are free, 2 reserved, 8 sold, 3 ageing and one is withdrawn. */
const plantNumbers = (
  count: number,
) => `INSERT INTO numbering.stock_numbers (e164, lot_id, country, number_type, monthly_cents, state, account_id,
    order_id, is_usable, available_at, created_at, updated_at)
  SELECT '+' || calling_code || (200 + lot) || digits, 'lot_' || country || lot, country,
    CASE WHEN lot % 25 = 0 THEN 'mobile' ELSE 'geographic' END,
    (SELECT monthly_cents FROM numbering.stock_lots WHERE id = 'lot_' || planted.country || lot), state,
    CASE WHEN state IN ('reserved', 'sold') THEN 'acc_bench' END, CASE state WHEN 'sold' THEN 'ord_bench' || n END,
    CASE state WHEN 'sold' THEN true END, CASE WHEN state IN ('reserved', 'ageing') THEN now() + interval '1 day' END, now(), now()
  FROM (
    SELECT n, calling_code, country, n / 10 % ${LOTS} AS lot,
      lpad(((n / (10 * ${LOTS}) * 10 + n % 10 + n / 10 % ${LOTS} * 13)::bigint * 6364137 % 10000000)::text, 7, '0') AS digits,
      (ARRAY['free', 'reserved', 'sold', 'ageing', 'withdrawn'])[1 + width_bucket(drawn, ARRAY[0.86, 0.88, 0.96, 0.99])] AS state
    FROM (SELECT n, random() AS drawn, greatest(n % 10 - 4, 0) AS place FROM generate_series(0, ${count - 1}) n) numbered
    JOIN ${given} USING (place)) planted
  UNION ALL SELECT '+${SHOP.callingCode}' || (300 + lot) || lpad(n::text, 4, '0'), 'lot_shop' || lot, '${SHOP.country}',
    'geographic', 100, 'free', NULL, NULL, NULL, NULL, now(), now()
  FROM generate_series(0, ${SHOP.lots - 1}) lot, generate_series(0, ${SHOP.numbers - 1}) n`;

/** Inserts numbers of the stock, and those that purchases take. */
export async function plantStock(owner: Client, count: number): Promise<void> {
  await owner.query(PLANT_LOTS);
  await owner.query('VACUUM ANALYZE numbering.stock_lots');
  await bulkLoad(owner, 'numbering.stock_numbers', plantNumbers(count));
}

/** The searches of customers: every filter with frequent and rare values, pairs of filters, each in every order. */
export function stockSearches(): string[] {
  const filters = [
    '',
    'number_type=mobile',
    'number_type=tollfree',
    'area_code=217',
    'area_code=999',
    'city=city%2017',
    'region=region%201',
    'starts_with=21',
    'starts_with=217123',
    'starts_with=2171234567',
    'contains=77',
    'contains=777',
    'contains=98765',
    'contains=9876543210',
    'ends_with=00',
    'ends_with=1234',
    'ends_with=98765432',
    'starts_with=21&ends_with=77&contains=123',
    'capabilities=sms',
    'capabilities=fax',
    'capabilities=emergency',
    'requires_activation=true',
    'max_monthly_price_cents=40',
    'max_monthly_price_cents=10',
    'number_type=geographic&region=region%201&contains=123',
    'source=live',
    'source=availability',
  ];
  const sorts = ['relevance', 'price', 'e164'];
  return filters.flatMap((filter) => sorts.map((sort) => `country=${COUNTRY}&limit=50&sort=${sort}&${filter}`));
}

/** The pages of the operator's list. */
export const stockPages = (): string[] => [
  '',
  'order=asc',
  'state=free',
  'state=ageing',
  'state=sold,withdrawn',
  'country=TM',
  'number_type=mobile',
  'number_type=inum',
  'carrier_id=car_0mh2k3l4p9f1c2d3e4b5a6978',
  'q=217',
  'q=98765',
  'state=ageing&country=TM&number_type=mobile&q=123',
];
