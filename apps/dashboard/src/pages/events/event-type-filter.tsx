import { Choice } from '../../ui/forms/choice';
import type * as filters from '../../ui/tables/filters';
import type { Filter, FilterInput } from '../../ui/tables/use-filters';
import { typeOptions, useEventTypes } from './event-types';

/** A filter by one of the types that the API raises. */
export const eventTypeFilter = <T extends string>(label: string, w: filters.Width): Filter<readonly T[]> => ({
  write: (value) => [value as T],
  draw: (input) => <EventTypeChoice label={label} w={w} {...input} />,
});

interface ChoiceProps extends FilterInput {
  readonly label: string;
  readonly w: filters.Width;
}

function EventTypeChoice({ label, w, value, change }: ChoiceProps) {
  const types = useEventTypes();
  return <Choice label={label} none="All types" w={w} data={typeOptions(types)} value={value} onChoose={change} />;
}
