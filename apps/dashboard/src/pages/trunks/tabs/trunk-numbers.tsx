import { Stack } from '@mantine/core';
import type { NumbersListQuery, PhoneNumber, SipTrunkDetail, TrunkProfile } from '@trunkline/client';
import { Hash } from 'lucide-react';
import type { ReactNode } from 'react';
import { trunkline } from '../../../session/client';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { Panel } from '../../../ui/layout/panel';
import { ButtonLink, TextLink } from '../../../ui/links';
import type { Column } from '../../../ui/tables/data-table';
import { List } from '../../../ui/tables/list';
import { LABEL, NUMBER, STATUS } from '../../numbers/number-columns';

/** The most that the API takes at once. */
const PROFILES_MAX = 100;

/** The numbers whose calls reach a trunk: those that route to it, and those of each routing profile with it as a target. */
export function TrunkNumbers({ trunk: { id, number_count, profiles } }: { trunk: SipTrunkDetail }) {
  const used = profiles.filter((profile) => profile.number_count > 0);
  if (number_count === 0 && used.length === 0)
    return (
      <EmptyState
        icon={Hash}
        text="No number routes to this trunk yet. The numbers whose calls reach it are listed here."
      >
        <ButtonLink to="/numbers">Route a number</ButtonLink>
      </EmptyState>
    );
  return (
    <Stack gap={40}>
      {number_count > 0 && (
        <NumberList
          title="Routed to this trunk"
          query={{ trunk_id: [id] }}
          columns={[NUMBER, LABEL, STATUS]}
          aside={
            <TextLink to="/numbers" search={{ route: id }}>
              Filter or change them
            </TextLink>
          }
        />
      )}
      {used.length > 0 && (
        <NumberList
          title="Routed through a profile"
          query={{ routing_profile_id: used.slice(0, PROFILES_MAX).map((profile) => profile.id) }}
          columns={[NUMBER, LABEL, profileIn(used), STATUS]}
        />
      )}
    </Stack>
  );
}

interface ListProps {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly query: Pick<NumbersListQuery, 'trunk_id' | 'routing_profile_id'>;
  readonly columns: readonly Column<PhoneNumber, string>[];
}

function NumberList({ title, aside, query, columns }: ListProps) {
  return (
    <Panel title={title} aside={aside}>
      <List
        label={title}
        queryKey={['numbers', JSON.stringify(query)]}
        load={({ cursor }, options) => trunkline.numbers.list({ ...query, cursor }, options)}
        columns={columns}
        namesZone={false}
        empty={<EmptyState text="These numbers have another route now." />}
      />
    </Panel>
  );
}

/** The profile through which a number reaches the trunk. */
const profileIn = (profiles: readonly TrunkProfile[]): Column<PhoneNumber> => ({
  title: 'Profile',
  long: true,
  cell: ({ routing_profile_id: id }) =>
    id !== null && (
      <TextLink to="/routing/$id" params={{ id }}>
        {profiles.find((profile) => profile.id === id)?.name ?? id}
      </TextLink>
    ),
});
