import { CommonErrors, type Page, type PageRequest } from '@trunkline/kernel';
import { column, columnsOf, type Database, type Table, violatedConstraint, Where } from '@trunkline/platform';
import type { PriceRuleFilters, PriceRules, PriceRuleView } from '../../application/pricing/ports';
import type { NumberPriceRule } from '../../domain/pricing/price-rule';
import { table } from '../table';

const { key, text, optionalText, bigint, time } = column;

/** Which numbers a rule or a repricing is about. */
export const SELECTOR_COLUMNS = {
  accountId: optionalText,
  supplier: optionalText,
  country: optionalText,
  numberType: optionalText,
} as const;

export const NumberPriceRuleSchema = table<NumberPriceRule>('number_price_rules', {
  id: key,
  ...SELECTOR_COLUMNS,
  markupPct: text,
  addMonthlyCents: bigint,
  addSetupCents: bigint,
  minMonthlyCents: bigint,
  minSetupCents: bigint,
  effectiveFrom: time,
  createdAt: time,
});

const RULES = 'numbering.number_price_rules';
/** The expressions of the index `number_price_rules_selector`, which must match it exactly. */
const selectorOf = (alias: string) =>
  ['account_id', 'supplier', 'country', 'number_type'].map((column) => `coalesce(${alias}.${column}, '')`);
const SELECTOR = selectorOf('r').join(', ');
const SELECTOR_INDEX = 'number_price_rules_selector';

const REPLACED_AT = `(SELECT later.effective_from FROM ${RULES} later
  WHERE (${selectorOf('later').join(', ')}) = (${SELECTOR}) AND later.effective_from > r.effective_from
  ORDER BY ${selectorOf('later').join(', ')}, later.effective_from LIMIT 1)`;
const SELECT = `SELECT * FROM (
  SELECT ${columnsOf(NumberPriceRuleSchema, undefined, 'r')}, ${REPLACED_AT} AS "replacedAt" FROM ${RULES} r) rules`;

const [ACCOUNT, ...KIND] = selectorOf('r');
const firstSelector = (
  condition: string,
) => `(SELECT ${ACCOUNT} AS account_id, ${KIND[0]} AS supplier, ${KIND[1]} AS country,
    ${KIND[2]} AS number_type FROM ${RULES} r WHERE ${condition} ORDER BY ${SELECTOR} LIMIT 1)`;
/** Goes from selector to selector in the index, so that the rules that were in force before are not read. */
const inForce = (accounts: string) => `WITH RECURSIVE selectors AS (
    SELECT first.* FROM (${accounts}) AS account (id)
      CROSS JOIN LATERAL ${firstSelector(`${ACCOUNT} = account.id`)} AS first
    UNION ALL
    SELECT next.* FROM selectors s CROSS JOIN LATERAL ${firstSelector(
      `${ACCOUNT} = s.account_id AND (${KIND.join(', ')}) > (s.supplier, s.country, s.number_type)`,
    )} AS next)
  SELECT ${columnsOf(NumberPriceRuleSchema, undefined, 'r')} FROM selectors s CROSS JOIN LATERAL (
    SELECT * FROM ${RULES} r WHERE (${SELECTOR}) = (s.account_id, s.supplier, s.country, s.number_type) AND effective_from <= $1
    ORDER BY effective_from DESC LIMIT 1) AS r`;
const ALL_IN_FORCE = inForce(`SELECT DISTINCT coalesce(account_id, '') FROM ${RULES}`);
/** $1 time, $2 account. */
export const IN_FORCE = inForce(`VALUES (''), ($2::text)`);

export class StoredPriceRules implements PriceRules {
  constructor(private readonly db: Database) {}

  private get table(): Table<NumberPriceRule> {
    return this.db.table(NumberPriceRuleSchema);
  }

  async add(rule: NumberPriceRule): Promise<void> {
    await this.table.add(rule, (error) =>
      violatedConstraint(error) === SELECTOR_INDEX
        ? CommonErrors.conflict({ message: 'Another rule for the same numbers takes effect at the same time.' })
        : error,
    );
  }

  lock(id: string): Promise<NumberPriceRule> {
    return this.table.get('id = $1 FOR UPDATE', [id]);
  }

  async remove({ id }: NumberPriceRule): Promise<void> {
    await this.db.write(`DELETE FROM ${RULES} WHERE id = $1`, [id]);
  }

  get(id: string): Promise<PriceRuleView> {
    return this.db.get<PriceRuleView>(`${SELECT} WHERE id = $1`, [id]);
  }

  list(filters: PriceRuleFilters, page: PageRequest<'created_at'>): Promise<Page<PriceRuleView>> {
    const { accountId, supplier, country, numberType, isReplaced } = filters;
    const where = new Where()
      .add('"accountId" = ?', accountId)
      .add('supplier = ?', supplier)
      .add('country = ?', country)
      .add('"numberType" = ?', numberType)
      .when(isReplaced, '"replacedAt" IS NOT NULL', '"replacedAt" IS NULL');
    const of = ({ createdAt, id }: PriceRuleView) => [createdAt, id] as const;
    return this.db.page<PriceRuleView>({ select: SELECT, where, by: ['"createdAt"', 'id'], of }, page);
  }

  inForce(accountId: string, at: Date): Promise<readonly NumberPriceRule[]> {
    return this.db.query<NumberPriceRule>(IN_FORCE, [at, accountId]);
  }

  allInForce(at: Date): Promise<readonly NumberPriceRule[]> {
    return this.db.query<NumberPriceRule>(ALL_IN_FORCE, [at]);
  }

  async exist(at: Date): Promise<boolean> {
    return (await this.db.find(`SELECT FROM ${RULES} WHERE effective_from <= $1 LIMIT 1`, [at])) !== null;
  }
}
