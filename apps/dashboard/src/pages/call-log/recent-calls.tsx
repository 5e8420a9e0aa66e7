import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Texts } from '../../router/search';
import { trunkline } from '../../session/client';
import { Loaded } from '../../ui/feedback/loaded';
import { Panel } from '../../ui/layout/panel';
import { TextLink } from '../../ui/links';
import { ChosenFault } from '../../ui/tables/filter-faults';
import { CallTable } from '../calls/call-table';
import { daysFault, daysIn } from './days-choice';
import { ResultChart } from './result-chart';

const SHOWN = 5;

interface Props {
  /** What the calls have in common, as the API takes it. */
  readonly query: { readonly e164: string } | { readonly sip_trunk_id: string };
  /** The same, as the address of the call log has it. */
  readonly search: Texts<'number' | 'trunk'>;
  readonly noun: 'number' | 'trunk';
  /** The choice of the chart, as the address of the page has it. */
  readonly days: string | undefined;
}

/** The calls of a number or a trunk: how they ended from day to day, and the latest ones. */
export function RecentCalls({ query, search, noun, days }: Props) {
  const navigate = useNavigate();
  const fault = daysFault(days);
  return (
    <>
      {fault === null ? (
        <ResultChart
          query={query}
          range={{}}
          days={daysIn(days)}
          set={(time) => void navigate({ to: '/calls', search: { ...search, ...time } })}
          empty="No calls in this time."
        />
      ) : (
        <ChosenFault name="days" label="Days" text={days} fault={fault} />
      )}
      <Panel
        title="Latest calls"
        aside={
          <TextLink to="/calls" search={search}>
            All calls of this {noun}
          </TextLink>
        }
      >
        <LatestCalls query={query} />
      </Panel>
    </>
  );
}

function LatestCalls({ query: asked }: Pick<Props, 'query'>) {
  const query = useQuery({
    queryKey: ['calls', 'latest', asked],
    queryFn: async ({ signal }) => trunkline.cdrs.list({ ...asked, limit: SHOWN }, { signal }),
  });
  return (
    <Loaded query={query} title="The calls could not be loaded" height={120}>
      {({ items }) =>
        items.length > 0 ? (
          <CallTable label="Latest calls" calls={items} />
        ) : (
          <Text size="sm" c="dimmed">
            No calls yet.
          </Text>
        )
      }
    </Loaded>
  );
}
