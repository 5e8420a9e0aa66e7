import { Text } from '@mantine/core';
import type { Activity } from '@trunkline/client';
import { History } from 'lucide-react';
import { useMemo } from 'react';
import { Phone } from '../../format/phone';
import { useAccount, useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { useMemberNames } from '../../session/members';
import { linkTo } from '../../shell/places';
import { DocsLink } from '../../ui/docs-link';
import { EmptyState } from '../../ui/feedback/empty-state';
import { Problem } from '../../ui/feedback/problem';
import { Choice } from '../../ui/forms/choice';
import { Page } from '../../ui/layout/page';
import { TextLink } from '../../ui/links';
import type { Column } from '../../ui/tables/data-table';
import { among, timeAround } from '../../ui/one-row/by-id';
import { isE164, isId } from '../../ui/tables/filter-texts';
import { type Chip, FilteredList } from '../../ui/tables/filter-chips';
import * as more from '../../ui/tables/more-filters';
import type { Filter } from '../../ui/tables/use-filters';
import { When } from '../../ui/when';
import { Actor, ACTORS } from './actor';
import { Changes } from './changes';
import { ACTION_GROUPS, actionText, isAction, isKind, isRemoval, KIND_OPTIONS, kindLabel, pageOf } from './kinds';

/** Who has changed what in the account. */
export function ActivityPage() {
  // Owners and admins may read it; they alone may change members.
  const maySee = useMay()('members:write');
  if (!maySee) return <Page title="Activity" restricted="see the activity of the account" />;
  return (
    <Page title="Activity">
      <ActivityList />
    </Page>
  );
}

function ActivityList() {
  const { user } = useAccount();
  const { data: names, error, refetch } = useMemberNames();
  const userId = user?.id;
  const { listed, columns } = useMemo(() => {
    const people = [...(names ?? [])].map(([value, label]) => ({ value, label }));
    return { listed: filtersFor(people), columns: columnsFor(userId, names) };
  }, [names, userId]);
  return (
    <FilteredList
      label="Activity"
      queryKey={['activity']}
      filters={listed}
      chips={CHIPS}
      load={(query, options) => trunkline.activity.list(query, options)}
      one={(id, options) => among(trunkline.activity.list(timeAround(id), options), id)}
      between={<Problem title="The names of members could not be loaded" error={error} retry={refetch} />}
      columns={columns}
      none="No change of the last 400 days matches the filters."
      empty={
        <EmptyState
          icon={History}
          text="Each change of a number, a trunk, a member, a key or another resource is listed here for 400 days, with who made it."
        >
          <DocsLink page="webhooks-and-events">Receive changes as events</DocsLink>
        </EmptyState>
      }
    />
  );
}

interface Named {
  readonly value: string;
  readonly label: string;
}

/** A value of the address that no option has, such as the ID of a key, is an option of its own. */
const withValue = (options: readonly Named[], value: string | undefined): readonly Named[] =>
  value === undefined || options.some((each) => each.value === value) ? options : [...options, { value, label: value }];

/** A member by name, or a kind of actor. The address may also have the ID of a key or an application. */
function actorFilter(people: readonly Named[]): Filter<string> {
  const kinds = Object.entries(ACTORS).flatMap(([value, label]) =>
    value === 'user' ? [] : [{ value, label: value === 'api_key' || value === 'oauth_app' ? `${label}s` : label }],
  );
  const options = [...people, ...kinds];
  return {
    label: 'By',
    write: (value) => value,
    fault: (text) =>
      isId(text) || text.startsWith('svc_oauth_') || Object.hasOwn(ACTORS, text)
        ? null
        : 'is not an ID or kind of actor',
    show: (text) => options.find(({ value }) => value === text)?.label ?? text,
    draw: ({ value, change }) => (
      <Choice label="By" none="Anyone" data={withValue(options, value)} value={value} onChoose={change} />
    ),
  };
}

const filtersFor = (people: readonly Named[]) => ({
  resource: {
    label: 'Resource',
    write: (value) => value,
    fault: (text) => (isKind(text) || isId(text) ? null : 'is not an ID or kind of resource'),
    show: (text) => (isKind(text) ? kindLabel(text) : text),
    draw: ({ value, change }) => (
      <Choice label="Resource" none="All" data={withValue(KIND_OPTIONS, value)} value={value} onChoose={change} />
    ),
  } satisfies Filter<string> as Filter<string>,
  action: {
    label: 'Action',
    write: (value) => value,
    fault: (text) => (isAction(text) ? null : 'is not an action'),
    show: actionText,
    draw: ({ value, change, search }) => {
      const kind = search['resource'];
      const groups = ACTION_GROUPS.filter(({ items }) =>
        kind !== undefined && isKind(kind) ? items.some((each) => each.value.startsWith(`${kind}.`)) : true,
      );
      return <Choice label="Action" none="All" data={groups} value={value} onChoose={change} />;
    },
  } satisfies Filter<string> as Filter<string>,
  actor: actorFilter(people),
  from: more.moment('from'),
  to: more.moment('to'),
});

const CHIPS: readonly Chip[] = [{ label: 'Time', names: ['from', 'to'] }];

type Names = ReadonlyMap<string, string> | undefined;

function columnsFor(userId: string | undefined, names: Names): readonly Column<Activity>[] {
  return [
    { title: 'Change', cell: (entry) => <What entry={entry} names={names} /> },
    { title: 'Fields', long: true, cell: (entry) => entry.changes.length > 0 && <Changes entry={entry} /> },
    { title: 'By', long: true, cell: ({ actor, ip }) => <Actor actor={actor} ip={ip} userId={userId} /> },
    { title: 'Time', long: true, cell: ({ at }) => <When at={at} /> },
  ];
}

/** What was done, and to which resource. */
function What({ entry, names }: { entry: Activity; names: Names }) {
  const { action, resource_kind: kind, resource_id: id } = entry;
  // Entries about members store no name, so it is looked up here.
  const name = entry.resource_name ?? names?.get(id) ?? null;
  const to = isRemoval(action) ? undefined : pageOf(kind, id, name);
  const shown = name !== null && isE164(name) ? <Phone value={name} /> : (name ?? actionText(action));
  return (
    <>
      {name !== null && (
        <Text fz="xs" c="dimmed">
          {actionText(action)}
        </Text>
      )}
      {to === undefined ? (
        <span dir="auto">{shown}</span>
      ) : (
        <TextLink {...linkTo(to)} fz="inherit" dir="auto" className="opens">
          {shown}
        </TextLink>
      )}
    </>
  );
}
