import { Text } from '@mantine/core';
import type { UsageGroup, UsageRow } from '@trunkline/client';
import { format } from '../../../format';
import { Phone } from '../../../format/phone';
import { Key } from '../../../ui/charts/bar-drawing';
import { Panel } from '../../../ui/layout/panel';
import { TextLink } from '../../../ui/links';
import { type Column, isNothing } from '../../../ui/tables/columns';
import { ShortTable } from '../../../ui/tables/short-table';
import { useRoutes } from '../../numbers/routes';
import { changeText } from './change-text';
import { nameOfKind, quantityOf, toneOf } from './kinds';
import { costOf, isOfCalls, sumOf } from './load-usage';

const NONE = 'none';
const TOTAL = 'total';

const TITLES: Partial<Record<UsageGroup, string>> = {
  country: 'Country',
  number: 'Number',
  trunk: 'SIP trunk',
  day: 'Day',
};

/** Returns what names a row. */
function useNames(by: UsageGroup) {
  const { nameOf } = useRoutes();
  return ({ key }: UsageRow) => {
    if (by === 'kind')
      return (
        <>
          <Key tone={toneOf(key)} /> {nameOfKind(key)}
        </>
      );
    if (by === 'day') return format.date(key);
    if (key === NONE) return 'Without calls';
    if (by === 'country') return format.country(key);
    if (by === 'trunk') {
      const name = nameOf({ trunk_id: key, routing_profile_id: null }) ?? key;
      return (
        <TextLink to="/trunks/$id" params={{ id: key }} className="opens">
          {name}
        </TextLink>
      );
    }
    return (
      <TextLink to="/numbers/$e164" params={{ e164: key }} className="opens">
        <Phone value={key} />
      </TextLink>
    );
  };
}

const TALK_TIME: Column<UsageRow> = {
  title: 'Talk time',
  is: 'count',
  cell: ({ billable_s }) => (billable_s === 0 ? '–' : format.duration(billable_s)),
};

/** Units differ, so that quantities have no sum. */
const QUANTITY: readonly Column<UsageRow>[] = [
  {
    title: 'Quantity',
    is: 'count',
    cell: (row) => {
      const quantity = quantityOf(row);
      return quantity && format.count(quantity.count);
    },
  },
  { title: 'Unit', cell: (row) => quantityOf(row)?.unit },
];

/** The sum of rows, as a row of their table. */
const totalOf = (rows: readonly UsageRow[]): UsageRow => ({
  key: TOTAL,
  calls: sumOf(rows, ({ calls }) => calls),
  billable_s: sumOf(rows, ({ billable_s }) => billable_s),
  cost_cents: costOf(rows),
  charges: sumOf(rows, ({ charges }) => charges),
});

const withTotal = (column: Column<UsageRow>): Column<UsageRow> => ({
  ...column,
  cell: (row) => {
    const value = column.cell(row);
    return row.key === TOTAL && !isNothing(value) ? <b>{value}</b> : value;
  },
});

const OfCalls = () => (
  <Text size="sm" c="dimmed">
    Of calls only
  </Text>
);

interface Props {
  readonly by: UsageGroup;
  /** Names the time of the figures. */
  readonly month: string;
  readonly rows: readonly UsageRow[];
  /** The name and the rows of the time before, if they are compared and something was charged then. */
  readonly compared: { readonly name: string; readonly rows: readonly UsageRow[] } | null;
}

/** What was charged for, with the sum of all as the last row: the dearest first, and days as they follow each other. */
export function UsageTable({ by, month, rows, compared }: Props) {
  const nameOf = useNames(by);
  const total = totalOf(rows);
  const costsBefore = new Map(
    compared && [...compared.rows, totalOf(compared.rows)].map((row) => [row.key, row.cost_cents]),
  );
  const costBefore = ({ key }: UsageRow): number => costsBefore.get(key) ?? 0;
  const title = TITLES[by] ?? 'Kind';
  const columns: readonly Column<UsageRow>[] = [
    { title, cell: (row) => (row.key === TOTAL ? 'Total' : nameOf(row)) },
    { title: 'Calls', is: 'count', cell: ({ calls }) => (calls === 0 ? '–' : format.count(calls)) },
    ...(by === 'kind' ? QUANTITY : [TALK_TIME]),
    {
      title: 'Share',
      is: 'count',
      cell: ({ cost_cents }) => (total.cost_cents === 0 ? '–' : format.percent((100 * cost_cents) / total.cost_cents)),
    },
    ...(compared
      ? ([
          { title: compared.name, is: 'money', cell: (row) => format.money(costBefore(row)) },
          { title: 'Change', is: 'count', cell: (row) => changeText(row.cost_cents, costBefore(row)) ?? '–' },
        ] satisfies readonly Column<UsageRow>[])
      : []),
    { title: month, is: 'money', cell: ({ cost_cents }) => format.money(cost_cents) },
  ];
  const sorted = by === 'day' ? rows : rows.toSorted((one, other) => other.cost_cents - one.cost_cents);
  return (
    <Panel title={`By ${title.toLowerCase()}`} aside={isOfCalls(by) && <OfCalls />}>
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nothing was charged.
        </Text>
      ) : (
        <ShortTable
          label={`Usage by ${title.toLowerCase()}`}
          columns={columns.map(withTotal)}
          rows={[...sorted, total]}
          rowKey={({ key }) => key}
        />
      )}
    </Panel>
  );
}
