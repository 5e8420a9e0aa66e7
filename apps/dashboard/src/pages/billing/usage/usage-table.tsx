import { Text } from '@mantine/core';
import type { UsageGroup, UsageRow } from '@trunkline/client';
import { format } from '../../../format';
import { Phone } from '../../../format/phone';
import { Key } from '../../../ui/charts/bar-drawing';
import { Panel } from '../../../ui/layout/panel';
import { TextLink } from '../../../ui/links';
import type { Column } from '../../../ui/tables/data-table';
import { ShortTable } from '../../../ui/tables/short-table';
import { Table } from '../../../ui/tables/table';
import { useRoutes } from '../../numbers/routes';
import { changeText } from './change-text';
import { toneOf } from './kinds';
import { costOf, sumOf } from './load-usage';

const NONE = 'none';

const KINDS: Readonly<Record<string, string>> = {
  usage_inbound: 'Inbound calls',
  usage_outbound: 'Outbound calls',
  number_monthly: 'Monthly charges of numbers',
  number_setup: 'Set-up of numbers',
  port_fee: 'Ports',
  sms_inbound: 'Inbound messages',
  sms_outbound: 'Outbound messages',
  sms: 'Messages',
  other: 'Other',
};

const TITLES: Partial<Record<UsageGroup, string>> = { country: 'Country', number: 'Number', trunk: 'SIP trunk' };

/** Returns what names a row. */
function useNames(by: UsageGroup) {
  const { nameOf } = useRoutes();
  return ({ key }: UsageRow) => {
    if (by === 'kind')
      return (
        <>
          <Key tone={toneOf(key)} /> {KINDS[key] ?? key}
        </>
      );
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

/** What was charged for, the dearest first, with the sum of all. */
export function UsageTable({ by, month, rows, compared }: Props) {
  const nameOf = useNames(by);
  const costs = new Map(compared?.rows.map(({ key, cost_cents }) => [key, cost_cents]));
  const total = costOf(rows);
  const totalBefore = costOf(compared?.rows ?? []);
  const title = TITLES[by] ?? 'Kind';
  const columns: readonly Column<UsageRow>[] = [
    { title, cell: nameOf },
    { title: 'Calls', is: 'count', cell: ({ calls }) => (calls === 0 ? '–' : format.count(calls)) },
    {
      title: 'Talk time',
      is: 'count',
      cell: ({ billable_s }) => (billable_s === 0 ? '–' : format.duration(billable_s)),
    },
    {
      title: 'Share',
      is: 'count',
      cell: ({ cost_cents }) => (total === 0 ? '–' : format.percent((100 * cost_cents) / total)),
    },
    ...(compared
      ? ([
          { title: compared.name, is: 'money', cell: ({ key }) => format.money(costs.get(key) ?? 0) },
          {
            title: 'Change',
            is: 'count',
            cell: ({ key, cost_cents }) => changeText(cost_cents, costs.get(key) ?? 0) ?? '–',
          },
        ] satisfies readonly Column<UsageRow>[])
      : []),
    { title: month, is: 'money', cell: ({ cost_cents }) => format.money(cost_cents) },
  ];
  const sums = [
    format.count(sumOf(rows, ({ calls }) => calls)),
    format.duration(sumOf(rows, ({ billable_s }) => billable_s)),
    total === 0 ? '–' : format.percent(100),
    ...(compared ? [format.money(totalBefore), changeText(total, totalBefore) ?? '–'] : []),
    format.money(total),
  ];
  return (
    <Panel title={`By ${title.toLowerCase()}`} aside={by !== 'kind' && <OfCalls />}>
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nothing was charged.
        </Text>
      ) : (
        <ShortTable
          label={`Usage by ${title.toLowerCase()}`}
          columns={columns}
          rows={rows.toSorted((one, other) => other.cost_cents - one.cost_cents)}
          rowKey={({ key }) => key}
        >
          <Table.Tr fw={600}>
            <Table.Td fw={600}>Total</Table.Td>
            {sums.map((sum, index) => (
              <Table.Td key={index} ta="end" className="figures">
                {sum}
              </Table.Td>
            ))}
          </Table.Tr>
        </ShortTable>
      )}
    </Panel>
  );
}
