import { Text } from '@mantine/core';
import type { Activity, ActivityChange } from '@trunkline/client';
import { format } from '../../format';
import { Phone } from '../../format/phone';
import { linkTo, placesOfId } from '../../shell/places';
import { shortened } from '../../ui/id-text';
import { TextLink } from '../../ui/links';
import { isE164 } from '../../ui/tables/filter-texts';
import { useRoutes } from '../numbers/routes';
import { isRemoval } from './kinds';
import { NOTHING, textOf, titleOf } from './values';

const SHOWN_MAX = 5;
/** An order with a requested number is named by it. */
const SAID_BY_NAME = 'assigned_number_id';
const ID = /^[a-z]+_[0-9a-z]{20,}$/;

/** A resource that a field refers to: an active trunk or profile by its name, any other by its ID. */
function Named({ id }: { id: string }) {
  const { nameOf } = useRoutes();
  const name = /^(trk|rp)_/.test(id) ? nameOf({ trunk_id: id, routing_profile_id: null }) : id;
  const text = name === null || name === id ? shortened(id) : name;
  const [place] = placesOfId(id, false);
  return place ? (
    <TextLink {...linkTo(place.to)} fz="inherit" title={id}>
      {text}
    </TextLink>
  ) : (
    <span title={id}>{text}</span>
  );
}

function Value({ field, value }: { field: string; value: unknown }) {
  if (typeof value === 'string' && isE164(value)) return <Phone value={value} />;
  if (typeof value === 'string' && ID.test(value)) return <Named id={value} />;
  return <span dir="auto">{textOf(field, value, format)}</span>;
}

/** What a field was and is. Of a resource that is new or gone, it has one value. */
function Values({ change: { field, from, to, redacted }, isOne }: { change: ActivityChange; isOne: boolean }) {
  if (redacted) return 'changed (value hidden)';
  if (from === null && to === null) return 'cleared';
  if (isOne) return <Value field={field} value={to ?? from} />;
  return (
    <>
      <Value field={field} value={from} /> → <Value field={field} value={to} />
    </>
  );
}

/** Of a resource that is new or gone, empty fields and the name beside it say nothing. Null is a hidden value, or clears one. */
const saysMore =
  (name: string | null) =>
  ({ field, from, to }: ActivityChange): boolean => {
    const value = to ?? from;
    return value === null || (value !== name && textOf(field, value, format) !== NOTHING);
  };

type Entry = Pick<Activity, 'action' | 'changes' | 'resource_name'>;

/** The fields that changed, each with its title, from what to what. */
export function Changes({ entry: { action, changes, resource_name: name } }: { entry: Entry }) {
  const isOne = action.endsWith('.created') || isRemoval(action);
  const others = changes.filter(({ field }) => name === null || field !== SAID_BY_NAME);
  const said = isOne ? others.filter(saysMore(name)) : others;
  const shown = said.slice(0, SHOWN_MAX);
  const more = said.length - shown.length;
  return (
    <>
      {shown.map((change) => (
        <Text key={change.field} fz="sm" style={{ overflowWrap: 'anywhere' }}>
          <Text span c="dimmed" fz="inherit">
            {titleOf(change.field)}:{' '}
          </Text>
          <Values change={change} isOne={isOne} />
        </Text>
      ))}
      {more > 0 && (
        <Text fz="xs" c="dimmed">
          and {more} more
        </Text>
      )}
    </>
  );
}
