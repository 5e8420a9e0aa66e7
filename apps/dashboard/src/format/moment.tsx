import { Text } from '@mantine/core';
import { format } from './index';
import { Moments } from './moments';
import { useQuarterHour } from './use-quarter-hour';

let current: Moments | undefined;

/** The formats of events in the language of the browser and the time zone of the account. */
export function moments(): Moments {
  const { timeZone } = format;
  if (current?.timeZone !== timeZone) current = new Moments(navigator.language, timeZone);
  return current;
}

interface MomentProps {
  readonly at: number;
  /** Names the time zone, on a page that does not name it. */
  readonly zoned?: boolean;
  /** Leaves the day to the heading above it. */
  readonly ofDay?: boolean;
}

/** When an event was, to the second, with date and time zone in its title, and in UTC. */
export function Moment({ at, zoned = false, ofDay = false }: MomentProps) {
  const now = useQuarterHour();
  return (
    <Text
      component="time"
      fz="inherit"
      className="figures whole"
      dateTime={new Date(at * 1000).toISOString()}
      title={moments().exactAndUtc(at)}
    >
      {ofDay ? moments().second(at) : moments().event(at, now)}
      {zoned && ` ${moments().zoneName(at)}`}
    </Text>
  );
}

/** A day, with its year if it is not this one. */
export function Day({ at }: { at: number }) {
  const now = useQuarterHour();
  return (
    <span className="figures whole" title={moments().exact(at)}>
      {moments().date(at, now)}
    </span>
  );
}

/** Names the time zone of the times beside it. */
export function Zone() {
  return `Times in ${moments().zone(useQuarterHour() / 1000)}`;
}

/** Names the time zone of all times of a page. */
export function ZoneNote() {
  return (
    <Text size="sm" c="dimmed">
      <Zone />, the time zone of the account.
    </Text>
  );
}
