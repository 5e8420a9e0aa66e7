import { EVENT_TYPES } from '@trunkline/client/lists';
import { Choice } from '../../ui/forms/choice';
import type { Filter } from '../../ui/tables/use-filters';
import { typeOptions, useEventTypes } from './event-types';

interface Props {
  readonly label: string;
  /** Text of the choice of none. */
  readonly none?: string;
  readonly value: string | undefined;
  readonly change: (type: string | undefined) => void;
}

/** One of the event types that the API raises. */
export function EventTypeChoice({ label, none, value, change }: Props) {
  const options = typeOptions(useEventTypes());
  return <Choice<string> label={label} none={none} data={options} value={value} onChoose={change} />;
}

/** A filter by one of the event types. */
export const eventTypeFilter = <T extends string>(label: string): Filter<readonly T[]> => ({
  label,
  write: (value) => [value as T],
  fault: (text) => (EVENT_TYPES.some((each) => each === text) ? null : 'is not an event type'),
  draw: ({ value, change }) => <EventTypeChoice label={label} none="All types" value={value} change={change} />,
});
